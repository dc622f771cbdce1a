//! The context, the cause and the kind of an error, and whether its call may have had an effect.

use super::context::ErrorContext;
use super::kind::ErrorKind;
use super::types::Error;
use crate::cell::RowErrorKind;
use crate::key::KeyError;

impl Error {
    /// The call that failed, with its table, row and column; `None` for errors of many rows, of many steps, and of
    /// settings.
    pub fn context(&self) -> Option<&ErrorContext> {
        match self {
            Self::Backend { context, .. }
            | Self::Row { context, .. }
            | Self::Key { context, .. }
            | Self::Request { context, .. }
            | Self::Cursor { context, .. }
            | Self::Conflict { context, .. }
            | Self::Exists { context } => Some(context),
            #[cfg(feature = "index")]
            Self::Index { context, .. } => Some(context),
            Self::Changed(changed) => Some(&changed.context),
            Self::Layout(error) => Some(&error.context),
            Self::Columns(error) => error.cause.context(),
            Self::Batch(_) | Self::Differs(_) | Self::Apply(_) | Self::Settings(_) => None,
        }
    }

    /// The backend's error, if this is one.
    pub fn as_backend(&self) -> Option<&hbase_backend::Error> {
        match self {
            Self::Backend { cause, .. } => Some(cause),
            Self::Apply(error) => error.cause().and_then(Self::as_backend),
            Self::Columns(error) => error.cause.as_backend(),
            _ => None,
        }
    }

    /// Whether a table, or its namespace, does not exist.
    pub(crate) fn is_missing_table(&self) -> bool {
        use hbase_backend::Error as Cause;
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
            Self::Conflict { .. } => ErrorKind::Unavailable,
            Self::Changed(_) => ErrorKind::Changed,
            Self::Batch(error) => error.kind(),
            Self::Columns(error) => error.cause.kind(),
            Self::Differs(_) => ErrorKind::Differs,
            Self::Layout(_) => ErrorKind::Layout,
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

    /// Whether the failed request certainly changed nothing; earlier requests of a call on many rows may have. If this
    /// returns `false`, a write may have taken effect: read before you write again.
    pub fn is_without_effect(&self) -> bool {
        match self {
            Self::Backend { cause, .. } => cause.is_without_effect(),
            Self::Row { .. } | Self::Key { .. } => {
                matches!(self.kind(), ErrorKind::Encode | ErrorKind::InvalidRequest)
            }
            Self::Exists { .. }
            | Self::Conflict { .. }
            | Self::Changed(_)
            | Self::Request { .. }
            | Self::Cursor { .. }
            | Self::Layout(_)
            | Self::Settings(_) => true,
            #[cfg(feature = "index")]
            Self::Index { cause, .. } => is_index_unchanged(cause),
            _ => false,
        }
    }

    /// Whether a failed write may have taken effect: no response arrived, or the connection was lost before it.
    pub(super) fn is_uncertain(&self) -> bool {
        use hbase_backend::Error as Cause;
        matches!(
            self.as_backend(),
            Some(Cause::DeadlineExceeded { .. } | Cause::Io { .. })
        )
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

/// Whether a write of a row with indexes was abandoned before the row was changed.
#[cfg(feature = "index")]
fn is_index_unchanged(error: &hbase_index::IndexError) -> bool {
    use hbase_index::IndexError as Cause;
    matches!(
        error,
        Cause::Conflict { .. }
            | Cause::Rejected { .. }
            | Cause::TooSlow { .. }
            | Cause::NotCreated { .. }
            | Cause::NotDeclared { .. }
            | Cause::OtherDefinition { .. }
            | Cause::UnknownIndex { .. }
            | Cause::Damaged { .. }
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
        Cause::Conflict { .. }
        | Cause::StateChanged { .. }
        | Cause::TooManyRowsBeforeIndex { .. } => ErrorKind::Unavailable,
        Cause::NotReadable { state, .. } => match state.phase {
            // Its build makes it readable.
            Phase::WriteOnly | Phase::Backfilling => ErrorKind::Unavailable,
            _ => ErrorKind::NotBuilt,
        },
        Cause::Superseded { state, .. } => match state.phase {
            // Its drop was interrupted, or is under way.
            Phase::Dropping => ErrorKind::NotBuilt,
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
