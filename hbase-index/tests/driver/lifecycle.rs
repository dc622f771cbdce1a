//! Building, resuming and dropping an index.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use hbase_backend::{Backend, BoxFuture, RowBound};
use hbase_index::protocol::Phase;
use hbase_index::{
    Clocks, IndexDefinition, IndexError, IndexedTable, Progress, Settings, TableDefinition,
    Verification,
};
use hbase_model::TableName;

use crate::setup::{Cx, PAGE, TIMEOUT, by_mail, soon};

#[tokio::test]
async fn existing_rows_are_filled_in_pages() {
    let cx = Cx::unbuilt().await;
    for row in ["1", "2", "3", "4", "5"] {
        cx.put_directly(row, "m").await;
    }
    let mut pages: Vec<Progress> = Vec::new();
    let mut report = |progress: &Progress| pages.push(progress.clone());
    cx.table
        .build(&by_mail(), TIMEOUT, &mut report)
        .await
        .unwrap();
    let rows: Vec<_> = pages.iter().map(|page| (page.rows, page.added)).collect();
    assert_eq!(rows, [(2, 2), (4, 4), (5, 5)]);
    assert_eq!(cx.find_one("m").await.len(), 5);
}

#[tokio::test]
async fn a_build_resumes_after_its_last_page() {
    const ROWS: u64 = 300;
    let cx = Cx::unbuilt().await;
    // So many rows that no single poll reads them all.
    for row in 0..ROWS {
        cx.put_directly(&format!("{row:03}"), "m").await;
    }
    let done = Arc::new(AtomicU64::new(0));
    {
        // A client that dies after its first page.
        let counted = Arc::clone(&done);
        let mut report = move |progress: &Progress| counted.store(progress.rows, Ordering::Relaxed);
        let index = by_mail();
        let mut build = Box::pin(cx.table.build(&index, TIMEOUT, &mut report));
        while done.load(Ordering::Relaxed) == 0 {
            assert!(futures_util::poll!(&mut build).is_pending());
            tokio::task::yield_now().await;
        }
    }
    let phase = cx.table.state(&by_mail(), soon()).await.unwrap().phase;
    assert_eq!(phase, Phase::Backfilling);
    let mut rows = 0;
    let mut report = |progress: &Progress| rows = progress.rows;
    cx.table
        .build(&by_mail(), TIMEOUT, &mut report)
        .await
        .unwrap();
    let left = ROWS - done.load(Ordering::Relaxed);
    // The page after the reported one may have been done as well.
    assert!([left, left - PAGE].contains(&rows), "{rows} of {left}");
    assert_eq!(cx.find_one("m").await.len() as u64, ROWS);
}

/// Clocks whose waits end when two of them have begun.
#[derive(Debug, Default)]
struct Together {
    waits: AtomicU64,
}

impl Clocks for Together {
    fn now_ms(&self) -> i64 {
        1_000_000
    }

    fn moment(&self) -> Duration {
        Duration::ZERO
    }

    fn sleep_until(&self, until: Duration) -> BoxFuture<'_, ()> {
        assert_eq!(until, Settings::default().write_limit * 2);
        self.waits.fetch_add(1, Ordering::Relaxed);
        Box::pin(async move {
            let both = async {
                while self.waits.load(Ordering::Relaxed) < 2 {
                    tokio::time::sleep(Duration::from_millis(1)).await;
                }
            };
            let waited = tokio::time::timeout(TIMEOUT, both).await;
            waited.expect("the other wait, at the same time");
        })
    }
}

#[tokio::test]
async fn all_indexes_wait_together() {
    let cx = Cx::unbuilt().await;
    for row in ["1", "2", "3"] {
        cx.put_directly(row, "m").await;
    }
    let settings = Settings::default().page(2);
    let (store, definition) = (cx.store.clone(), Arc::clone(&cx.definition));
    let clocks = Arc::new(Together::default());
    let table = IndexedTable::with_clocks(store, definition, settings, clocks);
    let mut rows = Vec::new();
    let mut report = |progress: &Progress| rows.push(progress.rows);
    let live = cx.store.describe_table(&cx.definition.table, soon());
    let live = live.await.unwrap();
    table.create_all(&live, TIMEOUT, &mut report).await.unwrap();
    // Filled one after the other; the rows have no city.
    assert_eq!(rows, [2, 3]);
    assert_eq!(cx.find_one("m").await.len(), 3);
    for index in &cx.definition.indexes {
        let state = cx.table.state(&index.table, soon()).await.unwrap();
        assert_eq!(state.phase, Phase::Readable);
    }
}

