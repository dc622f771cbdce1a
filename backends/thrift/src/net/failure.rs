//! Why a call has no answer.

use std::io;

use hbase_model::Error;

use crate::NAME;

/// How far a call had come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Phase {
    /// Calls are under way on all connections that there may be.
    Queued,
    /// No gateway took a connection.
    Connecting,
    /// Nothing of the request was sent.
    Unsent,
    /// Some of the request may have been sent, nothing of an answer has come.
    Waiting,
    /// Some of the answer has come.
    Reading,
}

/// Why a call has no answer.
#[derive(Debug)]
pub(crate) enum Failure {
    /// The connection was lost, or there was none.
    Lost { phase: Phase, source: io::Error },
    /// The time is over.
    Over { phase: Phase },
    /// What came is no answer of such a gateway.
    Bad { what: String },
    /// The answer is longer than is allowed.
    TooLong { found: usize, most: usize },
}

/// A hint for the first call of all, which shows whether the gateway is one.
const HINT: &str = "is it a Thrift1 gateway that was started with this transport and protocol? (`?framed` and `?compact` in the url say which)";

/// The longest message of a framed gateway of which nothing else is said.
const FRAME: usize = 2 << 20;

impl Failure {
    pub(crate) fn lost(phase: Phase, source: io::Error) -> Self {
        Self::Lost { phase, source }
    }

    /// The same, for a request of so many bytes: a framed gateway closes the connection where that is
    /// too many for it, and says nothing.
    pub(crate) fn of_framed_request(self, bytes: usize) -> Self {
        match self {
            Self::Lost { phase, source } if bytes > FRAME => Self::lost(
                phase,
                io::Error::new(
                    source.kind(),
                    format!(
                        "{source}, after a request of {bytes} bytes: a framed gateway takes 2 MB unless `hbase.regionserver.thrift.framed.max_frame_size_in_mb` says more"
                    ),
                ),
            ),
            other => other,
        }
    }

    /// As the error of a call. `unproven` where the gateway has never answered anything.
    pub(crate) fn into_error(self, doing: &'static str, place: &str, unproven: bool) -> Error {
        let hint = if unproven {
            format!("; {HINT}")
        } else {
            String::new()
        };
        match self {
            Self::Over {
                phase: Phase::Connecting,
            } => Error::DeadlineExceeded {
                doing: "connecting to the gateway",
            },
            Self::Over {
                phase: Phase::Queued,
            } => Error::DeadlineExceeded {
                doing: "waiting for a connection while all are in use: `?pool=N` in the url allows more of them",
            },
            Self::Over { .. } if unproven => Error::DeadlineExceeded {
                doing: "waiting for the gateway's first answer: is it a Thrift1 gateway that was started with this transport and protocol? (`?framed` and `?compact` in the url say which)",
            },
            Self::Over { .. } => Error::DeadlineExceeded { doing },
            Self::Lost { phase, source } => match phase {
                Phase::Connecting => Error::not_sent(format!("connecting to {place}"), source),
                Phase::Queued | Phase::Unsent => {
                    Error::not_sent(format!("{doing} at {place}"), source)
                }
                Phase::Waiting | Phase::Reading => Error::io(
                    format!("{doing} at {place}: the connection was lost before the answer{hint}"),
                    source,
                ),
            },
            Self::Bad { what } => Error::Backend {
                backend: NAME,
                what: format!("{doing} at {place}: {what}; {HINT}"),
            },
            Self::TooLong { found, most } => Error::Backend {
                backend: NAME,
                what: format!(
                    "{doing} at {place}: an answer of {found} bytes or more, {most} are allowed: ask for less at once{hint}"
                ),
            },
        }
    }
}
