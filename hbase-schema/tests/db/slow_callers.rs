//! Scans whose caller pauses, abandons a wait, or waits too long.

use std::sync::Arc;
use std::time::{Duration, Instant};

use hbase_schema::testing::CallKind;
use hbase_schema::{Connection, Timestamp};

use crate::support::{Event, Observed, event, observed};

/// 600 events of 16 buckets, whose batches take a while.
async fn slow_events() -> (Connection, Arc<Observed>) {
    let (db, observed) = observed().await;
    let events: Vec<Event> = (0..600).map(|n| event(i64::from(n), n)).collect();
    db.put_many(&events).await.unwrap();
    // In two steps, each of which needs a separate poll.
    for _ in 0..2 {
        let slow = Duration::from_millis(20);
        let next_batch = observed.faults.on(CallKind::NextBatch);
        next_batch.always().delay(slow);
    }
    (db.timeout(Duration::from_millis(300)), observed)
}

#[tokio::test]
async fn a_caller_s_pauses_are_not_the_time_of_a_fan_out() {
    let (db, _observed) = slow_events().await;
    let mut rows = db
        .scan(Event::scan().at(Timestamp::from_millis(0)..))
        .caching(5)
        .rows();
    let mut found = Vec::new();
    while let Some(row) = rows.next().await {
        found.push(i64::from(row.unwrap().n));
        if found.len() % 150 == 1 {
            tokio::time::sleep(Duration::from_millis(500)).await;
        }
    }
    assert_eq!(found, (0..600).rev().collect::<Vec<i64>>());
}

#[tokio::test]
async fn a_caller_that_gives_up_a_wait_may_come_back() {
    let (db, _observed) = slow_events().await;
    let mut rows = db
        .scan(Event::scan().at(Timestamp::from_millis(0)..))
        .rows();
    let given_up = tokio::time::timeout(Duration::from_millis(10), rows.next()).await;
    assert!(given_up.is_err());
    tokio::time::sleep(Duration::from_millis(1500)).await;
    assert_eq!(rows.next().await.unwrap().unwrap().n, 599);
}

#[tokio::test]
async fn a_fan_out_that_is_waited_for_ends_at_its_deadline() {
    let (db, observed) = slow_events().await;
    let mut rows = db
        .scan(Event::scan().at(Timestamp::from_millis(0)..))
        .rows();
    observed.faults.on(CallKind::NextBatch).always().hang();
    let begun = Instant::now();
    assert!(rows.next().await.unwrap().unwrap_err().is_timeout());
    assert!(
        begun.elapsed() < Duration::from_secs(1),
        "{:?}",
        begun.elapsed()
    );
}
