//! Scans without order: their results, their calls, their failures.

mod bounds;
mod property;

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use hbase_schema::model::{Deadline, Error, RowBound, Splits};
use hbase_schema::testing::CallKind;
use hbase_schema::{Connection, ErrorKind, HTable, RowKey, Timestamp};
use tokio::time::sleep;

use crate::support::{Call, Event, Observed, call, event, memory, observed};

/// Rows of a table whose split points each test sets.
#[derive(HTable, Debug, Clone, PartialEq)]
#[table("SPREAD_ROWS")]
#[family("D1")]
struct Spread {
    #[rowkey]
    id: u32,
    n: u32,
}

fn spread(id: u32) -> Spread {
    Spread { id, n: id % 7 }
}

async fn create(db: &Connection, points: &[Vec<u8>]) {
    let mut table = Spread::SCHEMA.table.clone();
    if !points.is_empty() {
        let keys: Vec<_> = points.iter().cloned().map(Into::into).collect();
        table.splits = Splits::Keys(keys.into());
    }
    let soon = Deadline::after(Duration::from_secs(5));
    db.backend().create_table(&table, soon).await.unwrap();
}

/// A table of `regions` regions with `rows` rows each.
async fn regions(regions: u32, rows: u32) -> (Connection, Arc<Observed>) {
    let (db, observed) = observed().await;
    let points = (1..regions).map(|n| (n * rows).to_be_bytes().to_vec());
    create(&db, &points.collect::<Vec<_>>()).await;
    let all = (0..regions * rows).map(spread);
    db.put_many(all).await.unwrap();
    (db, observed)
}

fn ids(rows: &[Spread]) -> Vec<u32> {
    rows.iter().map(|row| row.id).collect()
}

async fn all_closed(observed: &Observed) {
    let deadline = Deadline::after(Duration::from_secs(5));
    while observed.order.open.load(Ordering::SeqCst) > 0 {
        assert!(!deadline.remaining().is_zero(), "scanners are still open");
        sleep(Duration::from_millis(1)).await;
    }
}

#[tokio::test]
async fn salted_tables_are_read_region_by_region_too() {
    let db = memory().await;
    let calls: Vec<Call> = (0..90_u32)
        .map(|n| call(&format!("1381234{:04}", n * 37), 1, n))
        .collect();
    db.put_many(&calls).await.unwrap();
    let mut seconds = Vec::new();
    let mut rows = db
        .scan(Call::scan().all())
        .unordered()
        .columns(Call::DURATION_S)
        .rows();
    while let Some(row) = rows.next().await {
        seconds.push(row.unwrap());
    }
    seconds.sort_unstable();
    assert_eq!(seconds, (0..90).collect::<Vec<u32>>());

    // A fan-out of 16 ranges in one region, with checks on the client.
    let events = (0..20).flat_map(|ms| (0..9).map(move |user| event(ms, user)));
    db.put_many(events).await.unwrap();
    let since = || Event::scan().at(Timestamp::from_millis(5)..);
    let found = db.scan(since()).unordered().max_concurrent_scans(3);
    let mut found = found.rows().collect().await.unwrap();
    found.sort_by_key(|event| (std::cmp::Reverse(event.at), event.user));
    let ordered = db.scan(since()).rows().collect().await.unwrap();
    assert_eq!(found, ordered);
    let of_user = Event::scan()
        .salted_by(3_u32)
        .at(Timestamp::from_millis(5)..);
    let limited = db.scan(of_user).unordered().limit(4).rows();
    assert!(
        limited
            .collect()
            .await
            .unwrap()
            .iter()
            .all(|event| event.user == 3)
    );
}

#[tokio::test]
async fn filters_counts_keys_and_deletes_work_without_order() {
    let (db, _observed) = regions(6, 50).await;
    let scan = || db.scan(Spread::scan().all()).unordered();
    assert_eq!(scan().count().await.unwrap(), 300);
    let threes = (0..300).filter(|id| id % 7 == 3).count() as u64;
    assert_eq!(
        scan().filter(Spread::N.eq(3)).count().await.unwrap(),
        threes
    );
    let mut keys: Vec<u32> = Vec::new();
    let mut rows = scan().keys();
    while let Some(key) = rows.next().await {
        keys.push(key.unwrap().id);
    }
    keys.sort_unstable();
    assert_eq!(keys, (0..300).collect::<Vec<_>>());
    assert!(scan().first().await.unwrap().is_some());
    let some = scan().offset(290).rows().collect().await.unwrap();
    assert_eq!(some.len(), 10);
    let deleted = scan().filter(Spread::N.eq(3)).delete().await.unwrap();
    assert_eq!(deleted, threes);
    assert_eq!(scan().count().await.unwrap(), 300 - threes);
}

