//! Where the gateways are, and how they are spoken to.

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use crate::net::{Clock, SystemClock};
use crate::wire::{Protocol, Wire};

/// Where one gateway listens: [`Gateway::new`].
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Gateway {
    /// A name, or an address.
    pub host: String,
    /// The port; 9090 where nothing else is said in `HBase`'s settings.
    pub port: u16,
}

impl Gateway {
    /// A gateway at a host and a port.
    pub fn new(host: impl Into<String>, port: u16) -> Self {
        Self {
            host: host.into(),
            port,
        }
    }
}

impl fmt::Display for Gateway {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.host.contains(':') {
            write!(f, "[{}]:{}", self.host, self.port)
        } else {
            write!(f, "{}:{}", self.host, self.port)
        }
    }
}

/// How the gateways are spoken to. The protocol and the transport are those with which the gateways
/// were started: nothing in the protocol tells them.
///
/// ```
/// use hbase_schema_thrift::Options;
/// let options = Options::default().framed(true).pool(4);
/// # let _ = options;
/// ```
#[derive(Clone, Debug)]
#[must_use = "options do nothing until something is opened with them"]
pub struct Options {
    pub(crate) wire: Wire,
    pub(crate) pool: usize,
    pub(crate) most_idle: Duration,
    pub(crate) answer_bytes: usize,
    pub(crate) clock: Arc<dyn Clock>,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            wire: Wire::default(),
            pool: 8,
            most_idle: Duration::from_secs(45),
            answer_bytes: 256 << 20,
            clock: Arc::new(SystemClock),
        }
    }
}

impl Options {
    /// The most connections that are allowed.
    pub const MOST_CONNECTIONS: usize = 1024;

    /// Framed transport (`hbase.regionserver.thrift.framed`) rather than buffered.
    pub fn framed(mut self, framed: bool) -> Self {
        self.wire.framed = framed;
        self
    }

    /// Compact protocol (`hbase.regionserver.thrift.compact`) rather than binary.
    pub fn compact(mut self, compact: bool) -> Self {
        self.wire.protocol = if compact {
            Protocol::Compact
        } else {
            Protocol::Binary
        };
        self
    }

    /// How many connections there are at most, idle ones among them; 8 unless said. Calls beyond
    /// that wait for one. 0 counts as 1, and more than 1024 as 1024.
    pub fn pool(mut self, connections: usize) -> Self {
        self.pool = connections.clamp(1, Self::MOST_CONNECTIONS);
        self
    }

    /// How long a connection may be idle before it is not used again; 45 seconds unless said. The
    /// gateway closes it after a minute (`hbase.thrift.server.socket.read.timeout`).
    pub fn most_idle(mut self, most_idle: Duration) -> Self {
        self.most_idle = most_idle;
        self
    }

    /// How long an answer may be, in bytes; 256 MiB unless said.
    pub fn answer_bytes(mut self, bytes: usize) -> Self {
        self.answer_bytes = bytes;
        self
    }

    /// What tells how long a connection was idle, for tests.
    #[doc(hidden)]
    pub fn clock(mut self, clock: Arc<dyn Clock>) -> Self {
        self.clock = clock;
        self
    }
}
