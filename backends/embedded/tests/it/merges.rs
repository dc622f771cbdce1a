//! Entries that merges of the engine's files drop, and entries that they must keep.

use std::time::{Duration, Instant};

use hbase_backend::{Backend, Get, Mutation};
use hbase_model::{FamilyDescriptor, TableDescriptor, TableName};
use hbase_schema_embedded::{Embedded, Options};

use crate::{scratch, soon};

const T: TableName = TableName::from_static("default", "MERGED");
const ROWS: u32 = 6000;

async fn store(dir: &std::path::Path) -> Embedded {
    let options = Options::default().write_buffer_bytes(1 << 20);
    let db = Embedded::open(dir, options).await.unwrap();
    let mut table = TableDescriptor::new(T);
    table.families = vec![FamilyDescriptor::new("f")].into();
    db.create_table(&table, soon()).await.unwrap();
    db
}

/// Rewrites all rows, so that their former cells are removed.
async fn overwrite(db: &Embedded, round: i64) {
    for first in (0..ROWS).step_by(500) {
        let put = |row: u32| {
            let mut put = Mutation::new(format!("row {row:08}"));
            put.put_at(b"f", b"q", round, &[7; 100]).unwrap();
            put
        };
        let many = (first..first + 500).map(put).collect();
        let done = db.mutate_many(&T, many, soon()).await.unwrap();
        assert!(done.iter().all(Result::is_ok));
    }
}

/// Waits until files have been merged and no further merge runs.
async fn settle(db: &Embedded) {
    let until = Instant::now() + Duration::from_secs(40);
    loop {
        let before = db.stats();
        tokio::time::sleep(Duration::from_millis(1500)).await;
        let now = db.stats();
        if now == before && now.cells_removed > 0 && now.compactions == now.compactions_finished {
            return;
        }
        assert!(Instant::now() < until, "{now:?}");
    }
}

async fn timestamps(db: &Embedded, row: &str) -> Vec<i64> {
    let mut get = Get::new(row.to_owned());
    get.read.max_versions = 9;
    let row = db.get(&T, &get, soon()).await.unwrap();
    row.map_or_else(Vec::new, |row| row.cells().map(|c| c.timestamp).collect())
}

async fn put(db: &Embedded, row: &str, timestamp: i64) {
    let mut put = Mutation::new(row.to_owned());
    put.put_at(b"f", b"q", timestamp, b"v").unwrap();
    db.mutate(&T, put, soon()).await.unwrap();
}

#[tokio::test]
async fn versions_go_without_being_written_as_removed() {
    let dir = scratch::dir();
    let db = store(dir.path()).await;
    for round in 1..=4 {
        overwrite(&db, round).await;
    }
    let written = db.stats().bytes_written;
    settle(&db).await;
    let stats = db.stats();
    // Some of the three superseded rounds: entries in few files wait for more files.
    assert!(stats.cells_removed >= u64::from(ROWS), "{stats:?}");
    assert_eq!(stats.bytes_written, written, "removals were written");
    assert_eq!(timestamps(&db, "row 00000007").await, [4]);
}

/// Only an existing version supersedes another one: not a version that a marker in another file hides, and not
/// one that was removed.
#[tokio::test]
async fn a_version_is_not_dropped_for_one_that_is_hidden_or_gone() {
    let dir = scratch::dir();
    let db = store(dir.path()).await;
    let mut delete = Mutation::new("hidden");
    delete.delete_version(b"f", b"q", Some(10)).unwrap();
    db.mutate(&T, delete, soon()).await.unwrap();
    db.flush(&T, soon()).await.unwrap();
    put(&db, "hidden", 10).await;
    put(&db, "hidden", 12).await;
    put(&db, "gone", 10).await;
    db.flush(&T, soon()).await.unwrap();
    let mut delete = Mutation::new("gone");
    delete.delete_column(b"f", b"q", Some(10)).unwrap();
    db.mutate(&T, delete, soon()).await.unwrap();
    db.major_compact(&T, soon()).await.unwrap();
    put(&db, "gone", 5).await;
    for round in 1..=4 {
        overwrite(&db, round).await;
    }
    settle(&db).await;
    assert_eq!(timestamps(&db, "hidden").await, [12]);
    assert_eq!(timestamps(&db, "gone").await, [5]);
}

/// Bytes of a store's tables.
fn tables(dir: &std::path::Path) -> u64 {
    let entries = std::fs::read_dir(dir).unwrap().map(|entry| entry.unwrap());
    let size = |entry: std::fs::DirEntry| match entry.metadata() {
        Ok(meta) if meta.is_dir() => tables(&entry.path()),
        Ok(meta) if entry.path().extension().is_none() => meta.len(),
        _ => 0,
    };
    entries.map(size).sum()
}

#[tokio::test]
async fn files_that_were_merged_are_deleted_without_further_writes() {
    let dir = scratch::dir();
    let db = store(dir.path()).await;
    for round in 1..=4 {
        overwrite(&db, round).await;
    }
    settle(&db).await;
    // Each round writes all rows once. If it merges before the last round is flushed, the store keeps up to three copies of
    // them. Files that were merged, and not deleted, make it five: those of four rounds, and of the merge.
    let copy = u64::from(ROWS) * 140;
    let until = Instant::now() + Duration::from_secs(20);
    while tables(dir.path()) > copy * 7 / 2 {
        let left = tables(dir.path());
        assert!(Instant::now() < until, "{left} bytes of {copy} each");
        tokio::time::sleep(Duration::from_millis(200)).await;
    }
}
