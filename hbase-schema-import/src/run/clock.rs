//! Finds cells of a table that are ahead of this machine's clock.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use hbase_backend::{Backend, Deadline, ReadOptions, Scan, TimeRange};
use hbase_model::TableName;

/// Allowed difference: clocks differ a little, and other writers may write to the table meanwhile.
const ALLOWED_MS: i64 = 1000;

/// Maximum time of the scan. Files without newer cells are not read, so it ends early if the clocks agree.
const PATIENCE: Duration = Duration::from_secs(2);

/// How far a cell of the table is ahead of this machine's clock, in milliseconds; `None` if none is found.
pub(super) async fn newest_ahead(backend: &dyn Backend, table: &TableName) -> Option<u64> {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).ok()?;
    let now = i64::try_from(since.as_millis()).ok()?;
    let time_range = TimeRange {
        min: now.saturating_add(ALLOWED_MS),
        max: i64::MAX,
    };
    let scan = Scan {
        limit: Some(1),
        read: ReadOptions {
            time_range,
            ..ReadOptions::default()
        },
        ..Scan::new()
    };
    // It is only for a warning: the import would meet the same error and report it.
    let deadline = Deadline::after(PATIENCE);
    let mut scanner = backend.scan(table, scan, deadline).await.ok()?;
    let rows = scanner.next_batch(deadline).await.ok()?;
    let newest = rows.first()?.cells().map(|cell| cell.timestamp).max()?;
    u64::try_from(newest - now).ok()
}
