//! Batches that are written concurrently, if the backend takes several.

use std::sync::atomic::Ordering;
use std::time::Duration;

use hbase_schema::db::BatchError;
use hbase_schema::model::Error as ModelError;
use hbase_schema::testing::CallKind;
use hbase_schema::{Connection, Error, Limits};

use crate::support::{Observed, Plain, PlainKey, assert_contains, observed, plain};

/// A connection whose batches have 10 rows, two at a time.
async fn piped() -> (Connection, std::sync::Arc<Observed>) {
    let (db, observed) = observed().await;
    observed.order.concurrent_batches.store(2, Ordering::SeqCst);
    let limits = Limits::default().batch_rows(10);
    (Connection::with_limits(db.backend(), limits), observed)
}

async fn failed(db: &Connection, rows: u32) -> BatchError {
    let written = db.put_many((0..rows).map(plain)).await;
    let Err(Error::Batch(failed)) = written else {
        panic!("{written:?}")
    };
    *failed
}

async fn count(db: &Connection) -> u64 {
    db.scan(Plain::scan().all()).count().await.unwrap()
}

#[tokio::test]
async fn as_many_batches_are_written_at_a_time_as_the_backend_takes() {
    for (most, expected) in [(0, 1), (1, 1), (2, 2), (3, 3)] {
        let (db, observed) = piped().await;
        let order = &observed.order;
        order.concurrent_batches.store(most, Ordering::SeqCst);
        let slow = Duration::from_millis(10);
        observed
            .faults
            .on(CallKind::MutateMany)
            .always()
            .delay(slow);
        assert_eq!(db.put_many((0..95).map(plain)).await.unwrap(), 95);
        assert_eq!(order.most_writing.load(Ordering::SeqCst), expected);
        let batches = order.batches.lock().unwrap().clone();
        assert_eq!(batches, [&[10; 9][..], &[5]].concat());
        assert_eq!(count(&db).await, 95);
    }
}

#[tokio::test]
async fn the_writes_of_a_row_keep_their_order() {
    let (db, observed) = piped().await;
    let row = |n: u32| Plain { n, ..plain(n % 30) };
    for (nth, ms) in [(1, 300), (2, 100), (4, 200), (5, 10)] {
        let slow = Duration::from_millis(ms);
        observed
            .faults
            .on(CallKind::MutateMany)
            .nth(nth)
            .delay(slow);
    }
    // A batch of rows 0 to 9, then 10 to 19, 20 to 29, and again; at last rows 27, 28, 29 and 0.
    assert_eq!(db.put_many((0..97).map(row)).await.unwrap(), 97);
    for id in 0..30 {
        let found = db.get(&PlainKey { id }).await.unwrap().unwrap();
        let last = (0..97).rev().find(|n| n % 30 == id).unwrap();
        assert_eq!(found.n, last, "row {id}");
    }
    assert_eq!(observed.order.most_writing.load(Ordering::SeqCst), 2);
    let same = (0..25).map(|n| Plain { n, ..plain(7) });
    observed.order.most_writing.store(0, Ordering::SeqCst);
    let slow = Duration::from_millis(100);
    observed.faults.on(CallKind::MutateMany).delay(slow);
    db.put_many(same).await.unwrap();
    assert_eq!(observed.order.most_writing.load(Ordering::SeqCst), 1);
    assert_eq!(db.get(&PlainKey { id: 7 }).await.unwrap().unwrap().n, 24);
}

#[tokio::test]
async fn a_batch_without_a_response_ends_the_call_and_not_the_other_batch() {
    let (db, observed) = piped().await;
    let slow = Duration::from_millis(100);
    let first = || observed.faults.on(CallKind::MutateMany).nth(1);
    first().delay(slow / 2);
    first().lose_response();
    observed.faults.on(CallKind::MutateMany).nth(2).delay(slow);
    let failed = failed(&db, 95).await;
    let stopped = failed.stopped.unwrap();
    assert_eq!((failed.written, failed.failed.len()), (10, 0));
    assert_eq!((stopped.unknown, stopped.not_tried_from), (0..10, 20));
    assert_eq!(count(&db).await, 20);
}

#[tokio::test]
async fn rows_of_a_rejected_batch_are_named_where_later_ones_are_written() {
    let (db, observed) = piped().await;
    let slow = Duration::from_millis(100);
    let rejected = ModelError::invalid("rejected by the test");
    let first = || observed.faults.on(CallKind::MutateMany).nth(1);
    first().delay(slow / 2);
    first().fail(rejected);
    observed.faults.on(CallKind::MutateMany).nth(2).delay(slow);
    let failed = failed(&db, 95).await;
    let stopped = failed.stopped.as_ref().unwrap();
    assert_eq!(failed.written, 10);
    assert!(failed.failed.iter().map(|row| row.index).eq(0..10));
    assert_eq!(
        (stopped.unknown.clone(), stopped.not_tried_from),
        (0..0, 20)
    );
    assert_eq!(stopped.failed_row, Some(0));
    assert_contains(&failed, "before row 20 by the error of row 0");
    assert_eq!(count(&db).await, 10);
}

#[tokio::test]
async fn each_row_of_two_batches_without_responses_is_named_once() {
    let (db, observed) = piped().await;
    let slow = Duration::from_millis(100);
    let first = || observed.faults.on(CallKind::MutateMany).nth(1);
    first().delay(slow / 2);
    first().lose_response();
    observed.faults.on(CallKind::MutateMany).nth(2).delay(slow);
    observed
        .faults
        .on(CallKind::MutateMany)
        .nth(2)
        .lose_response();
    let failed = failed(&db, 95).await;
    let stopped = failed.stopped.as_ref().unwrap();
    assert_eq!(
        (stopped.unknown.clone(), stopped.not_tried_from),
        (0..10, 20)
    );
    assert!(failed.failed.iter().map(|row| row.index).eq(10..20));
    assert_contains(&failed, "may or may not be done");
    assert_eq!((failed.written, count(&db).await), (0, 20));
}

#[tokio::test]
async fn nothing_is_begun_after_the_operation_s_deadline() {
    let (db, observed) = piped().await;
    let db = db.operation_timeout(Duration::from_millis(250));
    let slow = Duration::from_millis(100);
    observed
        .faults
        .on(CallKind::MutateMany)
        .always()
        .delay(slow);
    let failed = failed(&db, 95).await;
    let stopped = failed.stopped.as_ref().unwrap();
    let unknown = stopped.unknown.end - stopped.unknown.start;
    let tried = failed.written + unknown + failed.failed.len() as u64;
    assert!((10..=40).contains(&failed.written), "{failed}");
    assert_eq!(stopped.not_tried_from, tried, "{failed}");
}
