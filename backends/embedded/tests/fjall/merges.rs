use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use fjall::{AbstractTree, Database, Error, Keyspace, PersistMode};
use lsm_tree::compaction::PullDown;

use crate::filters::{Filters, Gate, Recording, Threads};
use crate::{PAUSE, files, keyspace, open_filtered, open_idle, wait_until, write_files};

fn is_closed(database: &Database) -> bool {
    matches!(database.persist(PersistMode::Buffer), Err(Error::Poisoned))
}

/// Merges the first level into the second.
fn merge(keyspace: &Keyspace) -> Result<(), fjall::LsmError> {
    keyspace.tree.compact(Arc::new(PullDown(0, 1)), 0)
}

/// Starts to flush a memtable.
fn rotate(keyspace: &Keyspace) {
    keyspace.insert("a", "1").unwrap();
    keyspace.rotate_memtable().unwrap();
}

fn is_flushed(keyspace: &Keyspace) -> bool {
    keyspace.sealed_memtable_count() == 0
}

/// Makes the worker flush until it merges, as `is_merging` reports.
fn flush_until(keyspace: &Keyspace, is_merging: impl Fn() -> bool) {
    for _ in 0..16 {
        if is_merging() {
            return;
        }
        rotate(keyspace);
        wait_until(|| is_flushed(keyspace) || is_merging());
    }
    wait_until(is_merging);
}

#[test]
fn a_merge_of_the_worker_that_fails_closes_the_database() {
    let dir = tempfile::tempdir().unwrap();
    let database = open_filtered(dir.path(), 1, Filters::failing_at(b"a"));
    let keyspace = keyspace(&database, "k");
    for _ in 0..16 {
        let inserted = keyspace.insert("a", "1");
        if inserted.is_err() || keyspace.rotate_memtable().is_err() {
            break;
        }
        wait_until(|| is_flushed(&keyspace) || is_closed(&database));
    }
    wait_until(|| is_closed(&database));
    // The reason is not reported.
    let error = keyspace.insert("b", "1").unwrap_err();
    assert!(matches!(error, Error::Poisoned), "{error}");
}

#[test]
fn a_single_worker_flushes_nothing_while_it_merges() {
    let dir = tempfile::tempdir().unwrap();
    let gate = Arc::new(Gate::default());
    let database = open_filtered(dir.path(), 1, Filters::gated(&gate));
    let keyspace = keyspace(&database, "k");
    flush_until(&keyspace, || gate.is_reached());
    rotate(&keyspace);
    std::thread::sleep(PAUSE);
    assert!(!is_flushed(&keyspace));
    gate.open();
    wait_until(|| is_flushed(&keyspace));
}

#[test]
fn a_major_compaction_keeps_the_worker_from_flushing() {
    let dir = tempfile::tempdir().unwrap();
    let gate = Arc::new(Gate::default());
    let database = open_filtered(dir.path(), 1, Filters::gated(&gate));
    let keyspace = keyspace(&database, "k");
    rotate(&keyspace);
    wait_until(|| is_flushed(&keyspace));
    std::thread::scope(|scope| {
        let compaction = scope.spawn(|| keyspace.major_compact());
        wait_until(|| gate.is_reached());
        // After a flush the worker looks for files to merge, and waits for the lock. It may find
        // the next memtable first, and then flushes that one, too.
        wait_until(|| {
            rotate(&keyspace);
            std::thread::sleep(PAUSE);
            !is_flushed(&keyspace)
        });
        gate.open();
        compaction.join().unwrap().unwrap();
    });
    wait_until(|| is_flushed(&keyspace));
}

#[test]
fn files_whose_merge_panicked_are_not_merged_until_the_database_is_opened_again() {
    let dir = tempfile::tempdir().unwrap();
    let database = open_filtered(dir.path(), 0, Filters::panicking_once());
    let first = keyspace(&database, "k");
    write_files(&first, 2);
    assert!(catch_unwind(AssertUnwindSafe(|| merge(&first))).is_err());
    merge(&first).unwrap();
    assert_eq!(first.tree.l0_run_count(), 2);
    drop((first, database));
    let database = open_idle(dir.path());
    let again = keyspace(&database, "k");
    merge(&again).unwrap();
    assert_eq!(again.tree.l0_run_count(), 0);
}

#[test]
fn a_merge_that_fails_leaves_its_files() {
    let dir = tempfile::tempdir().unwrap();
    let database = open_filtered(dir.path(), 0, Filters::failing_at(b"b"));
    let keyspace = keyspace(&database, "k");
    write_files(&keyspace, 2);
    merge(&keyspace).unwrap_err();
    assert_eq!(keyspace.table_count(), 2);
    assert!(files(&keyspace) > 2, "{}", files(&keyspace));
}

#[test]
fn merged_files_stay_until_a_memtable_is_full() {
    let dir = tempfile::tempdir().unwrap();
    let database = open_idle(dir.path());
    let keyspace = keyspace(&database, "k");
    write_files(&keyspace, 3);
    keyspace.major_compact().unwrap();
    drop(database.snapshot());
    assert_eq!(keyspace.table_count(), 1);
    assert!(files(&keyspace) > 1, "{}", files(&keyspace));
}

#[test]
fn the_oldest_snapshot_is_determined_every_ten_thousand_snapshots() {
    let dir = tempfile::tempdir().unwrap();
    let database = open_idle(dir.path());
    let keyspace = keyspace(&database, "k");
    let tracker = &database.supervisor.snapshot_tracker;
    let before = tracker.get_seqno_safe_to_gc();
    (0..100).for_each(|_| keyspace.insert("a", "1").unwrap());
    (0..5000).for_each(|_| drop(tracker.open()));
    assert_eq!(tracker.get_seqno_safe_to_gc(), before);
    (0..5000).for_each(|_| drop(tracker.open()));
    assert!(tracker.get_seqno_safe_to_gc() >= before + 100);
}

#[test]
fn what_a_filter_removed_comes_back_from_the_log() {
    let dir = tempfile::tempdir().unwrap();
    let database = open_filtered(dir.path(), 0, Filters::removing(b"b"));
    let first = keyspace(&database, "k");
    write_files(&first, 1);
    first.major_compact().unwrap();
    assert!(first.get("b").unwrap().is_none());
    drop((first, database));
    let database = open_idle(dir.path());
    let again = keyspace(&database, "k");
    assert!(again.get("b").unwrap().is_some());
}

/// Not a fault: `merge_filter/limits.rs` relies on it.
#[test]
fn a_filter_is_made_on_the_thread_that_merges() {
    let dir = tempfile::tempdir().unwrap();
    let threads = Arc::new(Threads::default());
    let database = open_filtered(dir.path(), 0, Arc::new(Recording(Arc::clone(&threads))));
    let keyspace = keyspace(&database, "k");
    write_files(&keyspace, 2);
    merge(&keyspace).unwrap();
    assert_eq!(threads.all(), [std::thread::current().id()]);
}