#[tokio::test]
async fn an_error_ends_the_stream_once() {
    let (db, observed) = regions(4, 20).await;
    let broken = || Error::invalid("broken by the test");
    observed
        .faults
        .on(CallKind::NextBatch)
        .nth(6)
        .first(3)
        .fail(broken());
    let scan = || db.scan(Spread::scan().all()).unordered().caching(5);
    let mut rows = scan().rows();
    let mut errors = Vec::new();
    while let Some(row) = rows.next().await {
        errors.extend(row.err());
    }
    let [error] = &errors[..] else {
        panic!("{errors:?}")
    };
    assert_eq!(
        error.to_string(),
        "scan, table SPREAD_ROWS: broken by the test"
    );
    assert!(rows.next().await.is_none());
    all_closed(&observed).await;
}

#[tokio::test]
async fn reading_the_split_points_is_retried_and_its_error_is_the_streams() {
    let (db, observed) = regions(4, 20).await;
    let scan = || db.scan(Spread::scan().all()).unordered();
    observed
        .faults
        .on(CallKind::Describe)
        .first(2)
        .lose_connection();
    assert_eq!(scan().rows().collect().await.unwrap().len(), 80);
    let no_right = Error::invalid("no right to it");
    observed.faults.on(CallKind::Describe).fail(no_right);
    let mut rows = scan().rows();
    let error = rows.next().await.unwrap().unwrap_err();
    assert_eq!(error.to_string(), "scan, table SPREAD_ROWS: no right to it");
    assert!(rows.next().await.is_none());
}

#[tokio::test]
async fn nothing_is_read_before_the_first_row_or_where_no_row_can_be() {
    let (db, observed) = regions(4, 20).await;
    let (before, faults) = (observed.faults.calls(CallKind::Describe), &observed.faults);
    drop(db.scan(Spread::scan().all()).unordered().rows());
    let none = db.scan(Spread::scan().all()).unordered().limit(0);
    assert!(none.rows().collect().await.unwrap().is_empty());
    let none = db.scan(Spread::scan().id(7..7)).unordered();
    assert!(none.rows().collect().await.unwrap().is_empty());
    assert_eq!(faults.calls(CallKind::Describe), before);
    assert_eq!(faults.calls(CallKind::Scan), 0);
}

#[tokio::test]
async fn a_region_without_rows_of_the_range_is_not_read() {
    let (db, observed) = regions(8, 20).await;
    let rows = db.scan(Spread::scan().id(30..60)).unordered().rows();
    let mut found = ids(&rows.collect().await.unwrap());
    found.sort_unstable();
    assert_eq!(found, (30..60).collect::<Vec<_>>());
    let scans = observed.order.scans.lock().unwrap();
    let mut bounds: Vec<_> = scans.iter().map(|scan| (&scan.start, &scan.stop)).collect();
    bounds.sort_by_key(|(start, _)| format!("{start:?}"));
    let key = |id: u32| SpreadKey { id }.encode().unwrap().as_ref().to_vec();
    let (from, at, to) = (key(30), key(40), key(60));
    let expected = [
        (&RowBound::Included(from), &RowBound::Excluded(at.clone())),
        (&RowBound::Included(at), &RowBound::Excluded(to)),
    ];
    assert_eq!(bounds, expected);
}

#[tokio::test]
async fn an_order_beside_unordered_is_rejected() {
    let (db, _observed) = observed().await;
    let scan = || db.scan(Event::scan().at(..));
    for (scan, order) in [
        (scan().reversed().unordered(), "reversed"),
        (scan().newest_first().unordered(), "newest_first"),
    ] {
        let error = scan.count().await.unwrap_err();
        assert_eq!(error.kind(), ErrorKind::InvalidRequest);
        assert_eq!(
            error.to_string(),
            format!(
                "count, table DLQX:USER_EVENTS: found `unordered` together with `{order}`, expected one of them: rows of several regions come in no order; leave `unordered` out for `{order}`"
            )
        );
    }
}
