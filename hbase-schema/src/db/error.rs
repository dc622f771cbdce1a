//! Errors of calls, with the call, the table, the row and the column.

use std::fmt;

use hbase_model::TableName;
use hbase_model::printable::Printable;

use super::apply_error::ApplyError;
use super::batch_error::BatchError;
use super::error_kind::ErrorKind;
use super::verify::DiffersError;
use crate::cell::{RowError, RowErrorKind};
use crate::key::KeyError;
use crate::settings::SettingsError;

/// An error of a call. Every message names the call and the table; if known, the row (as `HBase`'s
/// shell prints it) and the column; and help.
///
/// A message contains its cause's message, and [`source`](std::error::Error::source) returns `None`, so
/// that printing the chain repeats nothing. The cause is a field. [`kind`](Self::kind) returns an enum
/// to match on.
///
/// The type is small: its contents are boxed.
#[derive(Debug, Clone, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The backend returned an error, or did not respond in time.
    #[error("{context}: {cause}")]
    Backend {
        /// The call that failed, with the table, the row and the column.
        context: Box<ErrorContext>,
        /// The backend's error.
        cause: Box<hbase_model::Error>,
    },
    /// A row could not be encoded as cells, or decoded from them.
    #[error("{context}: {cause}")]
    Row {
        /// The call that failed, with the table, the row and the column.
        context: Box<ErrorContext>,
        /// The field and its column, the value found and the value expected.
        cause: RowError,
    },
    /// A key could not be encoded, or the key parts of a query contradict each other.
    #[error("{context}: {cause}")]
    Key {
        /// The call that failed, with the table, the row and the column.
        context: Box<ErrorContext>,
        /// The key part, the value found and the value expected.
        cause: Box<KeyError>,
    },
    /// The request is invalid.
    #[error("{context}: {what}")]
    Request {
        /// The call that failed, with the table, the row and the column.
        context: Box<ErrorContext>,
        /// The value found and the value expected, and help.
        what: Box<str>,
    },
    /// The row already exists.
    #[error(
        "{context}: the row is there already: `put` writes over it, `check` changes it only where it is as expected"
    )]
    Exists {
        /// The call that failed, with the table, the row and the column.
        context: Box<ErrorContext>,
    },
    /// Some of many rows failed; the others are done.
    #[error(transparent)]
    Batch(Box<BatchError>),
    /// A live table differs from its struct.
    #[error(transparent)]
    Differs(Box<DiffersError>),
    /// Steps of a plan failed.
    #[error(transparent)]
    Apply(Box<ApplyError>),
    /// The settings name no backend, or are invalid.
    #[error(transparent)]
    Settings(Box<SettingsError>),
}

impl Error {
    /// The call that failed, with its table, row and column; `None` for errors of many rows, of many
    /// steps, and of settings.
    pub fn context(&self) -> Option<&ErrorContext> {
        match self {
            Self::Backend { context, .. }
            | Self::Row { context, .. }
            | Self::Key { context, .. }
            | Self::Request { context, .. }
            | Self::Exists { context } => Some(context),
            Self::Batch(_) | Self::Differs(_) | Self::Apply(_) | Self::Settings(_) => None,
        }
    }

    /// The backend's error, if this is one.
    pub fn as_backend(&self) -> Option<&hbase_model::Error> {
        match self {
            Self::Backend { cause, .. } => Some(cause),
            Self::Apply(error) => error.cause().and_then(Self::as_backend),
            _ => None,
        }
    }

    /// The kind, to match on.
    pub fn kind(&self) -> ErrorKind {
        match self {
            Self::Backend { cause, .. } => ErrorKind::of_backend(cause),
            Self::Row { cause, .. } => of_row(cause.kind()),
            Self::Key { cause, .. } => of_key(cause),
            Self::Request { .. } => ErrorKind::InvalidRequest,
            Self::Exists { .. } => ErrorKind::AlreadyExists,
            Self::Batch(error) => error.kind(),
            Self::Differs(_) => ErrorKind::Differs,
            Self::Apply(error) => {
                ErrorKind::of_all(error.failures().iter().map(|failed| failed.error.kind()))
            }
            Self::Settings(_) => ErrorKind::Settings,
        }
    }

    /// Whether a retry may succeed: [`ErrorKind::is_retryable`].
    pub fn is_retryable(&self) -> bool {
        self.kind().is_retryable()
    }

    /// Whether it is a timeout. A write may have taken effect nevertheless.
    pub fn is_timeout(&self) -> bool {
        self.kind() == ErrorKind::Timeout
    }
}

fn of_row(kind: &RowErrorKind) -> ErrorKind {
    match kind {
        RowErrorKind::Key(error) => of_key(error),
        RowErrorKind::Decode { .. }
        | RowErrorKind::Missing { .. }
        | RowErrorKind::MissingInVersion { .. } => ErrorKind::Decode,
        RowErrorKind::Encode { .. } => ErrorKind::Encode,
        _ => ErrorKind::InvalidRequest,
    }
}

