//! Errors of a connection or of the bytes received on it.

use std::io;

use hbase_backend::Error;

use crate::error::backend_error;

/// The progress of a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Phase {
    /// Waiting for a connection: all of them are in use.
    Queued,
    /// Connecting to a gateway.
    Connecting,
    /// Connected; nothing of the request was sent.
    Unsent,
    /// The request was sent at least in part; nothing of the response has arrived.
    Waiting,
    /// Some of the response has arrived.
    Reading,
}

/// The reason why a call has no response.
#[derive(Debug)]
pub(crate) enum TransportError {
    /// The connection was lost, or could not be opened.
    Lost { phase: Phase, source: io::Error },
    /// The deadline has passed.
    Timeout { phase: Phase },
    /// The bytes are not a response of a gateway with this transport and protocol.
    Invalid { what: String },
    /// The response exceeds the configured maximum.
    TooLong { found: usize, max: usize },
}

/// The help while no gateway has responded yet. It is a macro because one message is a constant.
macro_rules! hint {
    () => {
        "is it a Thrift1 gateway that was started with this transport and protocol? (`?framed` and `?compact` in the url set them)"
    };
}

/// The default maximum message length of a framed gateway.
const MAX_FRAME: usize = 2 << 20;

impl TransportError {
    pub(crate) fn lost(phase: Phase, source: io::Error) -> Self {
        Self::Lost { phase, source }
    }

    /// The progress of the call.
    pub(crate) fn phase(&self) -> Phase {
        match self {
            Self::Lost { phase, .. } | Self::Timeout { phase } => *phase,
            Self::Invalid { .. } | Self::TooLong { .. } => Phase::Reading,
        }
    }

    /// Adds the length of a framed request to the cause: a gateway closes the connection, without an
    /// exception, if a frame is too long.
    pub(crate) fn of_framed_request(self, bytes: usize) -> Self {
        match self {
            Self::Lost { phase, source } if bytes > MAX_FRAME => Self::lost(
                phase,
                io::Error::new(
                    source.kind(),
                    format!(
                        "{source}, after a request of {bytes} bytes: a framed gateway takes 2 MB unless `hbase.regionserver.thrift.framed.max_frame_size_in_mb` sets more"
                    ),
                ),
            ),
            other => other,
        }
    }

    /// The error of a call that was `doing` something at a gateway. `unproven` means that the gateway
    /// has never responded.
    pub(crate) fn into_error(self, doing: &'static str, address: &str, unproven: bool) -> Error {
        let hint = if unproven { concat!("; ", hint!()) } else { "" };
        match self {
            Self::Timeout { phase } => Error::DeadlineExceeded {
                doing: waiting_for(phase, doing, unproven),
            },
            Self::Lost { phase, source } => match phase {
                Phase::Connecting => Error::not_sent(format!("connecting to {address}"), source),
                Phase::Queued | Phase::Unsent => {
                    Error::not_sent(format!("{doing} at {address}"), source)
                }
                Phase::Waiting | Phase::Reading => Error::io(
                    format!(
                        "{doing} at {address}: the connection was lost before the answer{hint}"
                    ),
                    source,
                ),
            },
            Self::Invalid { what } => {
                backend_error(format!("{doing} at {address}: {what}; {}", hint!()))
            }
            Self::TooLong { found, max } => backend_error(format!(
                "{doing} at {address}: an answer of {found} bytes or more, {max} are allowed: request less at once{hint}"
            )),
        }
    }
}

fn waiting_for(phase: Phase, doing: &'static str, unproven: bool) -> &'static str {
    match phase {
        Phase::Connecting => "connecting to the gateway",
        Phase::Queued => {
            "waiting for a connection while all are in use: `?pool=N` in the url allows more of them"
        }
        _ if unproven => concat!("waiting for the gateway's first answer: ", hint!()),
        _ => doing,
    }
}
