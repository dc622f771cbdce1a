//! Versions of rows whose families keep different numbers of them.

use std::ops::Range;
use std::sync::Arc;

use hbase_schema::db::{HistoryRequest, Selection};
use hbase_schema::testing::{Fixture, ManualClock};
use hbase_schema::{Connection, ErrorKind, HTable, Table, Timestamp};

use crate::support::{Order, Record, RecordKey, memory, order, record};

/// An order written three times, a moment apart.
async fn three(db: &Connection) -> Vec<Order> {
    let mut rows = Vec::new();
    for cents in [1, 2, 3] {
        let row = Order { cents, ..order(1) };
        db.put(&row).await.unwrap();
        rows.insert(0, row);
        tokio::time::sleep(std::time::Duration::from_millis(2)).await;
    }
    rows
}

#[tokio::test]
async fn a_row_goes_as_far_back_as_its_columns_are_kept() {
    let db = memory().await;
    let rows = three(&db).await;
    let key = rows[0].key();
    // D1 keeps one version, so only one row is whole.
    assert_eq!(db.history(&key).await.unwrap(), rows[..1]);
    let cents = db.history(&key).columns(Order::CENTS).await.unwrap();
    assert_eq!(cents, [3, 2, 1]);
    let page = db.history(&key).page(1).await.unwrap();
    assert_eq!(
        (page.items, page.next.is_none()),
        (rows[..1].to_vec(), true)
    );
    let page = db
        .history(&key)
        .columns(Order::CENTS)
        .page(2)
        .await
        .unwrap();
    let next = page.next.unwrap();
    let page = db
        .history(&key)
        .columns(Order::CENTS)
        .page_after(&next, 2)
        .await
        .unwrap();
    assert_eq!((page.items, page.next.is_none()), (vec![1], true));
    let scanned = db
        .scan(Order::scan().all())
        .versions(5)
        .rows()
        .collect()
        .await
        .unwrap();
    assert_eq!(scanned, [rows[..1].to_vec()]);
}

#[tokio::test]
async fn increments_make_no_versions() {
    let db = memory().await;
    let rows = three(&db).await;
    let key = rows[0].key();
    db.increment(&key, Order::VISITS, 5).await.unwrap();
    assert_eq!(db.history(&key).await.unwrap(), rows[..1]);
    assert_eq!(db.history(&key).columns(Order::VISITS).await.unwrap(), [5]);
}

#[tokio::test]
async fn a_version_in_which_little_was_written_names_what_it_lacks() {
    let db = memory().await;
    db.put(&record("u", 1, 1)).await.unwrap();
    let key = RecordKey { user: "u".into() };
    db.mutate(&key)
        .put(Record::B, "later")
        .version(2_i64)
        .await
        .unwrap();
    let error = db.history(&key).await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Decode);
    assert_eq!(
        error.to_string(),
        "history, table DLQX:USER_RECORDS: Record, row `u`: column INFO:A is absent in the version 2, expected one for field `a`: only other columns were written then, or the live family keeps fewer versions than it declares (VERSIONS => 400): make the field an `Option`, or read single columns by `.columns(…)`"
    );
    let stamped = db
        .history(&key)
        .columns(Record::B.with_timestamp())
        .await
        .unwrap();
    assert_eq!(stamped, [(Some("later".to_owned()), Some(2))]);
}

#[tokio::test]
async fn columns_come_with_their_timestamps() {
    let db = memory().await;
    let before = Timestamp::now().as_millis();
    let rows = three(&db).await;
    let key = rows[0].key();
    let columns = (Order::CENTS.with_timestamp(), Order::STATE);
    let ((cents, at), state) = db.get(&key).columns(columns).await.unwrap().unwrap();
    assert_eq!((cents, state.as_str()), (3, "new"));
    assert!(at.unwrap() >= before);
    let found = db.scan(Order::scan().all()).columns(columns).versions(3);
    let found = found.rows().collect().await;
    // The state is kept once.
    assert_eq!(found.unwrap()[0].len(), 1);
}

/// A family that keeps fewer versions.
#[derive(HTable, Debug, Clone, PartialEq)]
#[table("DLQX:UNEQUAL_ONE")]
#[family("D1", versions = 10)]
#[family("D2", versions = 2)]
struct Unequal {
    #[rowkey]
    id: u32,
    #[timestamp]
    at: i64,
    #[family("D1")]
    a: u32,
    #[family("D2")]
    b: u32,
}

