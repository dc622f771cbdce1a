use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc;

use fjall::{AbstractTree, Database, Readable};

use crate::{LONG, PAUSE, flush, keyspace, open_idle};

#[test]
fn a_write_waits_for_a_flush_without_a_deadline() {
    let dir = tempfile::tempdir().unwrap();
    let database = open_idle(dir.path());
    let keyspace = keyspace(&database, "k");
    for _ in 0..4 {
        keyspace.insert("a", "1").unwrap();
        keyspace.rotate_memtable().unwrap();
    }
    let (sender, done) = mpsc::channel();
    std::thread::scope(|scope| {
        scope.spawn(|| sender.send(keyspace.insert("a", "2")).unwrap());
        let waits = done.recv_timeout(PAUSE).is_err();
        flush(&keyspace);
        assert!(waits);
        done.recv_timeout(LONG).unwrap().unwrap();
    });
}

/// Takes the steps of `WriteBatch::commit`; a flush may end between any two of them.
#[test]
fn a_flush_makes_half_of_a_batch_visible() {
    let dir = tempfile::tempdir().unwrap();
    let database = open_idle(dir.path());
    let (batched, other) = (keyspace(&database, "batched"), keyspace(&database, "other"));
    other.insert("a", "1").unwrap();
    let sees_first = || {
        database
            .snapshot()
            .get(&batched, "first")
            .unwrap()
            .is_some()
    };
    let number = database.supervisor.seqno.next();
    batched.tree.insert("first", "1", number);
    assert!(!sees_first());
    flush(&other);
    assert!(sees_first());
}

#[test]
#[expect(deprecated, reason = "there is no other limit")]
fn memtables_have_no_common_limit() {
    let dir = tempfile::tempdir().unwrap();
    let database = Database::builder(dir.path()).worker_threads(1);
    let database = database
        .max_write_buffer_size(Some(1 << 20))
        .open()
        .unwrap();
    let all: Vec<_> = (0..8)
        .map(|number| keyspace(&database, &number.to_string()))
        .collect();
    for keyspace in &all {
        keyspace.insert("a", vec![1; 1 << 19]).unwrap();
    }
    std::thread::sleep(PAUSE);
    assert!(database.write_buffer_size() >= 4 << 20);
    assert!(all.iter().all(|keyspace| keyspace.table_count() == 0));
}

#[test]
fn a_bound_that_is_longer_than_keys_panics() {
    let dir = tempfile::tempdir().unwrap();
    let database = open_idle(dir.path());
    let keyspace = keyspace(&database, "k");
    let long = vec![0; usize::from(u16::MAX) + 1];
    let range = || keyspace.range(long.as_slice()..).next().is_none();
    assert!(catch_unwind(AssertUnwindSafe(range)).is_err());
}
