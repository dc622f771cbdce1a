//! Why a connection is unusable.

use std::fmt;
use std::io;
use std::sync::Arc;
use std::time::Duration;

use hbase_rpc::{RemoteException, WireError};

use super::failure::CallFailure;

/// The reason why a connection is unusable.
#[derive(Clone, Debug)]
pub(super) enum Broken {
    /// It was lost.
    Io(Arc<io::Error>),
    /// Bytes that cannot be read, and the call to which they belong, if it is known. If the peer has never
    /// responded, it does not speak the protocol, and a new connection would not help.
    Wire(WireError, Option<u32>),
    /// The server declined it.
    Declined(RemoteException),
}

impl Broken {
    pub(super) fn io(error: io::Error) -> Self {
        Self::Io(Arc::new(error))
    }

    pub(super) fn silent(silence: Duration) -> Self {
        let silent = silence.as_millis();
        let cause = format!("nothing was heard of the server for {silent} ms");
        Self::io(io::Error::new(io::ErrorKind::TimedOut, cause))
    }

    /// The cause as a short name; losses are counted by it.
    pub(super) fn name(&self) -> String {
        match self {
            Self::Io(cause) => cause.kind().to_string(),
            Self::Wire(..) => "unreadable response".to_owned(),
            Self::Declined(exception) => exception.simple_class().to_owned(),
        }
    }

    /// The failure of a call; `sent` is whether its request was sent.
    pub(super) fn failure(&self, sent: bool) -> CallFailure {
        match self.clone() {
            Self::Io(cause) if sent => CallFailure::Lost(cause),
            Self::Io(cause) => CallFailure::NotSent(cause),
            Self::Wire(error, _) if sent => CallFailure::Wire(error),
            Self::Wire(error, _) => CallFailure::never_sent(&error),
            Self::Declined(exception) => CallFailure::Remote(exception),
        }
    }
}

impl fmt::Display for Broken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Io(cause) => cause.fmt(f),
            Self::Wire(error, _) => error.fmt(f),
            Self::Declined(RemoteException { class, message, .. }) => {
                write!(f, "{class}: {message}")
            }
        }
    }
}
