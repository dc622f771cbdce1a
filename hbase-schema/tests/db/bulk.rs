//! Many rows deleted: by keys and by scans.

use std::time::{Duration, Instant};

use hbase_schema::testing::CallKind;
use hbase_schema::{Connection, Error, ErrorKind, Limits, RowKey};

use crate::support::{
    Drawn, Plain, PlainKey, Record, RecordKey, assert_contains, memory, observed, plain, record,
};

#[tokio::test]
async fn rows_are_deleted_by_their_keys() {
    let (db, observed) = observed().await;
    db.put_many((0..2500).map(plain)).await.unwrap();
    observed.order.batches.lock().unwrap().clear();
    let keys: Vec<PlainKey> = (0..2400).map(|id| PlainKey { id }).collect();
    assert_eq!(db.delete_many(&keys).await.unwrap(), 2400);
    assert_eq!(*observed.order.batches.lock().unwrap(), [1000, 1000, 400]);
    assert_eq!(db.scan(Plain::scan().all()).count().await.unwrap(), 100);
    // Missing rows are not an error.
    assert_eq!(db.delete_many(&keys).await.unwrap(), 2400);
    assert_eq!(db.delete_many(keys.iter().take(0)).await.unwrap(), 0);
}

#[tokio::test]
async fn a_key_that_lies_at_several_rows_counts_once() {
    let db = memory().await;
    let rows: Vec<Drawn> = (0..30).map(|id| Drawn { id, n: id }).collect();
    db.put_many(&rows).await.unwrap();
    let keys: Vec<_> = rows.iter().map(Drawn::key).collect();
    assert_eq!(db.delete_many(&keys).await.unwrap(), 30);
    assert_eq!(db.scan(Drawn::scan().all()).count().await.unwrap(), 0);
}

#[tokio::test]
async fn versions_are_deleted_up_to_the_newest() {
    let db = memory().await;
    // As numbers, these are far in the future of a clock.
    let row = |n: u32, day| record(&format!("u{n}"), day, n);
    db.put_many((0..40).map(|n| row(n, 20_151_226_122_400)))
        .await
        .unwrap();
    let keys: Vec<RecordKey> = (0..41).map(|n| row(n, 0).key()).collect();
    assert_eq!(db.delete_many(&keys).await.unwrap(), 41);
    assert_eq!(db.scan(Record::scan().all()).count().await.unwrap(), 0);
    let later = row(1, 20_151_226_122_401);
    db.put(&later).await.unwrap();
    assert_eq!(db.scan(Record::scan().all()).delete().await.unwrap(), 1);
    assert_eq!(db.get(&later.key()).await.unwrap(), None);
}

#[tokio::test]
async fn failed_deletes_are_named_and_the_others_are_done() {
    let (db, observed) = observed().await;
    db.put_many((0..40).map(plain)).await.unwrap();
    let bad = plain(7).key().encode().unwrap().as_ref().to_vec();
    let rejected = hbase_schema::model::Error::invalid("rejected by the test");
    observed.faults.on_any().row(bad).always().fail(rejected);
    let keys: Vec<PlainKey> = (0..40).map(|id| PlainKey { id }).collect();
    let error = db.delete_many(&keys).await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::InvalidRequest);
    assert!(
        error
            .to_string()
            .starts_with("delete_many, table DLQX:PLAIN_ROWS: 39 rows done")
    );
    let error = db.scan(Plain::scan().all()).delete().await.unwrap_err();
    let Error::Batch(failed) = error else {
        panic!("{error}")
    };
    assert_eq!((failed.written, failed.failed.len()), (0, 1));
}

#[tokio::test]
async fn a_scan_deletes_what_it_finds_in_bounded_batches() {
    let (db, observed) = observed().await;
    let limits = Limits::default().batch_rows(100);
    let db = Connection::with_limits(db.backend(), limits);
    db.put_many((0..1000).map(plain)).await.unwrap();
    observed.order.batches.lock().unwrap().clear();
    let some = db
        .scan(Plain::scan().id(100..600))
        .filter(Plain::N.ge(2000));
    assert_eq!(some.delete().await.unwrap(), 400);
    assert_eq!(*observed.order.batches.lock().unwrap(), [100; 4]);
    assert_eq!(
        db.scan(Plain::scan().all())
            .limit(50)
            .delete()
            .await
            .unwrap(),
        50
    );
    let left: Vec<Plain> = db.scan(Plain::scan().all()).rows().collect().await.unwrap();
    let expected: Vec<Plain> = (50..200).chain(600..1000).map(plain).collect();
    assert_eq!(left, expected);
}

#[tokio::test]
async fn a_scan_that_deletes_ends_in_time_and_says_how_far_it_came() {
    let (db, observed) = observed().await;
    let limits = Limits::default().batch_rows(10);
    let db = Connection::with_limits(db.backend(), limits);
    db.put_many((0..1000).map(plain)).await.unwrap();
    let slow = Duration::from_millis(20);
    observed.faults.on_any().always().delay(slow);
    let scan = db
        .scan(Plain::scan().all())
        .operation_timeout(Duration::from_millis(300));
    let error = scan.delete().await.unwrap_err();
    assert!(error.is_timeout(), "{error}");
    let Error::Batch(failed) = error else {
        panic!("{error}")
    };
    observed.faults.clear();
    let left = db.scan(Plain::scan().all()).count().await.unwrap();
    assert!(failed.written > 0 && left < 1000, "{failed}");
    let stopped = failed.stopped.unwrap();
    let unknown = stopped.unknown.end - stopped.unknown.start;
    let tried = failed.written + failed.failed.len() as u64 + unknown;
    assert_eq!(stopped.not_tried_from, tried);
}

#[tokio::test]
async fn no_read_before_a_delete_outlasts_the_operation() {
    let (db, observed) = observed().await;
    let rows: Vec<Record> = (0..4).map(|n| record(&format!("u{n}"), 1, n)).collect();
    db.put_many(&rows).await.unwrap();
    let keys: Vec<RecordKey> = rows.iter().map(Record::key).collect();
    let db = db.operation_timeout(Duration::from_millis(150));
    observed.faults.on(CallKind::GetMany).hang();
    observed.faults.on(CallKind::NextBatch).hang();
    let started = Instant::now();
    for error in [
        db.delete_many(&keys).await.unwrap_err(),
        db.scan(Record::scan().all()).delete().await.unwrap_err(),
    ] {
        assert!(error.is_timeout(), "{error}");
        assert_contains(&error, "operation_timeout");
        let Error::Batch(failed) = error else {
            panic!("{error}")
        };
        let stopped = failed.stopped.as_ref().unwrap();
        assert_eq!((failed.written, stopped.not_tried_from), (0, 0), "{failed}");
    }
    assert!(started.elapsed() < Duration::from_secs(5));
    assert_eq!(db.scan(Record::scan().all()).count().await.unwrap(), 4);
}

#[tokio::test]
async fn a_delete_of_several_rows_names_the_one_that_fails() {
    let (db, observed) = observed().await;
    db.put(&Drawn { id: 7, n: 1 }).await.unwrap();
    let key = Drawn { id: 7, n: 1 }.key();
    let row = [b"\x03", key.encode().unwrap().as_ref().get(1..).unwrap()].concat();
    let rejected = hbase_schema::model::Error::invalid("rejected by the test");
    observed
        .faults
        .on(CallKind::MutateMany)
        .row(row)
        .fail(rejected);
    let error = db.delete(&key).await.unwrap_err();
    assert_contains(&error, r"row `\x03\x00\x00\x00\x07`: rejected");
}
