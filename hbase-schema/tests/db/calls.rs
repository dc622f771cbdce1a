//! Deadlines, cancellation, retries, numbers; whole tables; error texts.

use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use hbase_schema::{Connection, Error, ErrorKind, Limits, RowKey, connect, model};

use crate::support::{Plain, PlainKey, Record, assert_contains, memory, observed, plain, record};

const SOON: Duration = Duration::from_millis(50);

#[tokio::test]
async fn no_call_waits_longer_than_its_deadline() {
    let (db, observed) = observed().await;
    db.put_many((0..10).map(plain)).await.unwrap();
    let mut rows = db.scan(Plain::scan().all()).caching(1).timeout(SOON).rows();
    rows.next().await.unwrap().unwrap();
    observed.faults.on_any().always().hang();
    let db = db.timeout(SOON);
    let key = PlainKey { id: 1 };
    let started = Instant::now();
    let errors = [
        db.put(&plain(1)).await.unwrap_err(),
        db.get(&key).await.map(drop).unwrap_err(),
        db.delete(&key).await.unwrap_err(),
        db.scan(Plain::scan().all())
            .count()
            .await
            .map(drop)
            .unwrap_err(),
        db.ping().await.map(drop).unwrap_err(),
        db.create_table::<Plain>().await.unwrap_err(),
        db.check(&key)
            .is_none(Plain::N)
            .put(&plain(1))
            .await
            .map(drop)
            .unwrap_err(),
    ];
    assert!(started.elapsed() < SOON * 20);
    for error in errors {
        assert!(error.is_timeout(), "{error}");
    }
    let error = db.put_many([plain(1)]).await.unwrap_err();
    assert!(matches!(error, Error::Batch(_)), "{error}");
    // The batch that was read ahead still comes; then the stream ends with the error.
    let mut seen = 1;
    let error = loop {
        match rows.next().await.unwrap() {
            Ok(_) => seen += 1,
            Err(error) => break error,
        }
    };
    assert!(seen <= 3 && error.is_timeout(), "{seen} {error}");
    assert!(rows.next().await.is_none());
    assert_eq!(observed.order.open.load(Ordering::SeqCst), 0);
}

#[tokio::test]
async fn a_cancelled_call_leaves_the_connection_as_it_was() {
    let (db, observed) = observed().await;
    db.put_many((0..10).map(plain)).await.unwrap();
    observed.faults.on_any().always().hang();
    let waiting = tokio::time::timeout(SOON, db.scan(Plain::scan().all()).first());
    assert!(waiting.await.is_err());
    observed.faults.clear();
    assert_eq!(observed.order.open.load(Ordering::SeqCst), 0);
    assert_eq!(db.scan(Plain::scan().all()).count().await.unwrap(), 10);
}

#[tokio::test]
async fn waiting_for_a_row_can_be_given_up_and_taken_up_again() {
    let (db, observed) = observed().await;
    db.put_many((0..10).map(plain)).await.unwrap();
    let mut rows = db.scan(Plain::scan().all()).caching(2).rows();
    let mut ids = Vec::new();
    loop {
        // Each wait is abandoned at once, sometimes while rows are on their way.
        match tokio::time::timeout(Duration::from_micros(10), rows.next()).await {
            Ok(Some(row)) => ids.push(row.unwrap().id),
            Ok(None) => break,
            Err(_) => tokio::task::yield_now().await,
        }
    }
    assert_eq!(ids, (0..10).collect::<Vec<_>>());
    assert_eq!(observed.order.scans.lock().unwrap().len(), 1);
}

#[tokio::test]
async fn reads_are_repeated_after_a_lost_connection_and_writes_are_not() {
    let (db, observed) = observed().await;
    db.put(&plain(1)).await.unwrap();
    observed.faults.on_any().first(2).lose_connection();
    assert!(db.exists(&PlainKey { id: 1 }).await.unwrap());
    observed.faults.on_any().lose_connection();
    assert_eq!(db.scan(Plain::scan().all()).count().await.unwrap(), 1);
    assert_eq!(db.metrics().retries, 3);
    observed.faults.on_any().lose_connection();
    assert!(db.put(&plain(2)).await.is_err());
    let none = Limits::default().retries(0);
    let db = Connection::with_limits(observed.clone(), none);
    observed
        .faults
        .on(hbase_schema::testing::CallKind::Get)
        .lose_connection();
    assert!(db.exists(&PlainKey { id: 1 }).await.is_err());
}

