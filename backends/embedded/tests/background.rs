//! Compactions that the store starts by itself: they change no results, and they free space.

#[path = "it/scratch/mod.rs"]
mod scratch;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use hbase_backend::{Backend, Deadline, Get, Increment, Mutation, Scan};
use hbase_model::{FamilyDescriptor, TableDescriptor, TableName};
use hbase_schema_embedded::{Embedded, Options};

const T: TableName = TableName::from_static("default", "WORK");
const ROWS: u64 = 4000;
const VERSIONS: i64 = 3;
const ROUNDS: i64 = 8;

fn soon() -> Deadline {
    Deadline::after(Duration::from_secs(2 * 60))
}

async fn stores() -> (Vec<Embedded>, tempfile::TempDir) {
    let dir = scratch::dir();
    let options = Options::default()
        .write_buffer_bytes(4 << 20)
        .snapshot_bytes(1 << 20);
    let disk = Embedded::open(dir.path(), options).await.unwrap();
    let stores = vec![Embedded::memory().unwrap(), disk];
    for db in &stores {
        let mut table = TableDescriptor::new(T);
        let mut kept = FamilyDescriptor::new("k");
        kept.versions = Some(u32::try_from(VERSIONS).unwrap());
        table.families = vec![FamilyDescriptor::new("f"), kept].into();
        db.create_table(&table, soon()).await.unwrap();
    }
    (stores, dir)
}

/// A row whose families contain the round in which it was written, and which is deleted in some
/// rounds.
fn write(row: u64, round: i64) -> Mutation {
    let mut write = Mutation::new(format!("{row:06}"));
    if is_deleted(row, round) {
        write.delete_row(Some(round));
        return write;
    }
    let value = round.to_be_bytes().repeat(12);
    write.put_at(b"f", b"q", round, &value).unwrap();
    write.put_at(b"k", b"q", round, &value).unwrap();
    write
}

fn is_deleted(row: u64, round: i64) -> bool {
    (row + round.unsigned_abs()).is_multiple_of(5)
}

async fn write_all(db: &Embedded, round: i64) {
    for first in (0..ROWS).step_by(500) {
        let many = (first..first + 500).map(|row| write(row, round)).collect();
        let done = db.mutate_many(&T, many, soon()).await.unwrap();
        assert!(done.iter().all(Result::is_ok));
    }
}

/// The expected versions of a row after `rounds` rounds: all since the last deletion, the newest first, at most
/// as many as are kept.
fn expected(row: u64, rounds: i64) -> Vec<i64> {
    let since = (1..=rounds)
        .rev()
        .take_while(|round| !is_deleted(row, *round));
    since.take(usize::try_from(VERSIONS).unwrap()).collect()
}

async fn check(db: &Embedded, rounds: i64) {
    let mut scan = Scan::new();
    scan.read.max_versions = 9;
    let mut scanner = db.scan(&T, scan, soon()).await.unwrap();
    let mut found = std::collections::BTreeMap::new();
    loop {
        let batch = scanner.next_batch(soon()).await.unwrap();
        if batch.is_empty() {
            break;
        }
        for row in batch.iter().filter(|row| row.key() != b"counter") {
            let number: u64 = std::str::from_utf8(row.key()).unwrap().parse().unwrap();
            let versions = |family: &[u8]| -> Vec<i64> {
                let cells = row.cells().filter(|cell| cell.family == family);
                cells.map(|cell| cell.timestamp).collect()
            };
            let [one, kept] = [versions(b"f"), versions(b"k")];
            assert_eq!(one, kept[..1], "row {number}");
            found.insert(number, kept);
        }
    }
    for row in 0..ROWS {
        let expected = expected(row, rounds);
        let found = found.get(&row).cloned().unwrap_or_default();
        assert_eq!(found, expected, "row {row} after {rounds} rounds");
    }
}

/// Readers see rows that are whole and never older than the rows that they saw before.
async fn read(db: Embedded, done: Arc<AtomicBool>) -> u64 {
    let mut newest = 0;
    let mut reads = 0;
    while !done.load(Ordering::Relaxed) {
        for row in [7, 1234, 3999] {
            let get = Get::new(format!("{row:06}"));
            let found = db.get(&T, &get, soon()).await.unwrap();
            let Some(found) = found else { continue };
            let [f, k] = [b"f", b"k"].map(|family| found.value(family, b"q"));
            assert_eq!(f, k, "half of row {row}");
            let round = i64::from_be_bytes(f.unwrap()[..8].try_into().unwrap());
            if row == 7 {
                assert!(round >= newest, "{round} after {newest}");
                newest = round;
            }
            reads += 1;
        }
    }
    reads
}

async fn count_up(db: Embedded, done: Arc<AtomicBool>) -> u64 {
    let mut count = 0_u64;
    while !done.load(Ordering::Relaxed) {
        let increment = Increment {
            row: b"counter".to_vec(),
            columns: vec![(b"f".to_vec(), b"n".to_vec(), 1)],
            ..Increment::default()
        };
        db.increment(&T, increment, soon()).await.unwrap();
        count += 1;
        let get = Get::new("counter");
        let row = db.get(&T, &get, soon()).await.unwrap().unwrap();
        assert_eq!(row.value(b"f", b"n"), Some(count.to_be_bytes().as_slice()));
    }
    count
}

/// Waits until all compactions have finished and no further one starts.
async fn settle(db: &Embedded) {
    let until = Instant::now() + Duration::from_secs(60);
    loop {
        let before = db.stats();
        tokio::time::sleep(Duration::from_millis(700)).await;
        let now = db.stats();
        if now == before && now.compactions == now.compactions_finished {
            return;
        }
        assert!(Instant::now() < until, "{now:?}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn answers_do_not_depend_on_compactions_in_the_background() {
    let (stores, dir) = stores().await;
    for db in &stores {
        let done = Arc::new(AtomicBool::new(false));
        let reader = tokio::spawn(read(db.clone(), Arc::clone(&done)));
        let counter = tokio::spawn(count_up(db.clone(), Arc::clone(&done)));
        for round in 1..=ROUNDS {
            write_all(db, round).await;
        }
        done.store(true, Ordering::Relaxed);
        assert!(reader.await.unwrap() > 0);
        assert!(counter.await.unwrap() > 0);
        check(db, ROUNDS).await;
        settle(db).await;
        let stats = db.stats();
        assert!(
            stats.compactions > 0 && stats.cells_removed > ROWS,
            "{stats:?}"
        );
        check(db, ROUNDS).await;
    }
    let [_, disk] = <[Embedded; 2]>::try_from(stores).unwrap();
    disk.close(soon()).await.unwrap();
    let db = Embedded::open(dir.path(), Options::default())
        .await
        .unwrap();
    check(&db, ROUNDS).await;
}

#[tokio::test]
async fn rows_that_are_only_added_are_not_compacted() {
    let db = Embedded::memory().unwrap();
    let mut table = TableDescriptor::new(T);
    table.families = vec![FamilyDescriptor::new("f"), FamilyDescriptor::new("k")].into();
    db.create_table(&table, soon()).await.unwrap();
    for round in 0..5 {
        for first in (0..ROWS).step_by(500) {
            let row = |row| {
                let mut put = Mutation::new(format!("{round}-{row:06}"));
                put.put_at(b"f", b"q", 1, &[7; 200]).unwrap();
                put
            };
            let many = (first..first + 500).map(row).collect();
            db.mutate_many(&T, many, soon()).await.unwrap();
        }
    }
    tokio::time::sleep(Duration::from_millis(500)).await;
    assert_eq!(db.stats().compactions, 0);
}