#[tokio::test]
async fn ranges_are_filled_apart() {
    let cx = Cx::new().await;
    for row in ["1", "2", "3"] {
        cx.put_directly(row, "m").await;
    }
    let stop = RowBound::Excluded(b"3".to_vec());
    let (index, mut ignore) = (by_mail(), |_: &Progress| {});
    let filled = cx
        .table
        .backfill(&index, RowBound::Unbounded, stop, TIMEOUT, &mut ignore);
    let filled = filled.await.unwrap();
    assert_eq!(
        (filled.rows, filled.added, filled.last_row),
        (2, 2, b"2".to_vec())
    );
    assert_eq!(cx.find_one("m").await, ["1", "2"]);
}

#[tokio::test]
async fn a_dropped_index_is_neither_read_nor_written() {
    let cx = Cx::new().await;
    cx.put("1", "a").await;
    cx.table.drop_index(&by_mail(), TIMEOUT).await.unwrap();
    let tables = cx.store.list_tables(soon()).await.unwrap();
    assert!(!tables.contains(&by_mail()));
    cx.put("2", "a").await;
    let range = vec![hbase_index::ValueRange::value(*b"a\0")];
    let rows = cx
        .table
        .query(&by_mail(), range, Vec::new(), |_| true)
        .unwrap();
    let error = rows.all(soon()).await.unwrap_err();
    assert_eq!(
        error.to_string(),
        "index USERS_BY_MAIL is not built, not readable: build it, by `create_table_if_missing` in a program, or by `hbase-schema index build`"
    );
    cx.table
        .build(&by_mail(), TIMEOUT, &mut |_| {})
        .await
        .unwrap();
    assert_eq!(cx.find_one("a").await, ["1", "2"]);
}

#[tokio::test]
async fn the_last_index_is_dropped_when_the_definition_has_none() {
    let cx = Cx::new().await;
    let definition = TableDefinition {
        indexes: Vec::new(),
        ..TableDefinition::clone(&cx.definition)
    };
    let later = Cx::client(cx.store.clone(), &cx.clocks, &Arc::new(definition));
    for IndexDefinition { table, .. } in &cx.definition.indexes {
        later.drop_undeclared(table, TIMEOUT).await.unwrap();
        let tables = cx.store.list_tables(soon()).await.unwrap();
        assert!(!tables.contains(table), "{tables:?}");
    }
}

#[tokio::test]
async fn an_unknown_index_is_named() {
    let cx = Cx::unbuilt().await;
    let other = TableName::parse("OTHER").unwrap();
    let error = cx.table.state(&other, soon()).await.unwrap_err();
    assert!(matches!(error, IndexError::UnknownIndex { .. }));
    assert_eq!(
        error.to_string(),
        "table USERS has no index OTHER: it has USERS_BY_MAIL, USERS_BY_CITY"
    );
}

/// A sweep would delete the entries that a build puts, and nothing can be compared.
#[tokio::test]
async fn an_index_that_is_not_written_is_neither_swept_nor_verified() {
    let cx = Cx::new().await;
    cx.table.drop_index(&by_mail(), TIMEOUT).await.unwrap();
    let errors = [
        cx.table
            .sweep(&by_mail(), TIMEOUT, TIMEOUT)
            .await
            .unwrap_err(),
        cx.table
            .verify(&by_mail(), Verification::Report, TIMEOUT)
            .await
            .unwrap_err(),
    ];
    for error in errors {
        assert!(matches!(error, IndexError::NotReadable { .. }), "{error}");
    }
}
