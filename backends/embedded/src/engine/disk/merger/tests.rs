use std::fs::OpenOptions;
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};

use fjall::{AbstractTree, Database, KeyspaceCreateOptions};
use hbase_model::{Deadline, Error, Result};

use super::super::commit::RUN_LIMIT;
use super::super::testing::{
    ID, LONG, keyspace, open, put, runs, soon, values, wait_until, work, write,
};
use super::super::{Disk, format};
use crate::engine::{Engine, Judge, Judging};
use crate::work::Work;

const KEYS: u32 = 300;

#[test]
fn files_are_merged_also_those_of_an_earlier_process() {
    let dir = tempfile::tempdir().unwrap();
    let disk = open(dir.path());
    write(&disk, KEYS, 6);
    wait_until(|| runs(&disk) < 3);
    let turn = disk.merger.hold(ID, &work()).unwrap();
    write(&disk, KEYS, 6);
    assert!(runs(&disk) >= 6, "files are merged while they are held");
    drop(turn);
    Box::new(disk).close();
    let disk = open(dir.path());
    wait_until(|| runs(&disk) < 3);
    assert_eq!(values(&disk), vec![b"6"; KEYS as usize]);
}

#[test]
fn keyspaces_of_earlier_stores_are_merged() {
    let dir = tempfile::tempdir().unwrap();
    format::ensure(dir.path()).unwrap();
    let database = Database::builder(dir.path().join(format::DATA));
    let database = database.open().unwrap();
    let keyspace = database.keyspace(&ID.to_string(), KeyspaceCreateOptions::default);
    drop((keyspace.unwrap(), database));
    let disk = open(dir.path());
    for _ in 0..5 {
        write(&disk, KEYS, 4);
        disk.compact(ID, &work()).unwrap();
    }
    write(&disk, KEYS, 6);
    wait_until(|| runs(&disk) < 3);
    assert_eq!(values(&disk), vec![b"6"; KEYS as usize]);
}

/// Takes its time for each entry.
#[derive(Default)]
struct Slow {
    judged: Arc<AtomicU32>,
}

impl Judge for Slow {
    fn start(&self) -> Box<dyn Judging> {
        let judged = Arc::clone(&self.judged);
        Box::new(Self { judged })
    }
}

impl Judging for Slow {
    fn start_row(&mut self) {}

    fn goes(&mut self, _: &[u8], _: &[u8], _: &[u8]) -> Result<bool> {
        std::thread::sleep(Duration::from_millis(2));
        self.judged.fetch_add(1, Ordering::Relaxed);
        Ok(false)
    }

    fn note_removed(&self, _: u64) {}
}

/// A store in which a merge is in progress that would take [`LONG`].
fn merging(dir: &Path) -> Disk {
    let disk = open(dir);
    let turn = disk.merger.hold(ID, &work()).unwrap();
    write(&disk, 20_000, 4);
    let slow = Slow::default();
    let judged = Arc::clone(&slow.judged);
    disk.set_judge(ID, Some(Arc::new(slow)));
    drop(turn);
    wait_until(|| judged.load(Ordering::Relaxed) > 0);
    disk
}

#[test]
fn closing_ends_a_merge() {
    let dir = tempfile::tempdir().unwrap();
    let disk = merging(dir.path());
    let begun = Instant::now();
    Box::new(disk).close();
    let disk = open(dir.path());
    assert!(begun.elapsed() < LONG / 4, "{:?}", begun.elapsed());
    assert_eq!(values(&disk), vec![b"4"; 20_000]);
}

#[test]
fn neither_flushes_nor_callers_out_of_time_wait_for_a_merge() {
    let dir = tempfile::tempdir().unwrap();
    let disk = merging(dir.path());
    let begun = Instant::now();
    write(&disk, KEYS, 5);
    let late = Work::new("testing", Deadline::after(Duration::from_millis(50)));
    let error = disk.compact(ID, &late).unwrap_err();
    assert!(matches!(error, Error::DeadlineExceeded { .. }), "{error}");
    disk.drop_keyspace(ID).unwrap();
    drop(disk);
    assert!(begun.elapsed() < LONG / 4, "{:?}", begun.elapsed());
}

/// Turns a byte of a keyspace's file around; returns the file's path.
fn damage(path: PathBuf) -> PathBuf {
    let file = OpenOptions::new().read(true).write(true).open(&path);
    let (mut file, mut byte) = (file.unwrap(), [0]);
    file.seek(SeekFrom::Start(100)).unwrap();
    file.read_exact(&mut byte).unwrap();
    file.seek(SeekFrom::Start(100)).unwrap();
    file.write_all(&[!byte[0]]).unwrap();
    path
}

#[test]
fn writers_learn_why_files_are_not_merged_until_they_are() {
    let dir = tempfile::tempdir().unwrap();
    let disk = open(dir.path());
    let turn = disk.merger.hold(ID, &work()).unwrap();
    write(&disk, KEYS, RUN_LIMIT + 1);
    let version = keyspace(&disk).tree.current_version();
    let first = version.level(0).unwrap().first_run().unwrap()[0]
        .path
        .to_path_buf();
    let file = damage(first);
    drop(turn);
    let error = put(&disk, KEYS, 99, soon()).unwrap_err();
    let what = error.to_string();
    assert!(matches!(error, Error::Corrupt { .. }), "{what}");
    assert!(
        what.contains(&file.display().to_string()) && what.contains("merging files"),
        "{what}"
    );
    // The merge is retried, and the store is open all the while.
    wait_until(|| disk.merger.failure(ID).is_some());
    damage(file);
    wait_until(|| put(&disk, KEYS, 99, soon()).is_ok());
    wait_until(|| disk.merger.failure(ID).is_none());
    assert_eq!(values(&disk), vec![b"99"; KEYS as usize]);
}
