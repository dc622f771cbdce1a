//! Flushes while files are merged: they do not wait, and nobody spins.
#![cfg(target_os = "linux")]

#[path = "it/scratch/mod.rs"]
mod scratch;

use std::fs;
use std::time::{Duration, Instant};

use hbase_backend::{Backend, Deadline, Mutation};
use hbase_model::{FamilyDescriptor, TableDescriptor, TableName};
use hbase_schema_embedded::{Embedded, Options};

const LARGE: TableName = TableName::from_static("default", "LARGE");
const SMALL: TableName = TableName::from_static("default", "SMALL");
const ROWS: u32 = 60_000;
const ROUNDS: i64 = 3;

/// The kernel's unit of a thread's time.
const TICK: Duration = Duration::from_millis(10);

/// Between two flushes.
const PAUSE: Duration = Duration::from_millis(20);

fn soon() -> Deadline {
    Deadline::after(Duration::from_secs(2 * 60))
}

/// The name of a process or thread, and the time that it has spent on a processor.
fn time(stat: &str) -> Option<(String, Duration)> {
    let (name, fields) = stat.split_once('(')?.1.split_once(") ")?;
    let fields: Vec<_> = fields.split(' ').collect();
    let [user, system] = [fields.get(11)?, fields.get(12)?];
    let ticks: u32 = user.parse::<u32>().ok()? + system.parse::<u32>().ok()?;
    Some((name.to_owned(), TICK * ticks))
}

/// The time of the engine's workers, and of the whole process.
fn times() -> [Duration; 2] {
    let tasks = fs::read_dir("/proc/self/task").unwrap().flatten();
    let stats = tasks.filter_map(|task| fs::read_to_string(task.path().join("stat")).ok());
    let workers = stats.filter_map(|stat| time(&stat));
    let workers = workers.filter(|(name, _)| name.starts_with("fjall"));
    let all = time(&fs::read_to_string("/proc/self/stat").unwrap());
    [workers.map(|(_, time)| time).sum(), all.unwrap().1]
}

async fn store(dir: &std::path::Path) -> Embedded {
    let options = Options::default()
        .write_buffer_bytes(32 << 20)
        .background_compaction(false);
    let db = Embedded::open(dir, options).await.unwrap();
    for name in [LARGE, SMALL] {
        let mut table = TableDescriptor::new(name);
        table.families = vec![FamilyDescriptor::new("f")].into();
        db.create_table(&table, soon()).await.unwrap();
    }
    for round in 1..=ROUNDS {
        for first in (0..ROWS).step_by(1000) {
            let many = (first..first + 1000).map(|row| put(row, round)).collect();
            db.mutate_many(&LARGE, many, soon()).await.unwrap();
        }
        db.flush(&LARGE, soon()).await.unwrap();
    }
    db
}

fn put(row: u32, round: i64) -> Mutation {
    let mut put = Mutation::new(format!("row {row:08}"));
    put.put_at(b"f", b"q", round, &[7; 200]).unwrap();
    put
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn flushes_do_not_wait_for_merges_and_no_worker_spins() {
    let dir = scratch::dir();
    let db = store(dir.path()).await;
    let (begun, [before, all_before]) = (Instant::now(), times());
    let merge = tokio::spawn({
        let db = db.clone();
        async move { db.major_compact(&LARGE, soon()).await }
    });
    let (mut flushes, mut last) = (0, 0);
    while !merge.is_finished() {
        for table in [&SMALL, &LARGE] {
            db.mutate(table, put(last, 9), soon()).await.unwrap();
            db.flush(table, soon()).await.unwrap();
        }
        // Flushes are the workers' own work; it must stay small compared with the merge.
        tokio::time::sleep(PAUSE).await;
        last += 1;
        flushes += u32::from(!merge.is_finished());
    }
    merge.await.unwrap().unwrap();
    let (took, [workers, all]) = (begun.elapsed(), times());
    let (workers, all) = (
        workers.saturating_sub(before),
        all.saturating_sub(all_before),
    );
    println!("{flushes} flushes in {took:?}, the workers {workers:?} of {all:?}");
    assert!(flushes >= 5, "{flushes} flushes in {took:?}");
    // A worker that spins takes as much as the merge.
    assert!(workers < all / 4, "{workers:?} of {all:?}");
}
