//! Counts of a connection's calls.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use hbase_backend::{Backend, Error as BackendError};

use crate::db::error::ErrorKind;

/// Counts of a connection's calls, with any backend: [`Connection::metrics`].
///
/// All clones of a connection count together. `tracing` events with the target `hbase_schema` report
/// the same, call by call.
///
/// [`Connection::metrics`]: crate::Connection::metrics
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Metrics {
    /// Calls to the backend, including each batch of a scan and each retry.
    pub calls: u64,
    /// Calls that failed, including timeouts. A call on many rows, such as each batch of `put_many`, fails if one of
    /// its rows fails. A condition that does not hold, such as that of an `insert` of an existing row, is a result, not
    /// a failure.
    pub failed: u64,
    /// Failed calls that the backend rejected: the table is missing, exists or is disabled, the request is invalid or
    /// unsupported, or access is denied. A call on many rows counts if all its failed rows were rejected. Some
    /// rejections are expected: `create_table` also creates the namespace, which may exist. The other failures are
    /// those of servers and networks.
    pub rejected: u64,
    /// Retries after transient errors, including the backend's own.
    pub retries: u64,
    /// Calls that exceeded [`Limits::slow_call`](crate::Limits::slow_call).
    pub slow: u64,
    /// Rows read.
    pub rows_read: u64,
    /// Bytes of the cells read.
    pub bytes_read: u64,
    /// Rows written.
    pub rows_written: u64,
    /// Bytes of the cells written.
    pub bytes_written: u64,
    /// Writes to tables with indexes whose old entries wait in this process to be deleted. This and the
    /// following counts are of all tables; `Indexes::lag` has them for one table.
    pub index_deletions_waiting: u64,
    /// Writes whose old entries were deleted.
    pub index_deletions: u64,
    /// Attempts to delete the old entries of a write that failed; they are retried.
    pub index_deletions_failed: u64,
    /// Writes whose old entries are left to a sweep, because too many were waiting, or their connection was dropped.
    pub index_deletions_left: u64,
    /// Background compactions of families that the store has started. This and the following counts
    /// are the store's, for all its connections; 0 if the backend does not report them, like a gateway.
    pub compactions: u64,
    /// Background compactions that the store has finished.
    pub compactions_finished: u64,
    /// Cells that flushes and compactions have removed: overwritten, deleted or expired ones.
    pub cells_removed: u64,
}

impl Metrics {
    /// Adds the backend's counts.
    pub(crate) fn with_backend(mut self, backend: &dyn Backend) -> Self {
        let upkeep = backend.upkeep();
        self.retries += backend.retries();
        self.compactions = upkeep.compactions;
        self.compactions_finished = upkeep.compactions_finished;
        self.cells_removed = upkeep.cells_removed;
        self
    }
}

/// The current counts.
#[derive(Debug, Default)]
pub(crate) struct Counters {
    calls: AtomicU64,
    failed: AtomicU64,
    rejected: AtomicU64,
    retries: AtomicU64,
    slow: AtomicU64,
    rows_read: AtomicU64,
    bytes_read: AtomicU64,
    rows_written: AtomicU64,
    bytes_written: AtomicU64,
    /// The deletions of old entries of indexes.
    #[cfg(feature = "index")]
    pub(crate) index: std::sync::Arc<hbase_index::LagCounts>,
}

impl Counters {
    /// Counts a call that ended.
    pub(crate) fn call(&self, error: Option<&BackendError>, took: Duration, slow: Duration) {
        add(&self.calls, 1);
        if let Some(error) = error {
            add(&self.failed, 1);
            add(&self.rejected, u64::from(is_rejected(error)));
        }
        if took > slow {
            add(&self.slow, 1);
        }
    }

    pub(crate) fn retry(&self) {
        add(&self.retries, 1);
    }

    pub(crate) fn read(&self, rows: usize, bytes: usize) {
        add(&self.rows_read, rows as u64);
        add(&self.bytes_read, bytes as u64);
    }

    pub(crate) fn written(&self, rows: usize, bytes: usize) {
        add(&self.rows_written, rows as u64);
        add(&self.bytes_written, bytes as u64);
    }

    pub(crate) fn so_far(&self) -> Metrics {
        let get = |counter: &AtomicU64| counter.load(Ordering::Relaxed);
        Metrics {
            calls: get(&self.calls),
            failed: get(&self.failed),
            rejected: get(&self.rejected),
            retries: get(&self.retries),
            slow: get(&self.slow),
            rows_read: get(&self.rows_read),
            bytes_read: get(&self.bytes_read),
            rows_written: get(&self.rows_written),
            bytes_written: get(&self.bytes_written),
            ..self.of_indexes()
        }
    }

    #[cfg(feature = "index")]
    fn of_indexes(&self) -> Metrics {
        Metrics {
            index_deletions_waiting: self.index.waiting(),
            index_deletions: self.index.deleted(),
            index_deletions_failed: self.index.failed(),
            index_deletions_left: self.index.left(),
            ..Metrics::default()
        }
    }

    #[cfg(not(feature = "index"))]
    #[allow(clippy::unused_self, reason = "the feature has counts")]
    fn of_indexes(&self) -> Metrics {
        Metrics::default()
    }
}

/// Whether the error is the backend's decision on the call, and not a failure of servers or networks.
pub(crate) fn is_rejected(error: &BackendError) -> bool {
    matches!(
        ErrorKind::of_backend(error),
        ErrorKind::NotFound
            | ErrorKind::AlreadyExists
            | ErrorKind::Disabled
            | ErrorKind::Denied
            | ErrorKind::Unauthenticated
            | ErrorKind::Unsupported
            | ErrorKind::InvalidRequest
    )
}

fn add(counter: &AtomicU64, count: u64) {
    counter.fetch_add(count, Ordering::Relaxed);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn calls_are_counted_by_their_errors_and_time() {
        let counters = Counters::default();
        let slow = Duration::from_millis(10);
        let shorter = Duration::from_nanos(9_999_999);
        let rejected = BackendError::invalid("x");
        let failed = BackendError::DeadlineExceeded { doing: "x" };
        counters.call(None, shorter, slow);
        counters.call(None, slow, slow);
        counters.call(None, slow + Duration::from_nanos(1), slow);
        counters.call(Some(&rejected), Duration::ZERO, slow);
        counters.call(Some(&failed), slow * 2, slow);
        counters.retry();
        counters.read(3, 40);
        counters.read(2, 5);
        counters.written(7, 11);
        let expected = Metrics {
            calls: 5,
            failed: 2,
            rejected: 1,
            retries: 1,
            slow: 2,
            rows_read: 5,
            bytes_read: 45,
            rows_written: 7,
            bytes_written: 11,
            ..Metrics::default()
        };
        assert_eq!(counters.so_far(), expected);
    }
}
