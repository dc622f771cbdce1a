//! Errors of calls, with the call, the table, the row and the column.

use std::fmt;

use super::apply_error::ApplyError;
use super::batch_error::BatchError;
use super::columns_error::ColumnsError;
use super::error_kind::ErrorKind;
use super::verify::DiffersError;
use crate::cell::{RowError, RowErrorKind};
use crate::key::KeyError;
use crate::settings::SettingsError;

pub(crate) use super::call_context::CallContext;
pub use super::call_context::ErrorContext;

/// An error of a call. Every message names the call and the table; if known, the row (as `HBase`'s
/// shell prints it) and the column; and help.
///
/// A message contains its cause's message, and [`source`](std::error::Error::source) returns `None`, so
/// that printing the chain repeats nothing. The cause is a field. [`kind`](Self::kind) returns an enum
/// to match on.
///
/// The type is small: its contents are boxed. Its `Debug` text is the message too, which is what a `main` that returns the
/// error prints.
#[derive(Clone, thiserror::Error)]
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
    /// The cursor of a page is damaged, or belongs to another query.
    #[error("{context}: {what}")]
    Cursor {
        /// The call that failed, with the table.
        context: Box<ErrorContext>,
        /// What is wrong with the cursor, and help.
        what: Box<str>,
    },
    /// The row already exists.
    #[error(
        "{context}: the row is there already: `put` writes over it, `check`, or `update` of a table with indexes, changes it only where it is as expected"
    )]
    Exists {
        /// The call that failed, with the table, the row and the column.
        context: Box<ErrorContext>,
    },
    /// Some of many rows failed; the others are done.
    #[error(transparent)]
    Batch(Box<BatchError>),
    /// Some of many columns of a row failed; those before them are done.
    #[error(transparent)]
    Columns(Box<ColumnsError>),
    /// A live table differs from its struct.
    #[error(transparent)]
    Differs(Box<DiffersError>),
    /// Steps of a plan failed.
    #[error(transparent)]
    Apply(Box<ApplyError>),
    /// A call on a table with indexes failed, for another reason than those above.
    #[cfg(feature = "index")]
    #[error("{context}: {cause}")]
    Index {
        /// The call that failed, with the table, the row and the column.
        context: Box<ErrorContext>,
        /// The reason.
        cause: Box<hbase_index::IndexError>,
    },
    /// The settings name no backend, or are invalid.
    #[error(transparent)]
    Settings(Box<SettingsError>),
}

