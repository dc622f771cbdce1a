//! What can go wrong in a call, and where.

use std::fmt;

use hbase_model::TableName;
use hbase_model::printable::Printable;

use super::apply_error::ApplyError;
use super::batch_report::BatchError;
use super::error_kind::ErrorKind;
use super::verify::DiffersError;
use crate::cell::{RowError, RowErrorKind};
use crate::connect::SettingsError;
use crate::key::KeyError;

/// What can go wrong in a call. Every message names the call, the table, and where there is one
/// the row (as `HBase`'s shell prints it) and the column, and says what to do.
///
/// A message is whole by itself: it holds its cause's message, and [`source`](std::error::Error::source)
/// gives none, so that nothing is printed twice by who prints the chain. The cause itself is a
/// field. [`kind`](Self::kind) is there to match on.
///
/// Small: the particulars lie behind a pointer.
#[derive(Debug, Clone, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The backend refused, failed, or did not answer in time.
    #[error("{context}: {cause}")]
    Backend {
        /// The call that failed, and on what.
        context: Box<ErrorContext>,
        /// What the backend said.
        cause: Box<hbase_model::Error>,
    },
    /// A row could not be written as cells, or read from them.
    #[error("{context}: {cause}")]
    Row {
        /// The call that failed, and on what.
        context: Box<ErrorContext>,
        /// The field and its column, what was found and expected.
        cause: RowError,
    },
    /// A key could not be written as bytes, or a question about keys contradicts itself.
    #[error("{context}: {cause}")]
    Key {
        /// The call that failed, and on what.
        context: Box<ErrorContext>,
        /// The part, what was found and expected.
        cause: Box<KeyError>,
    },
    /// The request makes no sense as it stands.
    #[error("{context}: {what}")]
    Request {
        /// The call that failed, and on what.
        context: Box<ErrorContext>,
        /// What is wrong with it, and the way out.
        what: Box<str>,
    },
    /// The row is there already.
    #[error(
        "{context}: the row is there already: `put` writes over it, `check` changes it only where it is as expected"
    )]
    Exists {
        /// The call that failed, and on what.
        context: Box<ErrorContext>,
    },
    /// Some of many rows failed; the others are done.
    #[error(transparent)]
    Batch(Box<BatchError>),
    /// A live table is not as its struct declares it.
    #[error(transparent)]
    Differs(Box<DiffersError>),
    /// A step of a plan failed.
    #[error(transparent)]
    Apply(Box<ApplyError>),
    /// The settings do not say what to connect to, or say it wrongly.
    #[error(transparent)]
    Settings(Box<SettingsError>),
}

impl Error {
    /// The call that failed, and on what; `None` for errors about many rows, many steps or settings.
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

    /// What the backend said, where it was the backend.
    pub fn as_backend(&self) -> Option<&hbase_model::Error> {
        match self {
            Self::Backend { cause, .. } => Some(cause),
            Self::Apply(error) => error.cause().and_then(Self::as_backend),
            _ => None,
        }
    }

    /// What kind of error it is, to match on.
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

    /// Whether the same call may succeed a little later: [`ErrorKind::is_retryable`].
    pub fn is_retryable(&self) -> bool {
        self.kind().is_retryable()
    }

    /// Whether there was no answer in time. It is then not known whether a write took effect.
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

/// The call that failed, and on what.
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

/// What a call is about, borrowed: an error turns it into an [`ErrorContext`].
#[derive(Clone, Copy, Debug)]
pub(crate) struct About<'a> {
    pub(crate) call: &'static str,
    pub(crate) table: Option<&'a TableName>,
    pub(crate) row: Option<&'a [u8]>,
    pub(crate) column: Option<(&'a str, &'a [u8])>,
    /// How many rows are written, and how many bytes of cells: only the trace tells it.
    pub(crate) writing: Option<(usize, usize)>,
}

impl<'a> About<'a> {
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

impl From<About<'_>> for Box<ErrorContext> {
    fn from(about: About<'_>) -> Self {
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
