//! Operations of several calls are bounded as a whole; streams are not.

use std::time::{Duration, Instant};

use hbase_schema::{Connection, Error, Limits};

use crate::support::{Plain, PlainKey, assert_contains, observed, plain};

/// The duration of one response, and the limit of the whole operation.
const SLOW_MS: u64 = 20;
const WHOLE: Duration = Duration::from_millis(150);
const ROWS: u32 = 100;

/// A connection to a hundred rows that are requested one by one, slowly: each wait is far from its own deadline, but
/// all of them together take two seconds.
async fn slow() -> Connection {
    let (_, observed) = observed().await;
    let limits = Limits::default().batch_rows(1).operation_timeout(WHOLE);
    let rules = observed.faults.clone();
    let db = Connection::with_limits(observed, limits);
    let fast = db.operation_timeout(Duration::from_secs(60));
    fast.put_many((0..ROWS).map(plain)).await.unwrap();
    rules
        .on_any()
        .always()
        .delay(Duration::from_millis(SLOW_MS));
    db
}

fn keys() -> Vec<PlainKey> {
    (0..ROWS).map(|id| PlainKey { id }).collect()
}

#[tokio::test]
async fn an_operation_ends_with_its_own_deadline() {
    let db = slow().await;
    let all = || db.scan(Plain::scan().all()).caching(1);
    let keys = keys();
    let started = Instant::now();
    let many: Result<Vec<Option<Plain>>, Error> = db.get_many(&keys).await;
    let errors = [
        many.map(drop).unwrap_err(),
        all().count().await.map(drop).unwrap_err(),
        all().rows().collect().await.map(drop).unwrap_err(),
        all().page(90).await.map(drop).unwrap_err(),
        all().offset(90).first().await.map(drop).unwrap_err(),
    ];
    let took = started.elapsed();
    assert!(took >= WHOLE * 5 && took < WHOLE * 30, "{took:?}");
    for error in errors {
        assert!(error.is_timeout(), "{error}");
        assert_contains(&error, "operation_timeout");
    }
}

#[tokio::test]
async fn put_many_says_how_far_it_came_in_time() {
    let db = slow().await;
    let error = db.put_many((0..ROWS).map(plain)).await.unwrap_err();
    let Error::Batch(error) = error else {
        panic!("{error}");
    };
    let stopped = error.stopped.as_ref().unwrap();
    assert!(error.written > 0 && error.written < 50, "{error}");
    assert!(stopped.error.as_ref().unwrap().is_timeout(), "{error}");
    // Whichever part of the last batch met the deadline, every row that was tried is reported.
    assert!(error.failed.iter().all(|row| row.error.is_timeout()));
    let unknown = stopped.unknown.end - stopped.unknown.start;
    let tried = error.written + error.failed.len() as u64 + unknown;
    assert_eq!(tried, stopped.not_tried_from, "{error}");
}

#[tokio::test]
async fn no_batch_is_written_once_the_time_is_over() {
    let db = slow().await;
    let none = db.operation_timeout(Duration::ZERO);
    let error = none.put_many((0..ROWS).map(plain)).await.unwrap_err();
    let Error::Batch(error) = error else {
        panic!("{error}");
    };
    let stopped = error.stopped.as_ref().unwrap();
    assert_eq!((error.written, stopped.not_tried_from), (0, 0), "{error}");
    assert!(stopped.unknown.is_empty(), "{error}");
    assert_contains(&error, "operation_timeout");
}

#[tokio::test]
async fn a_stream_goes_on_as_long_as_its_rows_come() {
    let db = slow().await;
    let mut rows = db.scan(Plain::scan().all()).caching(1).limit(20).rows();
    let started = Instant::now();
    let mut seen = 0;
    while let Some(row) = rows.next().await {
        row.unwrap();
        seen += 1;
    }
    assert_eq!(seen, 20);
    assert!(started.elapsed() > WHOLE, "too fast to tell");
}

#[tokio::test]
async fn a_request_and_a_connection_say_how_long_for_themselves() {
    let db = slow().await;
    let long = Duration::from_secs(60);
    let asked = db.scan(Plain::scan().all()).caching(10);
    assert_eq!(asked.operation_timeout(long).count().await.unwrap(), 100);
    let keys = keys();
    let rows: Vec<Option<Plain>> = db
        .operation_timeout(long)
        .get_many(&keys[..20])
        .await
        .unwrap();
    assert!(rows.iter().all(Option::is_some));
}
