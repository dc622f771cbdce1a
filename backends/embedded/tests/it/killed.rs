//! The bytes that a store reads when it is opened after it was flushed but never closed.

use std::path::Path;

use hbase_backend::{Backend, Get, Mutation};
use hbase_model::{FamilyDescriptor, TableDescriptor, TableName};
use hbase_schema_embedded::{Embedded, Options};

use crate::{scratch, soon};

const T: TableName = TableName::from_static("default", "KILLED");
const ROWS: u32 = 2000;

async fn open(dir: &Path) -> Embedded {
    Embedded::open(dir, Options::default()).await.unwrap()
}

async fn write(db: &Embedded, rows: std::ops::Range<u32>, value: &[u8]) {
    let put = |row: u32| {
        let mut put = Mutation::new(row.to_be_bytes());
        put.put_at(b"f", b"q", 1, value).unwrap();
        put
    };
    let done = db.mutate_many(&T, rows.map(put).collect(), soon()).await;
    assert!(done.unwrap().iter().all(Result::is_ok));
}

async fn check(db: &Embedded, rows: std::ops::Range<u32>, value: &[u8]) {
    for row in rows {
        let get = Get::new(row.to_be_bytes());
        let found = db.get(&T, &get, soon()).await.unwrap();
        let found = found.unwrap_or_else(|| panic!("row {row} is lost"));
        assert_eq!(found.value(b"f", b"q"), Some(value), "row {row}");
    }
}

/// Bytes of the logs that are not the zeros at their ends.
fn logged(dir: &Path) -> usize {
    let entries = std::fs::read_dir(dir.join("data")).unwrap();
    let paths = entries.map(|entry| entry.unwrap().path());
    let logs = paths.filter(|path| path.extension().is_some_and(|e| e == "jnl"));
    let used = |bytes: Vec<u8>| bytes.iter().rposition(|b| *b != 0).map_or(0, |at| at + 1);
    logs.map(|log| used(std::fs::read(log).unwrap())).sum()
}

async fn flushed(dir: &Path) -> Embedded {
    let db = open(dir).await;
    let mut table = TableDescriptor::new(T);
    table.families = vec![FamilyDescriptor::new("f")].into();
    db.create_table(&table, soon()).await.unwrap();
    write(&db, 0..ROWS, &[7; 100]).await;
    db.flush(&T, soon()).await.unwrap();
    db
}

#[tokio::test]
async fn a_store_that_was_flushed_has_no_log_to_read() {
    let (dir, killed) = (scratch::dir(), scratch::dir());
    let db = flushed(dir.path()).await;
    scratch::copy(dir.path(), killed.path());
    assert!(logged(killed.path()) > 100 * ROWS as usize, "a log");
    let after = open(killed.path()).await;
    let left = logged(killed.path());
    assert!(left < 4096, "{left} bytes");
    check(&after, 0..ROWS, &[7; 100]).await;
    drop(db);
}

#[tokio::test]
async fn what_was_written_behind_a_flush_is_read_from_the_log() {
    let (dir, killed) = (scratch::dir(), scratch::dir());
    let db = flushed(dir.path()).await;
    write(&db, ROWS - 10..ROWS + 10, b"later").await;
    scratch::copy(dir.path(), killed.path());
    for _ in 0..3 {
        let after = open(killed.path()).await;
        assert!(logged(killed.path()) < 8192);
        check(&after, 0..ROWS - 10, &[7; 100]).await;
        check(&after, ROWS - 10..ROWS + 10, b"later").await;
        // Numbers of later batches are larger than the one that was noted.
        write(&after, 0..5, &[7; 100]).await;
        let again = scratch::dir();
        scratch::copy(killed.path(), again.path());
        check(&open(again.path()).await, 0..5, &[7; 100]).await;
        after.close(soon()).await.unwrap();
    }
    drop(db);
}
