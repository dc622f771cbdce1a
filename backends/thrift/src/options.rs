//! Options of connections to gateways.

use std::sync::Arc;
use std::time::Duration;

use crate::clock::{Clock, SystemClock};
use crate::wire::{Protocol, Wire};

/// Transport, protocol and connections. Transport and protocol must match those of the gateways:
/// clients cannot discover them.
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
    pub(crate) max_idle: Duration,
    pub(crate) max_response_bytes: usize,
    pub(crate) clock: Arc<dyn Clock>,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            wire: Wire::default(),
            pool: 8,
            max_idle: Duration::from_secs(45),
            max_response_bytes: 256 << 20,
            clock: Arc::new(SystemClock),
        }
    }
}

impl Options {
    /// Maximum [`pool`](Self::pool).
    pub const MAX_CONNECTIONS: usize = 1024;

    /// Framed transport (`hbase.regionserver.thrift.framed`) instead of buffered.
    pub fn framed(mut self, framed: bool) -> Self {
        self.wire.framed = framed;
        self
    }

    /// Compact protocol (`hbase.regionserver.thrift.compact`) instead of binary.
    pub fn compact(mut self, compact: bool) -> Self {
        self.wire.protocol = if compact {
            Protocol::Compact
        } else {
            Protocol::Binary
        };
        self
    }

    /// Maximum connections, including idle ones (default 8, clamped to 1..=1024). Further calls
    /// wait for one.
    pub fn pool(mut self, connections: usize) -> Self {
        self.pool = connections.clamp(1, Self::MAX_CONNECTIONS);
        self
    }

    /// Maximum time that a connection is idle before it is replaced (default 45 s). The gateway closes
    /// idle connections after a minute (`hbase.thrift.server.socket.read.timeout`).
    pub fn max_idle(mut self, max_idle: Duration) -> Self {
        self.max_idle = max_idle;
        self
    }

    /// Maximum length of a response in bytes (default 256 MiB).
    pub fn max_response_bytes(mut self, bytes: usize) -> Self {
        self.max_response_bytes = bytes;
        self
    }

    /// The clock that measures idle time, for tests.
    #[doc(hidden)]
    pub fn clock(mut self, clock: Arc<dyn Clock>) -> Self {
        self.clock = clock;
        self
    }
}
