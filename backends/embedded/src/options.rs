//! Options of a store.

use std::sync::Arc;

use crate::clock::{Clock, SystemClock};

/// The minimum size of a memtable: smaller ones cost more because of many files than they save in memory.
const MIN_MEMTABLE: u64 = 256 << 10;

/// The maximum size of a memtable, which limits how many files a flush writes.
pub(crate) const MAX_MEMTABLE: u64 = 512 << 20;

/// Options of a store.
///
/// ```
/// use hbase_schema_embedded::Options;
/// let options = Options::default().cache_bytes(8 << 20);
/// assert!(options.background_compaction);
/// ```
///
/// Options may be added, so it cannot be written as a literal:
///
/// ```compile_fail
/// # use hbase_schema_embedded::Options;
/// let options = Options { cache_bytes: 8 << 20, ..Options::default() };
/// ```
#[derive(Clone, Debug)]
#[must_use = "options do nothing until a store is opened with them"]
#[non_exhaustive]
pub struct Options {
    /// The server's clock: the time of cells without a timestamp.
    pub clock: Arc<dyn Clock>,
    /// Bytes of the block cache (default 32 MiB). Only a store in a directory has one.
    pub cache_bytes: u64,
    /// Maximum bytes of a cell, key and value together (default 10 MiB, as in `HBase`:
    /// `hbase.server.keyvalue.maxsize`).
    pub max_cell_bytes: usize,
    /// Opens a store with a damaged log, and discards the writes from the damage on, which
    /// [`Embedded::given_up`](crate::Embedded::given_up) lists. By default such a store is an
    /// error. Use it only for a store without a backup.
    pub accept_damaged_log: bool,
    /// Bytes of writes in memory that are not in files yet, for all tables together (default 16 MiB). One
    /// family gets a quarter of them, at most 512 MiB. Only for a store in a directory.
    pub write_buffer_bytes: u64,
    /// Bytes that may be written while a scan keeps its read snapshot, which retains them in memory (default 16
    /// MiB). Beyond them, the scan's [`past_snapshot`](hbase_backend::Scan::past_snapshot) applies. Only for a
    /// store in a directory: in memory, a scan keeps its snapshot, and with it every cell that is overwritten
    /// while it is open.
    pub snapshot_bytes: u64,
    /// Whether tables are compacted in the background when it pays (default `true`). As in `HBase`,
    /// a compaction changes the results of some reads: versions beyond `VERSIONS` are removed, and
    /// puts older than a removed delete marker become visible. Disable it for tests that depend on
    /// this.
    pub background_compaction: bool,
}

impl Options {
    /// Sets [`clock`](Self#structfield.clock).
    pub fn clock(mut self, clock: Arc<dyn Clock>) -> Self {
        self.clock = clock;
        self
    }

    /// Sets [`cache_bytes`](Self#structfield.cache_bytes).
    pub fn cache_bytes(mut self, cache_bytes: u64) -> Self {
        self.cache_bytes = cache_bytes;
        self
    }

    /// Sets [`max_cell_bytes`](Self#structfield.max_cell_bytes).
    pub fn max_cell_bytes(mut self, max_cell_bytes: usize) -> Self {
        self.max_cell_bytes = max_cell_bytes;
        self
    }

    /// Sets [`accept_damaged_log`](Self#structfield.accept_damaged_log).
    pub fn accept_damaged_log(mut self, accept_damaged_log: bool) -> Self {
        self.accept_damaged_log = accept_damaged_log;
        self
    }

    /// Sets [`write_buffer_bytes`](Self#structfield.write_buffer_bytes).
    pub fn write_buffer_bytes(mut self, write_buffer_bytes: u64) -> Self {
        self.write_buffer_bytes = write_buffer_bytes;
        self
    }

    /// Sets [`snapshot_bytes`](Self#structfield.snapshot_bytes).
    pub fn snapshot_bytes(mut self, snapshot_bytes: u64) -> Self {
        self.snapshot_bytes = snapshot_bytes;
        self
    }

    /// Sets [`background_compaction`](Self#structfield.background_compaction).
    pub fn background_compaction(mut self, background_compaction: bool) -> Self {
        self.background_compaction = background_compaction;
        self
    }

    /// Maximum bytes of one keyspace's memtable.
    pub(crate) fn memtable_bytes(&self) -> u64 {
        (self.write_buffer_bytes / 4).clamp(MIN_MEMTABLE, MAX_MEMTABLE)
    }
}

impl Default for Options {
    fn default() -> Self {
        Self {
            clock: Arc::new(SystemClock),
            cache_bytes: 32 << 20,
            max_cell_bytes: 10 << 20,
            accept_damaged_log: false,
            write_buffer_bytes: 16 << 20,
            snapshot_bytes: 16 << 20,
            background_compaction: true,
        }
    }
}
