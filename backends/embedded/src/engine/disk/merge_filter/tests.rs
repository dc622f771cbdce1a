use std::path::Path;
use std::sync::Arc;

use fjall::Slice;
use hbase_backend::Result;

use super::super::Disk;
use super::super::log::flushed;
use super::super::testing::{ID, copy, open, put_one, soon, values, wait_until, work};
use super::{DropDecider, DropPolicy};
use crate::engine::{Batch, Direction, ReadSnapshot, Safety};
use crate::key;

/// Drops the entries of a row that end like this, except its first.
#[derive(Clone)]
struct Drops {
    end: &'static [u8],
    is_first: bool,
}

impl DropPolicy for Drops {
    fn decider(&self) -> Box<dyn DropDecider> {
        Box::new(self.clone())
    }
}

impl DropDecider for Drops {
    fn start_row(&mut self) {
        self.is_first = true;
    }

    fn drops(&mut self, _: &[u8], key: &[u8], _: &[u8]) -> Result<bool> {
        Ok(!std::mem::take(&mut self.is_first) && key.ends_with(self.end))
    }

    fn note_dropped(&self, _: u64) {}
}

fn set_policy(disk: &Disk, end: &'static [u8]) {
    let is_first = true;
    disk.set_drop_policy(ID, Some(Arc::new(Drops { end, is_first })));
}

fn key(end: &[u8]) -> Vec<u8> {
    [&key::row_prefix(b"row"), end].concat()
}

fn write_file(disk: &Disk) {
    disk.flush(ID, &work()).unwrap();
}

fn merge(disk: &Disk) {
    disk.compact(ID, &work()).unwrap();
}

/// Opens the store as a kill would leave it.
fn reopened(dir: &Path) -> (tempfile::TempDir, Disk) {
    let to = tempfile::tempdir().unwrap();
    copy(dir, to.path());
    let disk = open(to.path());
    (to, disk)
}

fn remove(disk: &Disk, end: &[u8]) {
    let mut batch = Batch::default();
    batch.remove(ID, Slice::from(key(end)));
    disk.commit(batch, Safety::Forced, soon()).unwrap();
}

/// Writes a file with two versions.
fn write_versions(disk: &Disk) {
    put_one(disk, &key(b"removed"), b"0", Safety::Forced);
    put_one(disk, &key(b"v1"), b"1", Safety::Forced);
    write_file(disk);
}

/// Drops a put that a marker hides, and removes the marker afterwards.
fn drop_and_remove(disk: &Disk) {
    put_one(disk, &key(b"marker"), b"m", Safety::Forced);
    put_one(disk, &key(b"put"), b"p", Safety::Forced);
    write_file(disk);
    set_policy(disk, b"put");
    merge(disk);
    assert_eq!(values(disk), [b"m"]);
    disk.set_drop_policy(ID, None);
    remove(disk, b"marker");
    write_file(disk);
    merge(disk);
    assert!(values(disk).is_empty());
}

fn incompressible(bytes: usize) -> Vec<u8> {
    let mut state = 1u64;
    let next = || {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        state.to_be_bytes()[0]
    };
    std::iter::repeat_with(next).take(bytes).collect()
}

#[test]
fn what_a_merge_dropped_does_not_come_back_from_the_log() {
    let dir = tempfile::tempdir().unwrap();
    let disk = open(dir.path());
    disk.create_keyspace(ID + 1).unwrap();
    let mut both = Batch::default();
    both.put(ID, &key(b"other put"), b"p");
    both.put(ID + 1, b"other", b"o");
    disk.commit(both, Safety::Forced, soon()).unwrap();
    drop_and_remove(&disk);
    let (_dir, again) = reopened(dir.path());
    assert!(values(&again).is_empty(), "{:?}", values(&again));
    let others = again
        .snapshot()
        .range(ID + 1, &[0], None, Direction::Forward);
    assert_eq!(others.unwrap().flatten().count(), 1);
}

#[test]
fn nor_does_it_where_more_log_follows_what_is_flushed() {
    let dir = tempfile::tempdir().unwrap();
    let disk = open(dir.path());
    disk.create_keyspace(ID + 1).unwrap();
    drop_and_remove(&disk);
    flushed::write(dir.path(), disk.database.seqno()).unwrap();
    let mut batch = Batch::default();
    batch.put(ID + 1, b"other", &incompressible(10_000));
    batch.put(ID, &key(b"later"), b"l");
    disk.commit(batch, Safety::Forced, soon()).unwrap();
    let (_dir, again) = reopened(dir.path());
    assert_eq!(values(&again), [b"l"]);
    Box::new(again).close();
}

/// One of two versions has to remain, even if the later one is not in the log yet. The merged file also
/// contains a third one, which was removed.
#[test]
fn nothing_is_dropped_for_what_a_kill_takes() {
    let dir = tempfile::tempdir().unwrap();
    let disk = open(dir.path());
    write_versions(&disk);
    remove(&disk, b"removed");
    put_one(&disk, &key(b"v0"), b"2", Safety::Buffered);
    set_policy(&disk, b"v1");
    merge(&disk);
    assert_eq!(values(&disk), [b"2"]);
    let (_dir, again) = reopened(dir.path());
    assert!(!values(&again).is_empty(), "both versions are gone");
}

/// Judging by the merged file alone, the older of its two versions would be dropped. But the newer one was
/// removed.
#[test]
fn nothing_is_dropped_for_an_entry_that_is_removed_elsewhere() {
    let dir = tempfile::tempdir().unwrap();
    let disk = open(dir.path());
    write_versions(&disk);
    remove(&disk, b"removed");
    set_policy(&disk, b"v1");
    merge(&disk);
    assert_eq!(values(&disk), [b"1"]);
}

/// The engine retains a log until the files of each keyspace are newer.
#[test]
fn logs_go_although_the_newest_entries_of_a_keyspace_did() {
    let dir = tempfile::tempdir().unwrap();
    let disk = open(dir.path());
    disk.create_keyspace(ID + 1).unwrap();
    disk.create_keyspace(ID + 2).unwrap();
    // The keyspace with the smallest number is written to in order to delete merged files.
    disk.create_keyspace(ID - 1).unwrap();
    put_one(&disk, &key(b"old"), b"o", Safety::Buffered);
    write_file(&disk);
    let write = |keyspace, key: &[u8], value: &[u8]| {
        let mut batch = Batch::default();
        batch.put(keyspace, key, value);
        disk.commit(batch, Safety::Buffered, soon()).unwrap();
    };
    // Both are in memory when the log is full.
    write(ID, &key(b"put"), b"p");
    write(ID + 2, b"retains the log", b"r");
    // A little more than fits into a log, but too little for the engine to flush the other keyspaces.
    let value = incompressible(921_600);
    for _ in 0..28 {
        (0..5).for_each(|number| write(ID + 1, &[b'k', number], &value));
        disk.flush(ID + 1, &work()).unwrap();
        if disk.database.journal_count() == 2 {
            break;
        }
    }
    assert_eq!(disk.database.journal_count(), 2);
    set_policy(&disk, b"put");
    write_file(&disk);
    merge(&disk);
    assert_eq!(values(&disk), [b"o"]);
    disk.flush(ID + 2, &work()).unwrap();
    wait_until(|| {
        disk.tidy();
        disk.database.journal_count() == 1
    });
}