/// A family that keeps its versions for a shorter time.
#[derive(HTable, Debug, Clone, PartialEq)]
#[table("DLQX:BRIEF_ONE")]
#[family("D1", versions = 10)]
#[family("D2", versions = 10, ttl = "60s")]
struct Brief {
    #[rowkey]
    id: u32,
    #[timestamp]
    at: Timestamp,
    #[family("D1")]
    a: u32,
    #[family("D2")]
    c: u32,
}

/// Eight versions, of which a compaction has left what the families keep.
async fn compacted() -> Connection {
    let db = memory().await;
    db.create_table::<Unequal>().await.unwrap();
    for n in 1..=8 {
        let row = Unequal {
            id: 1,
            at: i64::from(n) * 100,
            a: n,
            b: n,
        };
        db.put(&row).await.unwrap();
    }
    db.flush::<Unequal>().await.unwrap();
    db.major_compact::<Unequal>().await.unwrap();
    db
}

fn times(rows: &[Unequal]) -> Vec<i64> {
    rows.iter().map(|row| row.at).collect()
}

#[tokio::test]
async fn a_range_behind_the_versions_that_are_kept_holds_none() {
    let (db, key) = (compacted().await, UnequalKey { id: 1 });
    let between = |range: Range<i64>| {
        let (db, key) = (db.clone(), key.clone());
        async move { times(&db.history(&key).time_range(range).await.unwrap()) }
    };
    assert_eq!(between(100..400).await, [0_i64; 0]);
    assert_eq!(between(100..800).await, [700]);
    assert_eq!(between(100..900).await, [800, 700]);
    let scanned = db
        .scan(Unequal::scan().all())
        .versions(5)
        .time_range(100..800);
    let scanned = scanned.rows().collect().await.unwrap();
    assert_eq!(times(&scanned[0]), [700]);
    let page = db
        .scan(Unequal::scan().all())
        .versions(5)
        .time_range(100..400);
    assert_eq!(page.page(1).await.unwrap().items, [vec![]]);
}

#[tokio::test]
async fn pages_of_any_size_end_where_versions_end() {
    let (db, key) = (compacted().await, UnequalKey { id: 1 });
    for size in 1..5 {
        let mut page = db.history(&key).page(size).await.unwrap();
        let mut read = times(&page.items);
        while let Some(next) = page.next {
            page = db.history(&key).page_after(&next, size).await.unwrap();
            read.extend(times(&page.items));
        }
        assert_eq!(read, [800, 700], "{size} a page");
    }
}

/// A family that keeps three versions, and a column that is written now and then.
#[derive(HTable, Debug, Clone, PartialEq)]
#[table("DLQX:THREE_KEPT")]
#[family("D1", versions = 3)]
struct ThreeKept {
    #[rowkey]
    id: u32,
    #[timestamp]
    at: i64,
    a: u32,
    note: Option<u32>,
}

/// Rows with more versions than their families keep, before any compaction.
async fn uncompacted() -> Connection {
    let db = memory().await;
    db.create_table::<Unequal>().await.unwrap();
    db.create_table::<ThreeKept>().await.unwrap();
    for n in 1..=8 {
        let at = i64::from(n) * 100;
        let (a, b) = (n, n);
        db.put(&Unequal { id: 1, at, a, b }).await.unwrap();
        let note = (n % 4 == 0).then_some(n);
        db.put(&ThreeKept { id: 1, at, a, note }).await.unwrap();
    }
    db
}

#[tokio::test]
async fn pages_of_any_size_are_together_what_the_history_is() {
    let db = uncompacted().await;
    let key = UnequalKey { id: 1 };
    let whole = db.history(&key).await.unwrap();
    assert_eq!(times(&whole), [800, 700]);
    let within = db.history(&key).time_range(..800_i64).await.unwrap();
    for size in 1..5 {
        let read = all_pages(size, || db.history(&key)).await;
        assert_eq!(read, whole, "{size} a page");
        let read = all_pages(size, || db.history(&key).time_range(..800_i64)).await;
        assert_eq!(read, within, "{size} a page");
    }
    let key = ThreeKeptKey { id: 1 };
    let whole = db.history(&key).await.unwrap();
    assert_eq!(whole.len(), 3);
    let notes = db.history(&key).columns(ThreeKept::NOTE).await.unwrap();
    assert_eq!(notes, [Some(8), Some(4)]);
    for size in 1..5 {
        let read = all_pages(size, || db.history(&key)).await;
        assert_eq!(read, whole, "{size} a page");
        let read = all_pages(size, || db.history(&key).columns(ThreeKept::NOTE)).await;
        assert_eq!(read, notes, "{size} a page");
    }
}

