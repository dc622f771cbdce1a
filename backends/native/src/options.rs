//! Options of a client.

use std::sync::Arc;
use std::time::Duration;

use tokio::sync::Semaphore;

use crate::net::{Connector, TcpConnector};

const READ_AHEAD_BYTES: usize = 16 << 20;

const CONNECT_TIMEOUT: Duration = Duration::from_secs(5);

/// Options of a client.
#[derive(Clone, Debug)]
#[must_use = "options do nothing until a client is made with them"]
pub struct Options {
    pub(crate) user: String,
    pub(crate) response_bytes: usize,
    pub(crate) request_bytes: usize,
    pub(crate) read_ahead_bytes: usize,
    pub(crate) nonces: bool,
    pub(crate) connect_timeout: Duration,
    pub(crate) connector: Arc<dyn Connector>,
    #[cfg(feature = "kerberos")]
    pub(crate) login: Option<crate::security::Login>,
}

impl Default for Options {
    fn default() -> Self {
        let user = std::env::var("USER").or_else(|_| std::env::var("LOGNAME"));
        Self {
            user: user.unwrap_or_else(|_| "hbase-native".to_owned()),
            response_bytes: hbase_rpc::MAX_FRAME,
            request_bytes: hbase_rpc::MAX_FRAME,
            read_ahead_bytes: READ_AHEAD_BYTES,
            nonces: true,
            connect_timeout: CONNECT_TIMEOUT,
            connector: Arc::new(TcpConnector::default()),
            #[cfg(feature = "kerberos")]
            login: None,
        }
    }
}

impl Options {
    /// The user that servers see; the operating system's by default.
    pub fn user(mut self, user: impl Into<String>) -> Self {
        self.user = user.into();
        self
    }

    /// Maximum bytes of a response (default 256 MiB). A longer one is an error of its call.
    pub fn response_bytes(mut self, bytes: usize) -> Self {
        self.response_bytes = bytes;
        self
    }

    /// Maximum bytes of a request (default 256 MiB, the servers' `hbase.ipc.max.request.size`). A longer one is
    /// an error and is not sent, because a server would close the connection.
    pub fn request_bytes(mut self, bytes: usize) -> Self {
        self.request_bytes = bytes;
        self
    }

    /// Maximum bytes that all scans together read ahead (default 16 MiB); 0 switches reading ahead off.
    pub fn read_ahead_bytes(mut self, bytes: usize) -> Self {
        self.read_ahead_bytes = bytes.min(Semaphore::MAX_PERMITS);
        self
    }

    /// Whether increments and appends whose response was lost are retried, for servers to recognize them by their
    /// nonces; `true` by default. `false` is for servers that keep no nonces (`hbase.regionserver.nonces.enabled`) or keep
    /// them for less than a minute (`hbase.server.hashNonce.gracePeriod`): the outcome is reported as unknown then.
    pub fn nonces(mut self, nonces: bool) -> Self {
        self.nonces = nonces;
        self
    }

    /// Maximum wait of a call for a connection (default 5 s). The region is then looked up again: it may have
    /// moved from a host that is gone.
    pub fn connect_timeout(mut self, timeout: Duration) -> Self {
        self.connect_timeout = timeout;
        self
    }

    /// The connector that makes connections (default TCP).
    pub fn connector(mut self, connector: impl Connector) -> Self {
        self.connector = Arc::new(connector);
        self
    }

    /// Logs in to the servers, which are then authenticated too. Without a login, servers trust the client's name
    /// ([`user`](Self::user)), and those of a secured cluster reject the client.
    #[cfg(feature = "kerberos")]
    pub fn login(mut self, login: crate::Login) -> Self {
        self.login = Some(login);
        self
    }
}
