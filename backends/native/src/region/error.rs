//! Why a region was not located.

use bytes::Bytes;
use hbase_backend::Deadline;

use super::place::Place;
use crate::net::CallFailure;
use crate::retry::{Idempotency, Pause, Reaction, reaction};

/// The reason why a region was not located.
#[derive(Clone, Debug)]
pub(crate) enum LocateError {
    /// The table has no regions.
    NoTable,
    /// The table is disabled.
    Disabled,
    /// The region has no server yet, or `hbase:meta` has no region with the row: retry later.
    NotYet {
        why: String,
        /// The rows for which the same holds, from a start to an exclusive end; an empty end means all rows
        /// after the start.
        rows: Option<[Bytes; 2]>,
    },
    /// A call failed.
    Call(CallFailure),
}

impl LocateError {
    /// The pause after which the region may be located; `None` where there is no use in another try.
    pub(crate) fn pause(&self) -> Option<Pause> {
        match self {
            Self::NoTable | Self::Disabled => None,
            Self::NotYet { .. } => Some(Pause::Step),
            Self::Call(failure) => match reaction(failure, Idempotency::Read) {
                Reaction::Retry(pause) => Some(pause),
                Reaction::Report | Reaction::Unknown => None,
            },
        }
    }

    pub(super) fn of_limited(self, deadline: Deadline) -> Self {
        match self {
            Self::Call(failure) => Self::Call(failure.of_limited(deadline, "no answer")),
            other => other,
        }
    }

    /// The cause as a short name; retries are counted by it.
    pub(crate) fn cause(&self) -> &str {
        match self {
            Self::Call(failure) => failure.cause(),
            _ => "no region",
        }
    }

    pub(crate) fn not_yet(why: impl Into<String>, rows: Option<[Bytes; 2]>) -> Self {
        let why = why.into();
        Self::NotYet { why, rows }
    }

    /// Whether a look-up of one place, which ended so, would end so for another one.
    pub(super) fn holds_for(&self, own: &Place, other: &Place) -> bool {
        match self {
            Self::NoTable | Self::Disabled => true,
            Self::NotYet { rows, .. } => {
                let is_in = |[start, end]: &[Bytes; 2]| match other {
                    Place::Of(row) => start <= row && (end.is_empty() || row < end),
                    Place::Before(_) | Place::Last => false,
                };
                own == other || rows.as_ref().is_some_and(is_in)
            }
            // Another caller may have more time.
            Self::Call(failure) => {
                !matches!(failure, CallFailure::TimedOut | CallFailure::NeverSent(_))
            }
        }
    }
}

impl From<CallFailure> for LocateError {
    fn from(failure: CallFailure) -> Self {
        Self::Call(failure)
    }
}

impl From<hbase_rpc::WireError> for LocateError {
    fn from(error: hbase_rpc::WireError) -> Self {
        Self::Call(CallFailure::Wire(error))
    }
}
