//! The numbers that a connection goes by.

use std::time::Duration;

/// The numbers that a connection goes by: how long, how many, how much at once.
///
/// ```
/// use std::time::Duration;
/// use hbase_schema::Limits;
/// let limits = Limits::default().timeout(Duration::from_secs(5));
/// assert_eq!(limits.batch_rows, 1000);
/// ```
///
/// Numbers may be added, so that it is not written as a literal:
///
/// ```compile_fail
/// # use hbase_schema::Limits;
/// let limits = Limits { retries: 1, ..Limits::default() };
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[must_use = "limits do nothing until a connection is made with them"]
#[non_exhaustive]
pub struct Limits {
    /// How long a call may take, repetitions among it; for a scan, how long each wait for rows may.
    /// 30 seconds unless said (`hbase.schema.timeout.ms`).
    pub timeout: Duration,
    /// How long an operation of several calls may take as a whole: `count`, `collect`, `first`,
    /// `page`, `page_after`, `get_many`, `put_many`. 20 minutes unless said
    /// (`hbase.schema.operation.timeout.ms`), as for `HBase`'s `hbase.client.operation.timeout`.
    ///
    /// Streams have no end of their own, and so no such bound: `rows`, `keys` and `put_stream` are
    /// bound wait by wait, by [`timeout`](Self::timeout).
    pub operation_timeout: Duration,
    /// From when on a call is counted, and told to `tracing`, as slow. 1 second unless said
    /// (`hbase.schema.slow.ms`).
    pub slow_call: Duration,
    /// How often a read is repeated after a failure that passes, as a connection that was lost.
    /// 3 unless said (`hbase.schema.retries`). Writes are not repeated, since nobody knows whether a
    /// write without an answer took effect; a backend may repeat those whose cells have timestamps
    /// of their own, for these are the same twice as once.
    pub retries: u32,
    /// How many rows are written, or read by their keys, at once. 1000 unless said
    /// (`hbase.schema.batch.rows`).
    pub batch_rows: usize,
    /// How many bytes of cells are written at once, about. 2 MiB unless said
    /// (`hbase.schema.batch.bytes`).
    pub batch_bytes: usize,
    /// How many scans of one question are under way side by side. 16 unless said
    /// (`hbase.schema.scan.side.by.side`).
    pub max_concurrent_scans: usize,
    /// How many bytes of rows a question holds in memory, about. 8 MiB unless said
    /// (`hbase.schema.scan.bytes`).
    pub scan_bytes: usize,
}

impl Limits {
    /// Sets [`timeout`](Self#structfield.timeout).
    pub fn timeout(mut self, timeout: Duration) -> Self {
        self.timeout = timeout;
        self
    }

    /// Sets [`operation_timeout`](Self#structfield.operation_timeout).
    pub fn operation_timeout(mut self, operation_timeout: Duration) -> Self {
        self.operation_timeout = operation_timeout;
        self
    }

    /// Sets [`slow_call`](Self#structfield.slow_call).
    pub fn slow_call(mut self, slow_call: Duration) -> Self {
        self.slow_call = slow_call;
        self
    }

    /// Sets [`retries`](Self#structfield.retries).
    pub fn retries(mut self, retries: u32) -> Self {
        self.retries = retries;
        self
    }

    /// Sets [`batch_rows`](Self#structfield.batch_rows).
    pub fn batch_rows(mut self, batch_rows: usize) -> Self {
        self.batch_rows = batch_rows;
        self
    }

    /// Sets [`batch_bytes`](Self#structfield.batch_bytes).
    pub fn batch_bytes(mut self, batch_bytes: usize) -> Self {
        self.batch_bytes = batch_bytes;
        self
    }

    /// Sets [`max_concurrent_scans`](Self#structfield.max_concurrent_scans).
    pub fn max_concurrent_scans(mut self, max_concurrent_scans: usize) -> Self {
        self.max_concurrent_scans = max_concurrent_scans;
        self
    }

    /// Sets [`scan_bytes`](Self#structfield.scan_bytes).
    pub fn scan_bytes(mut self, scan_bytes: usize) -> Self {
        self.scan_bytes = scan_bytes;
        self
    }
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            timeout: Duration::from_secs(30),
            operation_timeout: Duration::from_mins(20),
            slow_call: Duration::from_secs(1),
            retries: 3,
            batch_rows: 1000,
            batch_bytes: 2 << 20,
            max_concurrent_scans: 16,
            scan_bytes: 8 << 20,
        }
    }
}