fn of_key(error: &KeyError) -> ErrorKind {
    match error {
        KeyError::Encode { .. } | KeyError::ContainsSeparator { .. } | KeyError::Length { .. } => {
            ErrorKind::Encode
        }
        KeyError::Decode { .. } | KeyError::Malformed { .. } | KeyError::Salt { .. } => {
            ErrorKind::Decode
        }
        _ => ErrorKind::InvalidRequest,
    }
}

impl From<BatchError> for Error {
    fn from(error: BatchError) -> Self {
        Self::Batch(Box::new(error))
    }
}

impl From<SettingsError> for Error {
    fn from(error: SettingsError) -> Self {
        Self::Settings(Box::new(error))
    }
}

/// The call that failed, with its target.
#[derive(Clone, PartialEq, Eq)]
pub struct ErrorContext {
    call: &'static str,
    table: Option<TableName>,
    row: Option<Box<[u8]>>,
    column: Option<Box<str>>,
}

impl ErrorContext {
    /// The call: `put`, `get`, `scan`, …
    pub fn call(&self) -> &'static str {
        self.call
    }

    /// The table.
    pub fn table(&self) -> Option<&TableName> {
        self.table.as_ref()
    }

    /// The row key's bytes.
    pub fn row(&self) -> Option<&[u8]> {
        self.row.as_deref()
    }

    /// The column, as `FAMILY:QUALIFIER`.
    pub fn column(&self) -> Option<&str> {
        self.column.as_deref()
    }
}

impl fmt::Display for ErrorContext {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.call)?;
        if let Some(table) = &self.table {
            write!(f, ", table {table}")?;
        }
        if let Some(row) = &self.row {
            write!(f, ", row `{}`", Printable(row))?;
        }
        if let Some(column) = &self.column {
            write!(f, ", column {column}")?;
        }
        Ok(())
    }
}

impl fmt::Debug for ErrorContext {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// The target of a call, borrowed: an error converts it into an [`ErrorContext`].
#[derive(Clone, Copy, Debug)]
pub(crate) struct CallContext<'a> {
    pub(crate) call: &'static str,
    pub(crate) table: Option<&'a TableName>,
    pub(crate) row: Option<&'a [u8]>,
    pub(crate) column: Option<(&'a str, &'a [u8])>,
    /// Number of rows and bytes of cells to write, for the trace.
    pub(crate) writing: Option<(usize, usize)>,
}

impl<'a> CallContext<'a> {
    pub(crate) fn call(call: &'static str) -> Self {
        Self {
            call,
            table: None,
            row: None,
            column: None,
            writing: None,
        }
    }

    pub(crate) fn table(call: &'static str, table: &'a TableName) -> Self {
        Self {
            table: Some(table),
            ..Self::call(call)
        }
    }

    pub(crate) fn row(self, row: &'a [u8]) -> Self {
        Self {
            row: Some(row),
            ..self
        }
    }

    pub(crate) fn column(self, family: &'a str, qualifier: &'a [u8]) -> Self {
        Self {
            column: Some((family, qualifier)),
            ..self
        }
    }

    pub(crate) fn writing(self, rows: usize, bytes: usize) -> Self {
        Self {
            writing: Some((rows, bytes)),
            ..self
        }
    }

    #[cold]
    pub(crate) fn backend(self, cause: hbase_model::Error) -> Error {
        Error::Backend {
            context: self.into(),
            cause: Box::new(cause),
        }
    }

    #[cold]
    pub(crate) fn row_error(self, source: RowError) -> Error {
        match source.into_kind() {
            RowErrorKind::Key(source) => self.key_error(source),
            kind => Error::Row {
                context: self.into(),
                cause: kind.into(),
            },
        }
    }

    #[cold]
    pub(crate) fn key_error(self, cause: KeyError) -> Error {
        Error::Key {
            context: self.into(),
            cause: Box::new(cause),
        }
    }

    #[cold]
    pub(crate) fn exists(self) -> Error {
        Error::Exists {
            context: self.into(),
        }
    }

    #[cold]
    pub(crate) fn request(self, what: impl fmt::Display) -> Error {
        Error::Request {
            context: self.into(),
            what: what.to_string().into(),
        }
    }
}

impl From<CallContext<'_>> for Box<ErrorContext> {
    fn from(about: CallContext<'_>) -> Self {
        let column = about.column;
        Self::new(ErrorContext {
            call: about.call,
            table: about.table.cloned(),
            row: about.row.map(Into::into),
            column: column
                .map(|(family, qualifier)| format!("{family}:{}", Printable(qualifier)).into()),
        })
    }
}
