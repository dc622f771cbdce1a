//! The test kit, from its users' view.

use std::sync::Arc;
use std::time::{Duration, Instant};

use hbase_schema::testing::{CallKind, Faults, Fixture, ManualClock};
use hbase_schema::{Connection, Error, ErrorKind, RowKey};

use crate::support::{Order, Plain, PlainKey, order, plain};

async fn filled(faults: &Faults) -> Connection {
    let fixture = Fixture::new().rows((0..20).map(plain)).faults(faults);
    fixture.connect().await.unwrap()
}

#[tokio::test]
async fn the_nth_call_of_a_kind_fails_and_no_other() {
    let faults = Faults::new();
    let db = filled(&faults).await;
    let rejected = hbase_schema::model::Error::invalid("rejected");
    faults.on(CallKind::Mutate).nth(3).fail(rejected);
    let mut failed = Vec::new();
    for n in 1..=5 {
        db.get(&PlainKey { id: 1 }).await.unwrap();
        if db.put(&plain(n)).await.is_err() {
            failed.push(n);
        }
    }
    assert_eq!(failed, [3]);
    assert_eq!(
        (faults.calls(CallKind::Mutate), faults.calls(CallKind::Get)),
        (5, 5)
    );
}

#[tokio::test]
async fn a_lost_answer_leaves_its_effect_and_a_lost_connection_none() {
    let faults = Faults::new();
    let db = Fixture::new().rows([order(1)]).faults(&faults);
    let db = db.connect().await.unwrap();
    let key = order(1).key();
    faults.on(CallKind::Increment).lose_response();
    faults.on(CallKind::Increment).nth(2).lose_connection();
    for _ in 0..3 {
        let _ = db.increment(&key, Order::VISITS, 1).await;
    }
    assert_eq!(db.get(&key).await.unwrap().unwrap().visits, 2);
    // The row was inserted: a second insert reports that it exists.
    faults.on(CallKind::CheckAndMutate).lose_response();
    let lost = db.insert(&order(2)).await.unwrap_err();
    assert!(lost.is_retryable());
    let again = db.insert(&order(2)).await.unwrap_err();
    assert_eq!(again.kind(), ErrorKind::AlreadyExists);
}

#[tokio::test]
async fn single_rows_of_a_batch_fail() {
    let faults = Faults::new();
    let db = filled(&faults).await;
    let bad = PlainKey { id: 7 }.encode().unwrap();
    faults
        .on(CallKind::MutateMany)
        .row(bad.as_ref())
        .lose_response();
    let rows = (0..10).map(|id| Plain { n: 1, ..plain(id) });
    let Error::Batch(error) = db.put_many(rows).await.unwrap_err() else {
        panic!("another error")
    };
    assert_eq!((error.written, error.failed.len()), (9, 1));
    assert_eq!(error.failed[0].index, 7);
    // Only its response was lost.
    assert_eq!(db.get(&PlainKey { id: 7 }).await.unwrap().unwrap().n, 1);
}

#[tokio::test]
async fn calls_hang_and_are_late_until_the_rules_are_cleared() {
    let faults = Faults::new();
    let db = filled(&faults).await.timeout(Duration::from_millis(40));
    faults.on(CallKind::NextBatch).always().hang();
    let error = db.scan(Plain::scan().all()).count().await.unwrap_err();
    assert!(error.is_timeout(), "{error}");
    faults.clear();
    faults.on_any().first(2).delay(Duration::from_millis(10));
    let started = Instant::now();
    assert_eq!(db.scan(Plain::scan().all()).count().await.unwrap(), 20);
    assert!(started.elapsed() >= Duration::from_millis(20));
}

#[tokio::test]
async fn a_clock_stands_still_until_it_is_moved() {
    let clock = Arc::new(ManualClock::at(1_450_000_000_000));
    let db = Fixture::new()
        .clock(Arc::clone(&clock) as _)
        .rows([plain(1)]);
    let db = db.connect().await.unwrap();
    let at = |db: Connection| async move {
        let n = Plain::N.with_timestamp();
        let found = db.get(&PlainKey { id: 1 }).columns(n).await.unwrap();
        found.unwrap().1.unwrap()
    };
    assert_eq!(at(db.clone()).await, 1_450_000_000_000);
    clock.advance(60_000);
    db.put(&plain(1)).await.unwrap();
    assert_eq!(at(db).await, 1_450_000_060_000);
}