impl fmt::Debug for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
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
            | Self::Cursor { context, .. }
            | Self::Exists { context } => Some(context),
            #[cfg(feature = "index")]
            Self::Index { context, .. } => Some(context),
            Self::Columns(error) => error.cause.context(),
            Self::Batch(_) | Self::Differs(_) | Self::Apply(_) | Self::Settings(_) => None,
        }
    }

    /// The backend's error, if this is one.
    pub fn as_backend(&self) -> Option<&hbase_model::Error> {
        match self {
            Self::Backend { cause, .. } => Some(cause),
            Self::Apply(error) => error.cause().and_then(Self::as_backend),
            Self::Columns(error) => error.cause.as_backend(),
            _ => None,
        }
    }

    /// Whether a table, or its namespace, does not exist.
    pub(crate) fn is_missing_table(&self) -> bool {
        use hbase_model::Error as Cause;
        matches!(
            self.as_backend(),
            Some(Cause::TableNotFound { .. } | Cause::NamespaceNotFound { .. })
        )
    }

    /// The kind, to match on.
    pub fn kind(&self) -> ErrorKind {
        match self {
            Self::Backend { cause, .. } => ErrorKind::of_backend(cause),
            Self::Row { cause, .. } => of_row(cause.kind()),
            Self::Key { cause, .. } => of_key(cause),
            Self::Request { .. } => ErrorKind::InvalidRequest,
            Self::Cursor { .. } => ErrorKind::InvalidCursor,
            Self::Exists { .. } => ErrorKind::AlreadyExists,
            Self::Batch(error) => error.kind(),
            Self::Columns(error) => error.cause.kind(),
            Self::Differs(_) => ErrorKind::Differs,
            Self::Apply(error) => {
                ErrorKind::of_all(error.failures().iter().map(|failed| failed.error.kind()))
            }
            #[cfg(feature = "index")]
            Self::Index { cause, .. } => of_index(cause),
            Self::Settings(_) => ErrorKind::Settings,
        }
    }

    /// Whether a retry may succeed: [`ErrorKind::is_retryable`].
    pub fn is_retryable(&self) -> bool {
        self.kind().is_retryable()
    }

    /// Whether the failed request certainly changed nothing; earlier requests of a call on many rows may
    /// have. A write that is not excluded so may have taken effect: read before writing once more.
    pub fn is_without_effect(&self) -> bool {
        match self {
            Self::Backend { cause, .. } => cause.is_without_effect(),
            Self::Row { .. } | Self::Key { .. } => {
                matches!(self.kind(), ErrorKind::Encode | ErrorKind::InvalidRequest)
            }
            Self::Exists { .. }
            | Self::Request { .. }
            | Self::Cursor { .. }
            | Self::Settings(_) => true,
            #[cfg(feature = "index")]
            Self::Index { cause, .. } => is_index_unchanged(cause),
            _ => false,
        }
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
        | RowErrorKind::DecodeVersion { .. }
        | RowErrorKind::Missing { .. }
        | RowErrorKind::MissingInVersion { .. } => ErrorKind::Decode,
        RowErrorKind::Encode { .. } | RowErrorKind::EncodeVersion { .. } => ErrorKind::Encode,
        _ => ErrorKind::InvalidRequest,
    }
}

/// Whether a write of a row with indexes was given up before the row was changed.
#[cfg(feature = "index")]
fn is_index_unchanged(error: &hbase_index::IndexError) -> bool {
    use hbase_index::IndexError as Cause;
    matches!(
        error,
        Cause::Conflict { .. } | Cause::Rejected { .. } | Cause::TooSlow { .. }
    )
}

#[cfg(feature = "index")]
fn of_index(error: &hbase_index::IndexError) -> ErrorKind {
    use hbase_index::IndexError as Cause;
    use hbase_index::protocol::Phase;
    match error {
        Cause::Backend(error) => ErrorKind::of_backend(error),
        Cause::OutcomeUnknown { .. }
        | Cause::WrittenLate { .. }
        | Cause::TooSlow { .. }
        | Cause::Late { .. } => ErrorKind::Timeout,
        Cause::Conflict { .. } | Cause::StateChanged { .. } => ErrorKind::Unavailable,
        Cause::NotReadable { state, .. } => match state.phase {
            // Its build makes it readable.
            Phase::WriteOnly | Phase::Backfilling => ErrorKind::Unavailable,
            _ => ErrorKind::NotBuilt,
        },
        Cause::Superseded { state, .. } => match state.phase {
            // It has to be dropped before, whoever began that.
            Phase::Dropping => ErrorKind::InvalidRequest,
            _ => ErrorKind::Unavailable,
        },
        Cause::Rejected { .. } | Cause::TooManyRows { .. } => ErrorKind::InvalidRequest,
        Cause::UnknownIndex { .. } => ErrorKind::NotFound,
        Cause::NotCreated { .. } => ErrorKind::NotBuilt,
        Cause::OtherDefinition { .. } | Cause::NotDeclared { .. } => ErrorKind::Differs,
        Cause::OtherTable { .. } => ErrorKind::AlreadyExists,
        Cause::Undecodable { .. } => ErrorKind::Decode,
        Cause::Damaged { .. } => ErrorKind::Corrupt,
        _ => ErrorKind::Other,
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

/// Of a key's own `encode` and `decode`, and of the ranges of a query.
impl From<KeyError> for Error {
    fn from(error: KeyError) -> Self {
        CallContext::call("key").key_error(error)
    }
}

impl From<SettingsError> for Error {
    fn from(error: SettingsError) -> Self {
        Self::Settings(Box::new(error))
    }
}
