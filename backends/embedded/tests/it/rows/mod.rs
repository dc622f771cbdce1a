//! The rows of a scan.

use hbase_backend::{Deadline, Row, Scanner};

/// The rows that are left in a scan.
pub(crate) async fn left(scanner: &mut dyn Scanner, deadline: Deadline) -> Vec<Row> {
    let mut rows = Vec::new();
    loop {
        let batch = scanner.next_batch(deadline).await.expect("a batch");
        if batch.is_empty() {
            return rows;
        }
        rows.extend(batch);
    }
}
