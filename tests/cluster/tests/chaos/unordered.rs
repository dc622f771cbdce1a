//! Typed scans without order return each row once, whatever happens to its region meanwhile.

use std::collections::HashSet;
use std::sync::Arc;
use std::time::Duration;

use hbase_native::Native;
use hbase_schema::{Connection, Error, HTable, Limits};

use crate::record::Record;

/// The rows that are written meanwhile.
#[derive(HTable)]
#[table("chaos_rows", naming = hbase, rename_all = "snake_case")]
#[family("f")]
struct ChaosRow {
    #[rowkey]
    id: String,
    a: String,
    b: String,
}

/// Scans of a client, each batch with this deadline.
pub(crate) fn connection(client: &Native, deadline: Duration) -> Connection {
    let limits = Limits::default().timeout(deadline);
    Connection::with_limits(Arc::new(client.clone()), limits)
}

/// One scan: it returns no row twice, and all that were acknowledged before.
pub(crate) async fn scan(db: &Connection, record: &Record) {
    let expected = record.snapshot();
    let mut rows = db
        .scan(ChaosRow::scan().all())
        .unordered()
        .caching(50)
        .rows();
    let mut found = HashSet::new();
    while let Some(row) = rows.next().await {
        match row {
            Ok(row) => check(&row, &mut found, record),
            Err(Error::Backend { cause, .. }) => return record.failed("unordered scan", &cause),
            Err(error) => return record.violated(format!("an unordered scan: {error}")),
        }
    }
    record.succeeded("unordered scan");
    for row in expected.iter().filter(|row| !found.contains(*row)).take(5) {
        record.violated(format!("an unordered scan has omitted {row}"));
    }
}

fn check(row: &ChaosRow, found: &mut HashSet<String>, record: &Record) {
    if row.a != row.id || row.b != row.id {
        record.violated(format!(
            "an unordered scan returned {} with other cells",
            row.id
        ));
    }
    if !found.insert(row.id.clone()) {
        record.violated(format!("an unordered scan returned {} twice", row.id));
    }
}
