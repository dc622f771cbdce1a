//! Failures of calls.

use std::io;
use std::sync::Arc;

use hbase_backend::Deadline;
use hbase_rpc::{RemoteException, WireError};

use crate::clock;

/// The reason why a call has no response.
#[derive(Clone, Debug)]
pub(crate) enum CallFailure {
    /// No connection was available, or it was lost before anything of the request was sent.
    NotSent(Arc<io::Error>),
    /// Nothing was sent, and another try is useless: the deadline has passed before a connection was available,
    /// which says nothing about the server, or the peers do not accept each other.
    NeverSent(Arc<io::Error>),
    /// No connection was made, because the login has failed.
    Login {
        cause: Arc<io::Error>,
        /// Whether no login of the client has succeeded so far. Its credentials or settings are wrong then, and another
        /// try is useless. Later, a login fails while a KDC is down, for example.
        is_first: bool,
    },
    /// The request is longer than servers accept, in bytes; nothing was sent.
    TooLarge { found: u64, most: usize },
    /// The connection was lost after the request, or a part of it, was sent.
    Lost(Arc<io::Error>),
    /// The deadline has passed.
    TimedOut,
    /// The server's exception.
    Remote(RemoteException),
    /// A response that cannot be decoded.
    Wire(WireError),
    /// The client was closed.
    Closed,
}

impl CallFailure {
    /// Whether a response was too long.
    pub(crate) fn is_too_long(&self) -> bool {
        matches!(self, Self::Wire(WireError::FrameTooLarge { .. }))
    }

    pub(crate) fn not_sent(error: io::Error) -> Self {
        Self::NotSent(Arc::new(error))
    }

    /// The failure of a request to a peer that does not speak the protocol.
    pub(crate) fn never_sent(error: &WireError) -> Self {
        Self::NeverSent(Arc::new(unreadable(error)))
    }

    /// The failure of a connection that was not made.
    pub(crate) fn not_connected(
        cause: Arc<io::Error>,
        deadline: Deadline,
        has_logged_in: bool,
    ) -> Self {
        if is_of_login(&cause) {
            let is_first = !has_logged_in;
            return Self::Login { cause, is_first };
        }
        let is_final = match cause.kind() {
            io::ErrorKind::TimedOut => clock::is_over(deadline),
            // TLS: a certificate that does not match, or a name that no certificate can contain.
            io::ErrorKind::InvalidData | io::ErrorKind::InvalidInput => true,
            _ => false,
        };
        if is_final {
            Self::NeverSent(cause)
        } else {
            Self::NotSent(cause)
        }
    }

    /// The failure of a wait whose limit is below the caller's deadline: if only the limit was reached, a later
    /// try may succeed.
    pub(crate) fn of_limited(self, deadline: Deadline, what: &'static str) -> Self {
        let is_late = match &self {
            Self::TimedOut => true,
            Self::NeverSent(cause) => cause.kind() == io::ErrorKind::TimedOut,
            _ => false,
        };
        if is_late && !clock::is_over(deadline) {
            return Self::not_sent(io::Error::new(io::ErrorKind::TimedOut, what));
        }
        self
    }

    /// The cause as a short name; retries are counted by it.
    pub(crate) fn cause(&self) -> &str {
        match self {
            Self::NotSent(_) => "not sent",
            Self::Lost(_) => "connection lost",
            Self::NeverSent(_) => "never sent",
            Self::Login { .. } => "login failed",
            Self::TooLarge { .. } => "too large",
            Self::TimedOut => "deadline",
            Self::Remote(exception) => exception.simple_class(),
            Self::Wire(_) => "unreadable response",
            Self::Closed => "closed",
        }
    }
}

/// The cause of a connection that was not made because its login has failed.
#[derive(Debug, thiserror::Error)]
#[error("logging in to {server}: {cause}")]
pub(super) struct LoginFailed {
    server: String,
    cause: String,
}

/// Whether a connection was not made because its login has failed.
pub(super) fn is_of_login(error: &io::Error) -> bool {
    let cause = error.get_ref();
    cause
        .and_then(|cause| cause.downcast_ref::<LoginFailed>())
        .is_some()
}

#[cfg(feature = "kerberos")]
impl LoginFailed {
    pub(super) fn error(server: &crate::Endpoint, cause: &io::Error) -> io::Error {
        let (server, cause) = (server.to_string(), cause.to_string());
        io::Error::new(io::ErrorKind::PermissionDenied, Self { server, cause })
    }
}

/// Why a response cannot be read.
pub(crate) fn of_response(error: &WireError) -> String {
    match error {
        WireError::FrameTooLarge { found, most } => format!(
            "the response has {found} bytes, at most {most} are read: request fewer rows or columns at once, or raise `hbase.schema.native.response.bytes` (`Options::response_bytes`)"
        ),
        other => other.to_string(),
    }
}

/// Converts a wire error to a connection's error.
pub(super) fn unreadable(error: &WireError) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, error.to_string())
}

impl From<WireError> for CallFailure {
    fn from(error: WireError) -> Self {
        Self::Wire(error)
    }
}
