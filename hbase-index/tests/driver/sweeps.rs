//! Sweeps of many entries: one wait for all entries that fit into memory.

use std::sync::Arc;
use std::time::Duration;

use hbase_backend::{Backend, Mutation};
use hbase_index::{Clocks, IndexedTable, Settings};

use crate::setup::{Cx, TIMEOUT, by_mail, soon};

const STALE: u32 = 21;

/// Sweeps entries of rows that another program has deleted; returns how long it waited.
async fn waited(max_waiting: usize) -> Duration {
    let cx = Cx::new().await;
    for row in 0..STALE {
        cx.put(&row.to_string(), "m").await;
        let mut deletion = Mutation::new(row.to_string());
        deletion.delete_row(None);
        let deleted = cx
            .store
            .mutate(&cx.definition.table, deletion, soon())
            .await;
        deleted.unwrap();
    }
    cx.put("live", "m").await;
    let settings = Settings::default().page(2).max_waiting(max_waiting);
    let (store, clocks) = (cx.store.clone(), Arc::clone(&cx.clocks) as Arc<dyn Clocks>);
    let table = IndexedTable::with_clocks(store, Arc::clone(&cx.definition), settings, clocks);
    let start = cx.clocks.moment();
    let swept = table
        .sweep(&by_mail(), Duration::ZERO, TIMEOUT)
        .await
        .unwrap();
    assert_eq!(
        (swept.live, swept.deleted, swept.left),
        (1, STALE.into(), 0)
    );
    let swept = table
        .sweep(&by_mail(), Duration::ZERO, TIMEOUT)
        .await
        .unwrap();
    assert_eq!(
        (swept.live, swept.deleted),
        (1, 0),
        "entries that are there"
    );
    cx.clocks.moment().saturating_sub(start)
}

#[tokio::test]
async fn all_entries_wait_together() {
    assert_eq!(waited(100_000).await, Settings::default().query_limit);
}

/// Each page has two rows: ten entries wait together.
#[tokio::test]
async fn the_entries_that_wait_are_bounded() {
    assert_eq!(waited(10).await, Settings::default().query_limit * 3);
}
