//! Flushes: memtables become files.

use std::sync::Arc;

use fjall::{AbstractTree, Keyspace, PersistMode};
use hbase_backend::{Error, Result};

use super::Disk;
use super::log::flushed;
use crate::engine::KeyspaceId;
use crate::work::Work;

/// Keyspaces with at most this many bytes in memory are flushed together with others, so that no log is left.
const LITTLE: u64 = 1 << 20;

impl Disk {
    /// Flushes all writes so far, without waiting for the memtables of later writes.
    pub(super) fn flush(&self, id: KeyspaceId, work: &Work) -> Result<()> {
        let source = self.source();
        let keyspace = source.find(id)?;
        self.database
            .persist(PersistMode::SyncAll)
            .map_err(|error| self.explain("writing the log", &error))?;
        // Read before the rotation: the flush does not wait for memtables of later writes.
        let newest = keyspace.tree.get_highest_memtable_seqno();
        self.rotate(keyspace, work)?;
        self.wait_while(work, || !is_flushed(keyspace, newest))?;
        self.merger.wake();
        Ok(())
    }

    /// Flushes the memtables that are left, if they are small.
    pub(super) fn settle(&self, work: &Work) -> Result<()> {
        let all = self.all();
        let size = |keyspace: &Arc<Keyspace>| keyspace.tree.active_memtable().size();
        if all.values().map(size).sum::<u64>() > LITTLE {
            return Ok(());
        }
        let mut rotated = Vec::new();
        for keyspace in all.values().filter(|keyspace| size(keyspace) > 0) {
            rotated.push((keyspace, keyspace.tree.get_highest_memtable_seqno()));
            self.rotate(keyspace, work)?;
        }
        for (keyspace, newest) in rotated {
            self.wait_while(work, || !is_flushed(keyspace, newest))?;
        }
        let next = self.database.seqno();
        // Once the log was locked after this number was read, all batches with smaller numbers have taken
        // effect.
        self.check()?;
        let is_empty = |keyspace: &Arc<Keyspace>| {
            size(keyspace) == 0 && keyspace.tree.sealed_memtable_count() == 0
        };
        if self.all().values().all(is_empty) {
            flushed::write(&self.dir, next)
                .map_err(|error| Error::io(format!("writing to {}", self.dir.display()), error))?;
        }
        Ok(())
    }
}

/// Whether all of a keyspace's entries in memory up to the number `newest` are in files. Memtables are written
/// in order. A merge may have dropped the entry with that number; then either nothing is left to write, or the
/// next entry's number shows it.
fn is_flushed(keyspace: &Keyspace, newest: Option<u64>) -> bool {
    keyspace.tree.sealed_memtable_count() == 0
        || keyspace.tree.get_highest_persisted_seqno() >= newest
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicBool;
    use std::time::{Duration, Instant};

    use fjall::{Database, KeyspaceCreateOptions};
    use hbase_backend::Deadline;

    use super::*;
    use crate::engine::{Batch, Direction, ReadSnapshot, Safety};
    use crate::options::Options;

    const CELLS: u32 = 20_000;

    fn disk(dir: &std::path::Path) -> Disk {
        let disk = Disk::open(dir, &Options::default()).unwrap();
        disk.create_keyspace(1).unwrap();
        let mut batch = Batch::default();
        for number in 0..CELLS {
            let key = crate::key::row_prefix(&number.to_be_bytes());
            batch.put(1, &key, b"value");
        }
        let soon = Deadline::after(Duration::from_secs(60));
        disk.commit(batch, Safety::Buffered, soon).unwrap();
        disk
    }

    fn len(disk: &Disk) -> usize {
        let all = disk.snapshot().range(1, &[0], None, Direction::Forward);
        all.unwrap().flatten().count()
    }

    /// Closing the store does not wait for a merge, nor for files that others wait for.
    #[test]
    fn a_merge_and_a_flush_end_with_their_work() {
        let dir = tempfile::tempdir().unwrap();
        let disk = disk(dir.path());
        let work = Work::new("testing", Deadline::after(Duration::from_secs(60)));
        disk.flush(1, &work).unwrap();
        let mut stopped = work.clone();
        stopped.add_flag(Arc::new(AtomicBool::new(true)));
        let begun = Instant::now();
        let error = disk.compact(1, &stopped).unwrap_err();
        assert!(matches!(error, Error::DeadlineExceeded { .. }), "{error}");
        let error = disk.wait_while(&stopped, || true).unwrap_err();
        assert!(matches!(error, Error::DeadlineExceeded { .. }), "{error}");
        assert!(begun.elapsed() < Duration::from_secs(20));
        assert_eq!(len(&disk), CELLS as usize);
        // The same merge is made later, and the engine is not closed.
        disk.compact(1, &work).unwrap();
        assert_eq!(len(&disk), CELLS as usize);
    }

    #[test]
    fn a_flush_does_not_wait_for_what_is_written_behind_it() {
        let dir = tempfile::tempdir().unwrap();
        // Only this test writes files.
        let database = Database::builder(dir.path()).worker_threads_unchecked(0);
        let database = database.open().unwrap();
        let keyspace = database.keyspace("1", KeyspaceCreateOptions::default);
        let keyspace = keyspace.unwrap();
        keyspace.insert("a", "1").unwrap();
        let newest = keyspace.tree.get_highest_memtable_seqno();
        assert!(keyspace.rotate_memtable().unwrap());
        assert!(!is_flushed(&keyspace, newest));
        keyspace
            .tree
            .flush(&keyspace.tree.get_flush_lock(), 0)
            .unwrap();
        keyspace.insert("b", "2").unwrap();
        let later = keyspace.tree.get_highest_memtable_seqno();
        assert!(keyspace.rotate_memtable().unwrap());
        assert!(is_flushed(&keyspace, newest) && !is_flushed(&keyspace, later));
    }
}
