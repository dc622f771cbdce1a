//! Stamps of rows that are gone.

use std::time::Duration;

use hbase_backend::{Backend as _, Mutation, Scan};
use hbase_index::{Intent, Settings, Swept, Verification, Written};

use crate::setup::{Cx, TIMEOUT, by_mail, mail_of, soon};

/// From then on, stamps are removed.
fn age() -> Duration {
    Settings::default().write_limit * 2 + Duration::from_secs(120)
}

impl Cx {
    async fn delete(&self, row: &str) {
        let deleted = self.table.write(Intent::delete(row), soon()).await;
        assert_eq!(deleted.unwrap(), Written::Yes);
    }

    /// The rows that have a stamp.
    async fn stamps(&self) -> Vec<String> {
        let mut scan = Scan::new();
        scan.read.add_column(b"S", b"S");
        let users = &self.definition.table;
        let mut rows = self.store.scan(users, scan, soon()).await.unwrap();
        let mut found = Vec::new();
        loop {
            let batch = rows.next_batch(soon()).await.unwrap();
            if batch.is_empty() {
                return found;
            }
            found.extend(batch.iter().map(crate::setup::key));
        }
    }

    async fn sweep(&self) -> Swept {
        let swept = self.table.sweep(&by_mail(), Duration::ZERO, TIMEOUT).await;
        swept.unwrap()
    }
}

#[tokio::test]
async fn old_stamps_of_deleted_rows_are_removed() {
    let cx = Cx::new().await;
    for row in ["1", "2", "3", "4", "5"] {
        cx.put(row, "a").await;
    }
    for row in ["1", "3", "4"] {
        cx.delete(row).await;
    }
    assert_eq!(cx.sweep().await.stamps, 0);
    assert_eq!(cx.stamps().await.len(), 5);
    cx.clocks.advance(age());
    cx.put("4", "b").await;
    assert_eq!(cx.sweep().await.stamps, 2);
    assert_eq!(cx.stamps().await, ["2", "4", "5"]);
    assert_eq!(cx.sweep().await.stamps, 0);
    cx.put("1", "c").await;
    assert_eq!(cx.find_one("c").await, ["1"]);
}

/// A row without indexed columns has other ones.
#[tokio::test]
async fn rows_with_other_cells_keep_their_stamps() {
    let cx = Cx::new().await;
    let mut note = Mutation::new("1");
    note.put(b"X", b"NOTE", b"x").unwrap();
    cx.table.write(Intent::put(note), soon()).await.unwrap();
    cx.clocks.advance(age() + Duration::from_secs(1));
    assert_eq!(cx.sweep().await.stamps, 0);
    assert_eq!(cx.stamps().await, ["1"]);
}

/// Rows that expire, or that another program deletes, leave their stamps and their entries.
#[tokio::test]
async fn stamps_of_rows_that_ended_otherwise_are_removed() {
    let cx = Cx::new().await;
    for row in ["1", "2"] {
        cx.put(row, "a").await;
        let mut deletion = Mutation::new(row);
        deletion.delete_family(b"D", None).unwrap();
        let users = &cx.definition.table;
        cx.store.mutate(users, deletion, soon()).await.unwrap();
    }
    let report = Verification::Report;
    let found = cx.table.verify(&by_mail(), report, TIMEOUT).await.unwrap();
    assert_eq!((found.rows, found.live, found.stale), (0, 0, 2));
    cx.clocks.advance(age() + Duration::from_secs(1));
    let swept = cx.sweep().await;
    assert_eq!((swept.deleted, swept.stamps), (2, 2));
    assert_eq!(cx.stamps().await.len(), 0);
}

/// A client of its own continues after the last row.
#[tokio::test]
async fn a_sweep_examines_a_part_of_the_stamps() {
    let cx = Cx::new().await;
    let puts = (0..200).map(|row| Intent::put(mail_of(&format!("{row:06}"), "a")));
    let written = cx.table.write_many(puts.collect(), soon()).await;
    assert!(written.iter().all(Result::is_ok));
    cx.put("zz", "b").await;
    cx.delete("zz").await;
    cx.clocks.advance(age() + Duration::from_secs(1));
    let settings = Settings::default().page(1);
    let client = || {
        let (store, clocks) = (cx.store.clone(), std::sync::Arc::clone(&cx.clocks));
        let definition = std::sync::Arc::clone(&cx.definition);
        hbase_index::IndexedTable::with_clocks(store, definition, settings.clone(), clocks)
    };
    for removed in [0, 1, 0] {
        let swept = client().sweep(&by_mail(), Duration::ZERO, TIMEOUT).await;
        assert_eq!(swept.unwrap().stamps, removed);
    }
}
