//! Kinds of failures, and whether a call is retried after one.

use std::io;
use std::time::Duration;

use super::pauses::Pause;
use crate::{Error, ExceptionKind};

/// Whether a request may be sent once more if the first one may have been carried out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Idempotency {
    /// It writes nothing.
    Read,
    /// Two requests have the effect of one: a write with explicit timestamps.
    Idempotent,
    /// Two requests may have another effect than one.
    Once,
}

/// A kind of failure, as far as a retry depends on it: the rows of the [module's table](super).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Failure {
    /// Nothing was sent: there is no connection, no region or no active master yet.
    NotSent,
    /// The server declined, before it carried out anything: its region moves or opens, it starts or stops.
    Declined,
    /// The server declined, and named the region's new server; or it processed only a part of a batch.
    Redirected,
    /// The server declined: the region is too busy, its queue is full.
    Busy,
    /// The server throttles the call, and named a wait.
    Throttled(Duration),
    /// The connection was lost after the request, or a part of it, was sent.
    Lost,
    /// The server did not finish in time.
    TimedOut,
    /// Another exception of a server that reports that it is overloaded.
    Overloaded,
    /// An exception of an unknown class, or a connection whose bytes cannot be read.
    Unexplained,
    /// The response to this call cannot be read.
    Unreadable,
    /// The scanner has expired. A scan is opened after its last row.
    ScannerExpired,
    /// Anything else, which another try does not change.
    Final,
}

/// The reaction to a failure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reaction {
    /// Retry the call after this pause.
    Retry(Pause),
    /// Report the failure.
    Report,
    /// Report the failure, and that the outcome is unknown: the write may have been carried out.
    Unknown,
}

impl Failure {
    /// Whether a call is retried after the failure.
    ///
    /// ```
    /// use hbase_backend::retry::{Failure, Idempotency, Pause, Reaction};
    /// assert_eq!(Failure::Lost.reaction(Idempotency::Read), Reaction::Retry(Pause::Step));
    /// assert_eq!(Failure::Lost.reaction(Idempotency::Once), Reaction::Unknown);
    /// ```
    pub fn reaction(self, idempotency: Idempotency) -> Reaction {
        let is_once = idempotency == Idempotency::Once;
        match self {
            Self::Lost
            | Self::TimedOut
            | Self::Overloaded
            | Self::Unexplained
            | Self::Unreadable
                if is_once =>
            {
                Reaction::Unknown
            }
            Self::NotSent | Self::Declined | Self::Lost | Self::TimedOut => {
                Reaction::Retry(Pause::Step)
            }
            Self::Redirected => Reaction::Retry(Pause::None),
            Self::Busy | Self::Overloaded => Reaction::Retry(Pause::Long),
            Self::Throttled(wait) => Reaction::Retry(Pause::Exactly(wait)),
            Self::Unexplained => Reaction::Retry(Pause::Few),
            Self::ScannerExpired if idempotency == Idempotency::Read => {
                Reaction::Retry(Pause::None)
            }
            Self::Unreadable | Self::ScannerExpired | Self::Final => Reaction::Report,
        }
    }

    /// The failure by a backend's error, for callers of backends.
    ///
    /// ```
    /// use hbase_backend::Error;
    /// use hbase_backend::retry::Failure;
    /// let error = Error::Unavailable { why: "no file descriptors".into() };
    /// assert_eq!(Failure::of(&error), Failure::NotSent);
    /// ```
    pub fn of(error: &Error) -> Self {
        match error {
            Error::Unavailable { .. } => Self::NotSent,
            Error::NotSent { cause, .. } if is_of_connection(cause.kind()) => Self::NotSent,
            Error::Io { cause, .. } if is_of_connection(cause.kind()) => Self::Lost,
            Error::NotSent { cause, .. } | Error::Io { cause, .. } => match cause.kind() {
                io::ErrorKind::PermissionDenied
                | io::ErrorKind::StorageFull
                | io::ErrorKind::QuotaExceeded => Self::Final,
                _ => Self::Unexplained,
            },
            // The deadline was that of the backend's call: a caller with more time may set another one.
            Error::DeadlineExceeded { .. } => Self::TimedOut,
            Error::Server { class, message } | Error::Rejected { class, message } => {
                match ExceptionKind::of(class, message) {
                    Some(ExceptionKind::Transient) => Self::Declined,
                    Some(ExceptionKind::Timeout) => Self::TimedOut,
                    Some(_) => Self::Final,
                    None => Self::Unexplained,
                }
            }
            Error::Backend { .. } => Self::Unexplained,
            _ => Self::Final,
        }
    }
}

/// Whether the connection was lost, or could not be made.
fn is_of_connection(kind: io::ErrorKind) -> bool {
    matches!(
        kind,
        io::ErrorKind::ConnectionReset
            | io::ErrorKind::ConnectionAborted
            | io::ErrorKind::ConnectionRefused
            | io::ErrorKind::NotConnected
            | io::ErrorKind::BrokenPipe
            | io::ErrorKind::UnexpectedEof
            | io::ErrorKind::TimedOut
    )
}
