//! Errors of calls.

use std::fmt;

use hbase_backend::Error;
use hbase_model::TableName;

use crate::exception::{Exception, ExceptionType};
use crate::net::{Phase, TransportError};

/// The reason why a call has no result.
#[derive(Debug)]
pub(crate) enum CallError {
    /// The gateway threw an exception.
    Exception(Exception),
    /// The response exceeds the configured maximum.
    TooLong(Error),
    /// Anything else.
    Other(Error),
}

impl CallError {
    /// The error of a call on a table.
    pub(crate) fn into_table_error(self, table: &TableName) -> Error {
        match self {
            Self::Exception(exception) => exception.into_table_error(table),
            other => other.into(),
        }
    }
}

impl From<CallError> for Error {
    fn from(error: CallError) -> Self {
        match error {
            CallError::Exception(exception) => exception.into_error(),
            CallError::TooLong(error) | CallError::Other(error) => error,
        }
    }
}

impl fmt::Display for CallError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Exception(exception) => {
                write!(f, "{}: {}", exception.class, exception.message)
            }
            Self::TooLong(error) | Self::Other(error) => write!(f, "{error}"),
        }
    }
}

/// A failed attempt at a call, and its progress.
#[derive(Debug)]
pub(crate) struct FailedCall {
    pub(super) phase: Phase,
    /// Whether the connection had been used before: the gateway may just have closed it.
    pub(super) was_stale: bool,
    pub(crate) was_lost: bool,
    pub(crate) error: CallError,
}

impl FailedCall {
    /// The scanner was lost with its connection.
    pub(crate) fn lost_scanner() -> Self {
        let exception = Exception::new(ExceptionType::IllegalArgument, "scanner ID is invalid");
        CallError::Exception(exception).into()
    }

    /// The connection failed. `doing` and `address` are for the error's message; `unproven` means
    /// that the gateway has never responded, `fresh` that the connection was new, if there was one.
    pub(super) fn of_transport(
        error: TransportError,
        doing: &'static str,
        address: &str,
        unproven: bool,
        fresh: Option<bool>,
    ) -> Self {
        let phase = error.phase();
        let was_lost = matches!(error, TransportError::Lost { .. });
        let too_long = matches!(error, TransportError::TooLong { .. });
        let error = error.into_error(doing, address, unproven);
        Self {
            phase,
            was_stale: was_lost && fresh == Some(false),
            was_lost,
            error: if too_long {
                CallError::TooLong(error)
            } else {
                CallError::Other(error)
            },
        }
    }

    /// Whether the scanner is lost: unknown to the gateway, or bound to a lost connection.
    pub(crate) fn is_lost_scanner(&self) -> bool {
        self.is_unknown_scanner() || self.was_lost
    }

    /// Whether the gateway has responded that it does not know the scanner.
    pub(crate) fn is_unknown_scanner(&self) -> bool {
        matches!(&self.error, CallError::Exception(e) if e.is_unknown_scanner())
    }

    /// Whether the gateway has responded, and still has the scanner.
    pub(crate) fn leaves_scanner(&self) -> bool {
        matches!(&self.error, CallError::Exception(e) if !e.is_unknown_scanner())
    }

    /// Whether the connection was lost, or could not be opened, before anything was sent.
    pub(super) fn is_unsent(&self) -> bool {
        let before_sending = matches!(
            self.phase,
            Phase::Queued | Phase::Connecting | Phase::Unsent
        );
        self.was_lost && before_sending
    }
}

/// A call whose response was received, but is an exception or unusable.
impl From<CallError> for FailedCall {
    fn from(error: CallError) -> Self {
        Self {
            phase: Phase::Reading,
            was_stale: false,
            was_lost: false,
            error,
        }
    }
}