/// The versions of all pages of a history.
async fn all_pages<R, S>(size: usize, history: impl Fn() -> HistoryRequest<R, S>) -> Vec<S::Output>
where
    R: Table,
    S: Selection<R>,
{
    let mut page = history().page(size).await.unwrap();
    let mut read = page.items;
    while let Some(next) = page.next {
        page = history().page_after(&next, size).await.unwrap();
        read.extend(page.items);
    }
    read
}

#[tokio::test]
async fn versions_end_also_where_newer_ones_are_deleted() {
    let (db, key) = (compacted().await, UnequalKey { id: 1 });
    db.delete(&key).version(800_i64).await.unwrap();
    assert_eq!(times(&db.history(&key).await.unwrap()), [700]);
}

#[tokio::test]
async fn versions_end_where_a_column_expires_earlier() {
    let clock = Arc::new(ManualClock::at(1_000_000));
    let db = Fixture::new()
        .clock(Arc::clone(&clock) as _)
        .table::<Brief>();
    let db = db.connect().await.unwrap();
    let row = |at| Brief {
        id: 1,
        at: Timestamp::from_millis(at),
        a: 1,
        c: 1,
    };
    db.put_many([row(930_000), row(990_000)]).await.unwrap();
    let found = db.history(&BriefKey { id: 1 }).await.unwrap();
    assert_eq!(found, [row(990_000)]);
    // No older cell shows that an older version existed.
    clock.advance(60_000);
    let error = db.history(&BriefKey { id: 1 }).await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Decode);
}

#[tokio::test]
async fn time_ranges_before_1970_contain_nothing_before_it() {
    let db = memory().await;
    let rows = [record("a", 2, 7), record("a", 1, 7)];
    db.put_many(&rows).await.unwrap();
    let key = rows[0].key();
    let early = Timestamp::from_millis(-1);
    assert_eq!(db.history(&key).time_range(early..).await.unwrap(), rows);
    let first = db.history(&key).time_range(-3_i64..2).await.unwrap();
    assert_eq!(first, rows[1..]);
    assert_eq!(db.history(&key).time_range(..early).await.unwrap(), []);
    let scan = |range: Range<i64>| db.scan(Record::scan().all()).time_range(range);
    assert_eq!(scan(-9..3).count().await.unwrap(), 1);
    assert_eq!(scan(-9..-3).count().await.unwrap(), 0);
    let (start, end) = (-3, -9);
    let exchanged = Range { start, end };
    assert!(scan(exchanged.clone()).count().await.is_err());
    assert!(db.history(&key).time_range(exchanged).await.is_err());
}

#[tokio::test]
async fn a_cursor_without_a_version_is_rejected() {
    let db = memory().await;
    for day in 1..=3 {
        db.put(&record("u", day, 1)).await.unwrap();
    }
    let key = RecordKey { user: "u".into() };
    let cursor = db.history(&key).page(1).await.unwrap().next.unwrap();
    let short = crate::support::forged(cursor.as_ref(), |at| at[1..].to_vec());
    let error = db.history(&key).page_after(&short, 1).await.unwrap_err();
    let expected = "the cursor holds no version: start with the first page";
    assert!(error.to_string().ends_with(expected), "{error}");
}

/// Columns and a counter that one `mutate` sets have one timestamp. An increment has another one.
#[tokio::test]
async fn a_version_contains_the_counters_of_its_timestamp() {
    let db = memory().await;
    let key = order(1).key();
    let row = db
        .mutate(&key)
        .put(Order::STATE, "new")
        .put(Order::CENTS, 990)
        .set_counter(Order::VISITS, 2);
    row.await.unwrap();
    let set = Order {
        visits: 2,
        ..order(1)
    };
    assert_eq!(db.history(&key).await.unwrap(), [set]);
    tokio::time::sleep(std::time::Duration::from_millis(2)).await;
    db.increment(&key, Order::VISITS, 1).await.unwrap();
    assert_eq!(db.history(&key).await.unwrap(), [order(1)]);
}