#[tokio::test]
async fn every_call_is_counted() {
    let db = memory().await;
    let before = db.metrics();
    db.put_many((0..10).map(plain)).await.unwrap();
    db.clone().put(&plain(11)).await.unwrap();
    let rows = db.scan(Plain::scan().all()).rows().collect().await.unwrap();
    assert_eq!(rows.len(), 11);
    let _ = db.drop_table::<crate::support::Drawn>().await;
    assert!(db.describe::<crate::support::Drawn>().await.is_err());
    let after = db.metrics();
    assert_eq!(after.rows_written - before.rows_written, 11);
    assert_eq!(after.rows_read - before.rows_read, 11);
    assert!(after.bytes_written > 300 && after.bytes_read > 300);
    assert_eq!(after.failed - before.failed, 1);
    assert_eq!(after.rejected - before.rejected, 1);
    assert!(after.calls - before.calls >= 5);
    let slow = Limits::default().slow_call(Duration::ZERO);
    let db = Connection::with_limits(db.backend(), slow);
    db.put(&plain(1)).await.unwrap();
    assert_eq!(db.metrics().slow, 1);
}

/// A batch is one call: it fails if one of its rows fails, and is rejected if all failed rows are.
#[tokio::test]
async fn a_batch_whose_rows_fail_is_counted_as_failed() {
    let (db, observed) = observed().await;
    let fail = |id: u32, error: model::Error| {
        let key = plain(id).key().encode().unwrap().as_ref().to_vec();
        observed.faults.on_any().row(key).always().fail(error);
    };
    let before = db.metrics();
    let counts = || {
        let now = db.metrics();
        (now.failed - before.failed, now.rejected - before.rejected)
    };
    fail(1, model::Error::invalid("rejected by the test"));
    db.put_many([plain(1)]).await.unwrap_err();
    assert_eq!(counts(), (1, 1));
    db.put_many((0..10).map(plain)).await.unwrap_err();
    assert_eq!(counts(), (2, 2));
    let lost = std::io::ErrorKind::ConnectionReset;
    fail(2, model::Error::io("the test", lost.into()));
    db.put_many((0..10).map(plain)).await.unwrap_err();
    assert_eq!(counts(), (3, 2));
    db.delete_many(&[PlainKey { id: 1 }, PlainKey { id: 2 }])
        .await
        .unwrap_err();
    assert_eq!(counts(), (4, 2));
}

#[tokio::test]
async fn failures_are_counted_apart_from_what_the_backend_rejects() {
    let (db, observed) = observed().await;
    let none = Limits::default().retries(0);
    let db = Connection::with_limits(db.backend(), none);
    // Conditions that do not hold are results.
    db.insert(&plain(1)).await.unwrap();
    let error = db.insert(&plain(1)).await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::AlreadyExists);
    let checked = db.check(&PlainKey { id: 1 }).eq(Plain::N, u32::MAX);
    assert!(!checked.put(&plain(1)).await.unwrap());
    assert_eq!((db.metrics().failed, db.metrics().rejected), (0, 0));

    db.drop_table::<crate::support::Drawn>().await.unwrap();
    let missing = db.describe::<crate::support::Drawn>().await.unwrap_err();
    assert_eq!(missing.kind(), ErrorKind::NotFound);
    assert_eq!((db.metrics().failed, db.metrics().rejected), (1, 1));
    observed.faults.on_any().lose_connection();
    assert!(db.exists(&PlainKey { id: 1 }).await.is_err());
    assert_eq!((db.metrics().failed, db.metrics().rejected), (2, 1));
}

#[tokio::test]
async fn tables_are_made_described_emptied_and_dropped() {
    let db = connect("memory:").await.unwrap();
    db.create_table::<Plain>().await.unwrap();
    let error = db.create_table::<Plain>().await.unwrap_err();
    assert!(
        matches!(error.as_backend(), Some(model::Error::TableExists { .. })),
        "{error}"
    );
    assert!(
        error
            .to_string()
            .starts_with("create_table, table DLQX:PLAIN_ROWS: ")
    );
    // A second table in the namespace, which exists by now.
    db.create_table::<Record>().await.unwrap();
    assert_eq!(db.describe::<Plain>().await.unwrap().families[0].name, "D1");
    db.put(&plain(1)).await.unwrap();
    db.flush::<Plain>().await.unwrap();
    db.major_compact::<Plain>().await.unwrap();
    db.truncate::<Plain>().await.unwrap();
    assert_eq!(db.scan(Plain::scan().all()).count().await.unwrap(), 0);
    db.drop_table::<Plain>().await.unwrap();
    let error = db.put(&plain(1)).await.unwrap_err();
    assert!(
        matches!(error.as_backend(), Some(model::Error::TableNotFound { .. })),
        "{error}"
    );
    let error = error.to_string();
    assert!(
        error.starts_with(r"put, table DLQX:PLAIN_ROWS, row `\x00\x00\x00\x01`: "),
        "{error}"
    );
}

#[tokio::test]
async fn errors_are_small() {
    assert!(size_of::<Error>() <= 32, "{}", size_of::<Error>());
    let db = memory().await;
    db.put(&record("u", 1, 1)).await.unwrap();
    let error = db.put(&record("u", -1, 1)).await.unwrap_err().to_string();
    assert_contains(&error, "table DLQX:USER_RECORDS, row `u`");
    assert!(error.contains("-1"), "{error}");
}
