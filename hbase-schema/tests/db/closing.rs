//! Connections that are closed.

use std::sync::atomic::Ordering;
use std::time::Duration;

use hbase_schema::model::Deadline;
use hbase_schema::{ErrorKind, connect};

use crate::support::{Plain, PlainKey, memory, observed, plain};

#[tokio::test]
async fn nothing_begins_after_close_and_the_store_is_free() {
    let dir = tempfile::tempdir().unwrap();
    let url = format!("embedded:{}", dir.path().display());
    let db = connect(&url).await.unwrap();
    db.create_table::<Plain>().await.unwrap();
    db.put(&plain(1)).await.unwrap();
    let clone = db.clone();
    db.close().await.unwrap();
    db.close().await.unwrap();
    let key = PlainKey { id: 1 };
    let errors = [
        clone.put(&plain(2)).await.unwrap_err(),
        clone.get(&key).await.map(drop).unwrap_err(),
        clone.put_many([plain(3)]).await.map(drop).unwrap_err(),
        clone
            .scan(Plain::scan().all())
            .count()
            .await
            .map(drop)
            .unwrap_err(),
        clone.tables().await.map(drop).unwrap_err(),
    ];
    for error in errors {
        assert_eq!(error.kind(), ErrorKind::Closed, "{error}");
    }
    // Its clones are still in use, but the directory is free.
    let again = connect(&url).await.unwrap();
    assert_eq!(again.get(&key).await.unwrap(), Some(plain(1)));
    drop(clone);
}

#[tokio::test]
async fn what_was_sent_is_answered() {
    let (db, observed) = observed().await;
    observed
        .faults
        .on_any()
        .always()
        .delay(Duration::from_millis(80));
    let writer = db.clone();
    let put = tokio::spawn(async move { writer.put(&plain(1)).await });
    tokio::time::sleep(Duration::from_millis(20)).await;
    let backend = db.backend();
    db.close().await.unwrap();
    put.await.unwrap().unwrap();
    observed.faults.clear();
    let again = hbase_schema::Connection::with_backend(backend);
    assert_eq!(
        again.get(&PlainKey { id: 1 }).await.unwrap(),
        Some(plain(1))
    );
}

#[tokio::test]
async fn close_does_not_wait_for_ever() {
    let (db, observed) = observed().await;
    observed.faults.on_any().always().hang();
    let writer = db.clone();
    let put = tokio::spawn(async move { writer.put(&plain(1)).await });
    tokio::time::sleep(Duration::from_millis(20)).await;
    let error = db
        .timeout(Duration::from_millis(50))
        .close()
        .await
        .unwrap_err();
    assert!(error.is_timeout(), "{error}");
    assert_eq!(db.ping().await.unwrap_err().kind(), ErrorKind::Closed);
    put.abort();
}

#[tokio::test]
async fn a_stream_ends_with_the_error() {
    let db = memory().await;
    db.put_many((0..100).map(plain)).await.unwrap();
    let mut rows = db.scan(Plain::scan().all()).caching(10).rows();
    rows.next().await.unwrap().unwrap();
    db.close().await.unwrap();
    let error = loop {
        match rows.next().await.expect("an error before the end") {
            Ok(_) => {}
            Err(error) => break error,
        }
    };
    assert_eq!(error.kind(), ErrorKind::Closed);
    assert!(rows.next().await.is_none());
}

#[tokio::test]
async fn what_was_done_is_told_after_close() {
    let (db, observed) = observed().await;
    db.put(&plain(1)).await.unwrap();
    observed.order.retried.store(7, Ordering::SeqCst);
    let before = db.metrics();
    db.close().await.unwrap();
    assert_eq!((before.retries, db.metrics().retries), (7, 7));
}

#[tokio::test]
async fn counts_of_compactions_are_reported_after_close() {
    let (db, _) = observed().await;
    db.put(&plain(1)).await.unwrap();
    db.delete(&PlainKey { id: 1 }).await.unwrap();
    let deadline = Deadline::after(Duration::from_secs(60));
    let (backend, table) = (db.backend(), &Plain::SCHEMA.table.name);
    backend.major_compact(table, deadline).await.unwrap();
    let before = db.metrics().cells_removed;
    db.close().await.unwrap();
    assert!(before > 0);
    assert_eq!(db.metrics().cells_removed, before);
}
