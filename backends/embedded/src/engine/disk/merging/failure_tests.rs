use std::fs::OpenOptions;
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use fjall::AbstractTree;
use hbase_backend::{Deadline, Error, Result};

use super::super::Disk;
use super::super::commit::RUN_LIMIT;
use super::super::testing::{ID, keyspace, open, put, runs, soon, values, wait_until, work, write};
use crate::engine::{Batch, DropDecider, DropPolicy, Safety};
use crate::key::row_prefix;

const KEYS: u32 = 300;

/// Writes as many runs as the store accepts. The engine may move the first file into the last level, at any time.
fn fill(disk: &Disk) {
    for _ in 0..=RUN_LIMIT {
        if runs(disk) == RUN_LIMIT {
            return;
        }
        write(disk, KEYS, 1);
    }
    assert_eq!(runs(disk), RUN_LIMIT);
}

/// Inverts a byte of a keyspace's file; returns the file's path.
fn damage(path: PathBuf) -> PathBuf {
    let file = OpenOptions::new().read(true).write(true).open(&path);
    let (mut file, mut byte) = (file.unwrap(), [0]);
    file.seek(SeekFrom::Start(100)).unwrap();
    file.read_exact(&mut byte).unwrap();
    file.seek(SeekFrom::Start(100)).unwrap();
    file.write_all(&[!byte[0]]).unwrap();
    path
}

fn first_file(disk: &Disk) -> PathBuf {
    let version = keyspace(disk).tree.current_version();
    let first = &version.level(0).unwrap().first_run().unwrap()[0];
    first.path.to_path_buf()
}

#[test]
fn writers_learn_why_files_are_not_merged_until_they_are() {
    let dir = tempfile::tempdir().unwrap();
    let disk = open(dir.path());
    let turn = disk.merger.begin_requested(ID, &work()).unwrap();
    fill(&disk);
    let file = damage(first_file(&disk));
    drop(turn);
    let error = put(&disk, KEYS, 99, soon()).unwrap_err();
    let what = error.to_string();
    assert!(matches!(error, Error::Corrupt { .. }), "{what}");
    assert!(
        what.contains(&file.display().to_string()) && what.contains("merging files"),
        "{what}"
    );
    // The merge is retried, and the store stays open meanwhile.
    wait_until(|| disk.merger.failure(ID).is_some());
    damage(file);
    wait_until(|| put(&disk, KEYS, 99, soon()).is_ok());
    wait_until(|| disk.merger.failure(ID).is_none());
    assert_eq!(values(&disk), vec![b"99"; KEYS as usize]);
}

/// Panics once.
#[derive(Clone)]
struct Panics(Arc<AtomicBool>);

impl DropPolicy for Panics {
    fn decider(&self) -> Box<dyn DropDecider> {
        Box::new(self.clone())
    }
}

impl DropDecider for Panics {
    fn start_row(&mut self) {}

    fn drops(&mut self, _: &[u8], _: &[u8], _: &[u8]) -> Result<bool> {
        assert!(!self.0.swap(false, Ordering::Relaxed), "on purpose");
        Ok(false)
    }

    fn note_dropped(&self, _: u64) {}
}

fn set_panics(disk: &Disk) {
    let policy = Panics(Arc::new(AtomicBool::new(true)));
    disk.set_drop_policy(ID, Some(Arc::new(policy)));
}

fn assert_panicked(error: &Error) {
    let what = error.to_string();
    assert!(what.contains("panicked: open the store again"), "{what}");
}

#[test]
fn a_panic_in_a_merge_is_reported_until_the_store_is_opened_again() {
    let dir = tempfile::tempdir().unwrap();
    let disk = open(dir.path());
    set_panics(&disk);
    write(&disk, KEYS, 4);
    wait_until(|| disk.merger.failure(ID).is_some());
    // A retry would find nothing that it may merge, and succeed.
    std::thread::sleep(Duration::from_millis(300));
    write(&disk, KEYS, RUN_LIMIT - 3);
    let soon_enough = Deadline::after(Duration::from_secs(5));
    assert_panicked(&put(&disk, KEYS, 99, soon_enough).unwrap_err());
    assert_panicked(&disk.compact(ID, &work()).unwrap_err());
    Box::new(disk).close();
    let disk = open(dir.path());
    put(&disk, KEYS, 99, soon()).unwrap();
    disk.compact(ID, &work()).unwrap();
    assert_eq!(values(&disk), vec![b"99"; KEYS as usize]);
}

#[test]
fn a_panic_in_a_merge_of_a_caller_is_its_error() {
    let dir = tempfile::tempdir().unwrap();
    let disk = open(dir.path());
    write(&disk, KEYS, 1);
    set_panics(&disk);
    assert_panicked(&disk.compact(ID, &work()).unwrap_err());
    assert_panicked(&disk.compact(ID, &work()).unwrap_err());
}

fn fail_often(disk: &Disk) {
    for _ in 0..10 {
        let error = Error::Corrupt {
            what: "an old one".into(),
        };
        disk.merger.failures(|failures| failures.note(ID, error));
    }
}

#[test]
fn a_failure_is_forgotten_once_a_caller_has_merged_the_files() {
    let dir = tempfile::tempdir().unwrap();
    let disk = open(dir.path());
    write(&disk, KEYS, 1);
    fail_often(&disk);
    disk.compact(ID, &work()).unwrap();
    assert!(disk.merger.failure(ID).is_none());
    write(&disk, KEYS, RUN_LIMIT + 2);
}

#[test]
fn a_writer_that_waits_shortens_the_pause_after_failures() {
    let dir = tempfile::tempdir().unwrap();
    let disk = open(dir.path());
    fail_often(&disk);
    fill(&disk);
    // Nobody merges before the writer has looked for the failure.
    let turn = disk.merger.begin_requested(ID, &work()).unwrap();
    let error = put(&disk, KEYS, 99, soon()).unwrap_err();
    assert!(matches!(error, Error::Corrupt { .. }), "{error}");
    drop(turn);
    wait_until(|| put(&disk, KEYS, 99, soon()).is_ok());
    wait_until(|| disk.merger.failure(ID).is_none());
}

/// Writes keys that no other round has.
fn write_range(disk: &Disk, round: u32) {
    let mut batch = Batch::default();
    for key in round * 10..round * 10 + 5 {
        batch.put(ID, &row_prefix(&key.to_be_bytes()), b"new");
    }
    disk.commit(batch, Safety::Buffered, soon()).unwrap();
    disk.flush(ID, &work()).unwrap();
}

/// The engine counts files where the store counts runs.
#[test]
fn the_engine_merges_nothing_so_that_a_damaged_file_does_not_close_it() {
    const ROUNDS: u32 = 30;
    let dir = tempfile::tempdir().unwrap();
    let disk = open(dir.path());
    put(&disk, ROUNDS * 10, 1, soon()).unwrap();
    disk.flush(ID, &work()).unwrap();
    disk.compact(ID, &work()).unwrap();
    let turn = disk.merger.begin_requested(ID, &work()).unwrap();
    (0..ROUNDS).for_each(|round| write_range(&disk, round));
    let files = keyspace(&disk).tree.level_table_count(0);
    assert_eq!(files, Some(ROUNDS as usize));
    let file = damage(first_file(&disk));
    drop(turn);
    wait_until(|| disk.merger.failure(ID).is_some());
    write_range(&disk, 0);
    damage(file);
    wait_until(|| disk.merger.failure(ID).is_none() && runs(&disk) < 3);
}
