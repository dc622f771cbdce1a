//! Behaviour of fjall that the store works around, shown with fjall alone. If a test fails after an upgrade of
//! fjall, its workaround may be removed: see `UPSTREAM.md`.

mod filters;
mod merges;
mod opening;
mod writes;

use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use fjall::compaction::filter::Factory;
use fjall::{AbstractTree, Database, Keyspace, KeyspaceCreateOptions};

/// Longer than anything that a test waits for.
const LONG: Duration = Duration::from_secs(30);

/// How long a test checks that nothing happens.
const PAUSE: Duration = Duration::from_millis(300);

/// A database with a worker.
fn open(dir: &Path) -> Database {
    let database = Database::builder(dir).worker_threads(1);
    database.open().unwrap()
}

/// A database without workers: nobody writes or merges files but the test.
fn open_idle(dir: &Path) -> Database {
    let database = Database::builder(dir).worker_threads_unchecked(0);
    database.open().unwrap()
}

/// A database whose merges have filters.
fn open_filtered(dir: &Path, workers: usize, factory: Arc<dyn Factory>) -> Database {
    let assign = move |_: &str| Some(Arc::clone(&factory));
    let database = Database::builder(dir).worker_threads_unchecked(workers);
    let database = database.with_compaction_filter_factories(Arc::new(assign));
    database.open().unwrap()
}

fn keyspace(database: &Database, name: &str) -> Keyspace {
    let keyspace = database.keyspace(name, KeyspaceCreateOptions::default);
    keyspace.unwrap()
}

/// Writes a memtable to a file, without a worker.
fn flush(keyspace: &Keyspace) {
    keyspace.tree.flush_active_memtable(0).unwrap();
}

/// Writes files with the same two keys, without a worker.
fn write_files(keyspace: &Keyspace, files: u32) {
    for file in 0..files {
        keyspace.insert("a", file.to_string()).unwrap();
        keyspace.insert("b", file.to_string()).unwrap();
        flush(keyspace);
    }
}

/// The number of files in the folder of a keyspace's files.
fn files(keyspace: &Keyspace) -> usize {
    let entries = std::fs::read_dir(keyspace.path().join("tables"));
    entries.unwrap().count()
}

fn wait_until(is_done: impl Fn() -> bool) {
    let begun = Instant::now();
    while !is_done() {
        assert!(begun.elapsed() < LONG, "not done in time");
        std::thread::sleep(Duration::from_millis(1));
    }
}
