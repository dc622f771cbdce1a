use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use fjall::{Database, KeyspaceCreateOptions};
use hbase_backend::{Deadline, Error};

use super::super::Disk;
use super::super::commit::RUN_LIMIT;
use super::super::opening::format;
use super::super::testing::{
    ID, LONG, Slow, open, put, runs, soon, values, wait_until, work, write,
};
use crate::work::Work;

const KEYS: u32 = 300;

#[test]
fn files_are_merged_also_those_of_an_earlier_process() {
    let dir = tempfile::tempdir().unwrap();
    let disk = open(dir.path());
    write(&disk, KEYS, 6);
    wait_until(|| runs(&disk) < 3);
    let turn = disk.merger.begin_requested(ID, &work()).unwrap();
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

/// A store in which a merge is in progress that would take [`LONG`].
fn merging(dir: &Path) -> Disk {
    let disk = open(dir);
    let turn = disk.merger.begin_requested(ID, &work()).unwrap();
    write(&disk, 20_000, 4);
    let slow = Slow::default();
    disk.set_drop_policy(ID, Some(Arc::new(slow.clone())));
    drop(turn);
    wait_until(|| slow.decided() > 0);
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

/// A store whose files are all in the last level, and a drop policy under which merging them takes
/// [`LONG`].
fn compacted(dir: &Path) -> (Disk, Slow) {
    let disk = open(dir);
    put(&disk, 20_000, 1, soon()).unwrap();
    disk.flush(ID, &work()).unwrap();
    disk.compact(ID, &work()).unwrap();
    let slow = Slow::default();
    disk.set_drop_policy(ID, Some(Arc::new(slow.clone())));
    put(&disk, KEYS, 2, soon()).unwrap();
    disk.flush(ID, &work()).unwrap();
    (disk, slow)
}

#[test]
fn writers_go_on_while_a_caller_merges_all_files() {
    let dir = tempfile::tempdir().unwrap();
    let (disk, slow) = compacted(dir.path());
    std::thread::scope(|scope| {
        let caller = scope.spawn(|| disk.compact(ID, &work()));
        wait_until(|| slow.decided() > KEYS);
        for round in 1..=RUN_LIMIT + 5 {
            let soon = Deadline::after(Duration::from_secs(3));
            put(&disk, 50, round, soon).unwrap();
            disk.flush(ID, &work()).unwrap();
        }
        assert!(!caller.is_finished(), "the merge is too short");
        assert!(runs(&disk) < RUN_LIMIT);
        disk.drop_keyspace(ID).unwrap();
        let error = caller.join().unwrap().unwrap_err();
        assert!(matches!(error, Error::Closed { .. }), "{error}");
    });
}

#[test]
fn what_is_written_meanwhile_is_newer_than_what_is_merged() {
    let dir = tempfile::tempdir().unwrap();
    let disk = open(dir.path());
    let is_over = AtomicBool::new(false);
    std::thread::scope(|scope| {
        scope.spawn(|| {
            while !is_over.load(Ordering::Relaxed) {
                disk.compact(ID, &work()).unwrap();
            }
        });
        for round in 1..=60 {
            put(&disk, KEYS, round, soon()).unwrap();
            disk.flush(ID, &work()).unwrap();
            let now = round.to_string().into_bytes();
            assert_eq!(values(&disk), vec![now; KEYS as usize]);
        }
        is_over.store(true, Ordering::Relaxed);
    });
    disk.compact(ID, &work()).unwrap();
    assert_eq!(values(&disk), vec![b"60"; KEYS as usize]);
}

#[test]
fn dropping_a_keyspace_ends_a_merge_of_all_its_files() {
    let dir = tempfile::tempdir().unwrap();
    let (disk, slow) = compacted(dir.path());
    std::thread::scope(|scope| {
        let caller = scope.spawn(|| disk.compact(ID, &work()));
        wait_until(|| slow.decided() > 0);
        let begun = Instant::now();
        disk.drop_keyspace(ID).unwrap();
        let error = caller.join().unwrap().unwrap_err();
        assert!(matches!(error, Error::Closed { .. }), "{error}");
        assert!(begun.elapsed() < LONG / 4, "{:?}", begun.elapsed());
    });
}
