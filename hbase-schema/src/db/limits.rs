//! The numbers that a connection goes by.

use std::time::Duration;

/// The numbers that a connection goes by: how long, how many, how much at once.
///
/// ```
/// use std::time::Duration;
/// use hbase_schema::Limits;
/// let limits = Limits { timeout: Duration::from_secs(5), ..Limits::default() };
/// assert_eq!(limits.batch_rows, 1000);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
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
    pub side_by_side: usize,
    /// How many bytes of rows a question holds in memory, about. 8 MiB unless said
    /// (`hbase.schema.scan.bytes`).
    pub scan_bytes: usize,
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
            side_by_side: 16,
            scan_bytes: 8 << 20,
        }
    }
}
