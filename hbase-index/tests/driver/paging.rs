//! Pages of many ranges, pages whose reading is abandoned, and page sizes.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use hbase_index::{Clocks, IndexError, IndexedTable, Rows, Settings, ValueRange};

use crate::setup::{Cx, TIMEOUT, by_mail, key, soon};

fn query(table: &IndexedTable, ranges: Vec<ValueRange>) -> Rows<&IndexedTable> {
    let rows = table.query(&by_mail(), ranges, Vec::new(), |_| true);
    rows.unwrap()
}

fn values(mails: impl IntoIterator<Item = u32>) -> Vec<ValueRange> {
    let mails = mails.into_iter();
    let values = mails.map(|mail| ValueRange::value(format!("{mail:05}\0")));
    values.collect()
}

/// The deadline applies to a page, which ends after some of the ranges.
#[tokio::test]
async fn many_values_are_read_in_several_pages() {
    let cx = Cx::new().await;
    for (row, mail) in [("1", "00001"), ("2", "00150"), ("3", "00199")] {
        cx.put(row, mail).await;
    }
    let mut rows = query(&cx.table, values(0..200));
    let mut batches = Vec::new();
    while let Some(batch) = rows.next_batch(soon()).await.unwrap() {
        batches.push(batch.iter().map(key).collect::<Vec<_>>());
    }
    assert_eq!(batches.concat(), ["1", "2", "3"]);
    assert!(batches.len() > 2, "{batches:?}");
    assert!(batches.iter().any(Vec::is_empty), "{batches:?}");
    let all = query(&cx.table, values((0..200).rev())).all(soon()).await;
    assert_eq!(
        all.unwrap().iter().map(key).collect::<Vec<_>>(),
        ["1", "2", "3"]
    );
}

#[tokio::test]
async fn ranges_that_adjoin_or_overlap_lose_nothing() {
    let cx = Cx::new().await;
    for (row, mail) in [("1", "a"), ("2", "b"), ("3", "c"), ("4", "d")] {
        cx.put(row, mail).await;
    }
    let mut ranges = vec![
        ValueRange::between(*b"a", *b"b"),
        ValueRange::between(*b"b", *b"c"),
        ValueRange::between(*b"b", *b"d"),
        ValueRange::from(*b"c"),
        ValueRange::from(*b"d"),
    ];
    ranges.extend((0..200).map(|n| ValueRange::value(format!("a{n}\0"))));
    let rows = query(&cx.table, ranges).all(soon()).await.unwrap();
    assert_eq!(
        rows.iter().map(key).collect::<Vec<_>>(),
        ["1", "2", "3", "4"]
    );
}

#[tokio::test]
async fn a_page_of_no_rows_is_one_of_one() {
    let cx = Cx::unbuilt().await;
    cx.put_directly("1", "m").await;
    let mut settings = Settings::default();
    settings.page = 0;
    let clocks = Arc::clone(&cx.clocks) as Arc<dyn Clocks>;
    let (store, definition) = (cx.store.clone(), Arc::clone(&cx.definition));
    let table = IndexedTable::with_clocks(store, definition, settings, clocks);
    table.build(&by_mail(), TIMEOUT, &mut |_| {}).await.unwrap();
    let rows = query(&table, vec![ValueRange::value(*b"m\0")]).all(soon());
    assert_eq!(rows.await.unwrap().len(), 1);
}

#[tokio::test]
async fn the_first_page_is_as_small_as_expected() {
    let cx = Cx::new().await;
    for row in ["1", "2", "3", "4", "5"] {
        cx.put(row, "m").await;
    }
    let range = || vec![ValueRange::value(*b"m\0")];
    let mut rows = query(&cx.table, range()).expecting(1);
    let mut sizes = Vec::new();
    while let Some(batch) = rows.next_batch(soon()).await.unwrap() {
        sizes.push(batch.len());
    }
    assert_eq!(sizes, [1, 2, 2]);
    let rows = query(&cx.table, range()).expecting(100);
    assert_eq!(rows.all(soon()).await.unwrap().len(), 5);
}

#[tokio::test]
async fn a_query_remembers_a_bounded_number_of_rows() {
    let cx = Cx::new().await;
    for row in ["1", "2", "3"] {
        cx.put(row, "m").await;
    }
    let settings = Settings::default().max_rows(2);
    let (store, definition) = (cx.store.clone(), Arc::clone(&cx.definition));
    let table = IndexedTable::new(store, definition, settings);
    let rows = query(&table, vec![ValueRange::prefix(*b"m")]).all(soon());
    let error = rows.await.unwrap_err();
    assert!(matches!(error, IndexError::TooManyRows { most: 2, .. }));
    assert_eq!(
        error.to_string(),
        "a query of several values of index USERS_BY_MAIL found more than 2 rows, which are remembered: query fewer \
         values at once, or raise `max_rows`"
    );
}

/// Limits that no clock reaches.
#[tokio::test]
async fn the_longest_limits_are_no_overflow() {
    #[derive(Debug, Default)]
    struct Standing(AtomicU64);
    impl Clocks for Standing {
        fn now_ms(&self) -> i64 {
            1_000_000
        }

        fn moment(&self) -> Duration {
            Duration::from_secs(5)
        }

        fn sleep_until(&self, _: Duration) -> hbase_backend::BoxFuture<'_, ()> {
            self.0.fetch_add(1, Ordering::Relaxed);
            Box::pin(std::future::ready(()))
        }
    }
    let cx = Cx::unbuilt().await;
    let settings = Settings::default()
        .query_limit(Duration::MAX)
        .write_limit(Duration::MAX);
    let clocks = Arc::new(Standing::default());
    let (store, definition) = (cx.store.clone(), Arc::clone(&cx.definition));
    let shared = Arc::clone(&clocks) as Arc<dyn Clocks>;
    let table = IndexedTable::with_clocks(store, definition, settings, shared);
    table.build(&by_mail(), TIMEOUT, &mut |_| {}).await.unwrap();
    cx.put_directly("1", "a").await;
    let repair = hbase_index::Verification::Repair;
    table.verify(&by_mail(), repair, TIMEOUT).await.unwrap();
    cx.put_directly("1", "b").await;
    let swept = table.sweep(&by_mail(), Duration::ZERO, TIMEOUT).await;
    assert_eq!(swept.unwrap().deleted, 1);
    assert_eq!(table.clean_up(soon()).await.unwrap(), 0);
    table.drop_index(&by_mail(), TIMEOUT).await.unwrap();
    assert_eq!(clocks.0.load(Ordering::Relaxed), 3);
}
