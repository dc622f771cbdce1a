//! Common parts of the disk engine's tests.

use std::fs;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};

use fjall::{AbstractTree, Keyspace};
use hbase_backend::{Deadline, Result};

use super::Disk;
use crate::engine::{Batch, Direction, DropDecider, DropPolicy, KeyspaceId, ReadSnapshot, Safety};
use crate::options::Options;
use crate::work::Work;

/// The keyspace of most tests.
pub(super) const ID: KeyspaceId = 1;

/// Longer than anything that tests wait for, but shorter than a merge that is not cancelled.
pub(super) const LONG: Duration = Duration::from_secs(20);

pub(super) fn soon() -> Deadline {
    Deadline::after(Duration::from_secs(60))
}

pub(super) fn work() -> Work {
    Work::new("testing", soon())
}

pub(super) fn open(dir: &Path) -> Disk {
    let disk = Disk::open(dir, &Options::default()).unwrap();
    disk.create_keyspace(ID).unwrap();
    disk
}

/// Writes one entry.
pub(super) fn put_one(disk: &Disk, key: &[u8], value: &[u8], safety: Safety) {
    let mut batch = Batch::default();
    batch.put(ID, key, value);
    disk.commit(batch, safety, soon()).unwrap();
}

/// Rewrites the same keys.
pub(super) fn put(disk: &Disk, keys: u32, round: usize, deadline: Deadline) -> Result<()> {
    let mut batch = Batch::default();
    for key in 0..keys {
        let key = crate::key::row_prefix(&key.to_be_bytes());
        batch.put(ID, &key, round.to_string().as_bytes());
    }
    disk.commit(batch, Safety::Buffered, deadline)
}

/// Rewrites the same keys into a file for each round.
pub(super) fn write(disk: &Disk, keys: u32, rounds: usize) {
    for round in 1..=rounds {
        put(disk, keys, round, soon()).unwrap();
        disk.flush(ID, &work()).unwrap();
    }
}

pub(super) fn keyspace(disk: &Disk) -> Arc<Keyspace> {
    Arc::clone(&disk.all()[&ID])
}

pub(super) fn runs(disk: &Disk) -> usize {
    keyspace(disk).tree.l0_run_count()
}

pub(super) fn values(disk: &Disk) -> Vec<Vec<u8>> {
    let all = disk.snapshot().range(ID, &[0], None, Direction::Forward);
    let value = |entry: Result<(_, _)>| -> Vec<u8> {
        let (_, value): (fjall::Slice, fjall::Slice) = entry.unwrap();
        value.to_vec()
    };
    all.unwrap().map(value).collect()
}

pub(super) fn wait_until(is_done: impl Fn() -> bool) {
    let begun = Instant::now();
    while !is_done() {
        assert!(begun.elapsed() < LONG, "not done in time");
        std::thread::sleep(Duration::from_millis(5));
    }
}

/// Copies a store as a kill would leave it.
pub(super) fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap() {
        let entry = entry.unwrap();
        let to = to.join(entry.file_name());
        if entry.path().is_dir() {
            copy(&entry.path(), &to);
        } else {
            fs::copy(entry.path(), &to).unwrap();
        }
    }
}

/// Keeps everything, and takes some time for each entry.
#[derive(Clone, Default)]
pub(super) struct Slow {
    decided: Arc<AtomicU32>,
}

impl Slow {
    /// The number of decided entries.
    pub(super) fn decided(&self) -> u32 {
        self.decided.load(Ordering::Relaxed)
    }
}

impl DropPolicy for Slow {
    fn decider(&self) -> Box<dyn DropDecider> {
        Box::new(self.clone())
    }
}

impl DropDecider for Slow {
    fn start_row(&mut self) {}

    fn drops(&mut self, _: &[u8], _: &[u8], _: &[u8]) -> Result<bool> {
        std::thread::sleep(Duration::from_millis(2));
        self.decided.fetch_add(1, Ordering::Relaxed);
        Ok(false)
    }

    fn note_dropped(&self, _: u64) {}
}
