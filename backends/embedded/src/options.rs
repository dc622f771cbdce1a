//! How a store is opened.

use std::sync::Arc;

use crate::clock::{Clock, SystemClock};

/// How a store is opened.
///
/// ```
/// use hbase_schema_embedded::Options;
/// let options = Options { cache_bytes: 8 << 20, ..Options::default() };
/// # let _ = options;
/// ```
#[derive(Clone, Debug)]
pub struct Options {
    /// The clock that stands for the server's.
    pub clock: Arc<dyn Clock>,
    /// Bytes of the block cache; 32 MiB unless said. Only a store in a directory has one.
    pub cache_bytes: u64,
    /// The largest cell in bytes, key and value together; 10 MiB unless said, as with `HBase`
    /// (`hbase.server.keyvalue.maxsize`).
    pub max_cell_bytes: usize,
    /// Opens a store whose log is damaged, and gives up the writes from the damage on. Without
    /// it such a store is refused. Only for a store that has no backup.
    pub accept_damaged_log: bool,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            clock: Arc::new(SystemClock),
            cache_bytes: 32 << 20,
            max_cell_bytes: 10 << 20,
            accept_damaged_log: false,
        }
    }
}
