//! Flushes and merges: requested ones, and those that free memory and logs.

use std::sync::Arc;
use std::time::Duration;

use fjall::{AbstractTree, Keyspace, OwnedWriteBatch, PersistMode};
use hbase_model::{Deadline, Error, Result};

use super::merge::Limits;
use super::versions::NO_KEY;
use super::{Disk, fault, flushed, merger};
use crate::engine::KeyspaceId;
use crate::work::Work;

/// Keyspaces with at most this many bytes in memory are flushed with others, so that no log is
/// left.
const LITTLE: u64 = 1 << 20;

/// Maximum wait of the maintenance thread for writers.
const MOMENT: Duration = Duration::from_millis(100);

impl Disk {
    /// Flushes what was written so far, without waiting for the memtables of later writes.
    pub(super) fn flush_keyspace(&self, keyspace: &Keyspace, work: &Work) -> Result<()> {
        self.database
            .persist(PersistMode::SyncAll)
            .map_err(|error| self.explain("writing the log", &error))?;
        let newest = keyspace.tree.get_highest_memtable_seqno();
        self.rotate(keyspace, work)?;
        self.wait_while(work, || !is_flushed(keyspace, newest))?;
        self.merger.wake();
        Ok(())
    }

    pub(super) fn flush_little(&self, work: &Work) -> Result<()> {
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
        // Batches with a smaller number have taken effect once the log was locked after it.
        self.check_alive()?;
        let is_empty = |keyspace: &Arc<Keyspace>| {
            size(keyspace) == 0 && keyspace.tree.sealed_memtable_count() == 0
        };
        if self.all().values().all(is_empty) {
            flushed::write(&self.dir, next)
                .map_err(|error| Error::io(format!("writing to {}", self.dir.display()), error))?;
        }
        Ok(())
    }

    /// Merges all files of a keyspace into as few as possible.
    pub(super) fn compact_keyspace(
        &self,
        id: KeyspaceId,
        keyspace: &Keyspace,
        work: &Work,
    ) -> Result<()> {
        let turn = self.merger.hold(id, work)?;
        let (dir, work) = (&self.dir, turn.limit(work));
        let limits = Limits {
            work: work.clone(),
            reserve: self.source().reserve.clone(),
        };
        // Nobody has cancelled the turn if it was dropped before.
        self.source().find(id)?;
        let tracker = &self.database.supervisor.snapshot_tracker;
        let oldest = || tracker.get_seqno_safe_to_gc();
        let merged = turn.run(dir, keyspace, || {
            let merged =
                merger::merge_all(keyspace, oldest, |level| turn.set_floor(level), &limits);
            merged.map_err(|error| fault::explain_files(dir, keyspace, "compacting", &error.into()))
        });
        match merged {
            Ok(()) => self.merger.failures(|failures| failures.note_success(id)),
            Err(_) if work.check().is_err() => {
                self.source().find(id)?;
                return Err(work.over());
            }
            Err(error) => return Err(error),
        }
        Ok(())
    }

    /// Flushes the largest memtables if all together exceed the limit: many keyspaces may each hold
    /// a little.
    pub(super) fn free_memory(&self) {
        let size = |keyspace: &Keyspace| keyspace.tree.active_memtable().size();
        let all = self.all();
        let mut sizes: Vec<_> = all.values().map(|one| (size(one), one)).collect();
        sizes.sort_unstable_by_key(|(size, _)| *size);
        let mut sum: u64 = sizes.iter().map(|(size, _)| size).sum();
        while sum > self.memtable_bytes * 2 {
            let Some((size, keyspace)) = sizes.pop() else {
                return;
            };
            sum -= size;
            // The next write reports a failure.
            let _ = self.rotate(keyspace, &a_moment());
        }
    }

    /// Flushes the keyspaces that retain full logs: rarely written ones retain them for long.
    pub(super) fn free_logs(&self) {
        if self.database.journal_count() < 2 || self.database.outstanding_flushes() > 0 {
            return;
        }
        let all = self.all();
        for id in self.merger.take_aged() {
            if let Some(keyspace) = all.get(&id)
                && !self.renew_files(keyspace)
            {
                self.merger.note_aged(id);
            }
        }
        for keyspace in all.values() {
            if keyspace.sealed_memtable_count() == 0 && !keyspace.tree.active_memtable().is_empty()
            {
                let _ = self.rotate(keyspace, &a_moment());
            }
        }
    }

    /// Makes the keyspace's files as new as its last write: the engine retains the logs of older
    /// ones. Returns whether it could; the next write reports a failure.
    fn renew_files(&self, keyspace: &Keyspace) -> bool {
        let source = self.source();
        let Some(turn) = source.moment.begin(a_moment().deadline()) else {
            return false;
        };
        let mut batch = OwnedWriteBatch::with_capacity((*self.database).clone(), 1);
        batch.remove(keyspace, NO_KEY);
        turn.commit(&self.database, batch).is_ok()
    }

    /// Deletes files that were merged into others.
    pub(super) fn free_versions(&self) {
        let all = self.all();
        // The catalog, which has the smallest number, is the least written.
        if let Some((_, any)) = all.iter().min_by_key(|(id, _)| **id) {
            let keyspaces = all.values().map(Arc::as_ref);
            let source = self.source();
            let Some(turn) = source.moment.begin(a_moment().deadline()) else {
                return;
            };
            let apply = move |batch| turn.commit(&self.database, batch);
            // The next write reports a failure.
            let _ = self.versions.free(&self.database, keyspaces, any, apply);
        }
    }
}

/// What the maintenance thread may wait: it tries again soon.
fn a_moment() -> Work {
    Work::new("flushing", Deadline::after(MOMENT))
}

/// Whether all that a keyspace held in memory up to the number `newest` is in files. Memtables are
/// written in their order. A merge may have dropped what had that number: then nothing is left to
/// write, or what follows tells.
fn is_flushed(keyspace: &Keyspace, newest: Option<u64>) -> bool {
    keyspace.tree.sealed_memtable_count() == 0
        || keyspace.tree.get_highest_persisted_seqno() >= newest
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicBool;
    use std::time::Instant;

    use fjall::{Database, KeyspaceCreateOptions};

    use super::*;
    use crate::engine::{Batch, Direction, Engine, Safety};
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
        let soon = Deadline::after(Duration::from_mins(1));
        disk.commit(batch, Safety::Buffered, soon).unwrap();
        disk
    }

    fn len(disk: &Disk) -> usize {
        let all = disk.snapshot().range(1, &[0], None, Direction::Forward);
        all.unwrap().flatten().count()
    }

    /// Whoever closes the store is not held up by a merge, nor by files that are waited for.
    #[test]
    fn a_merge_and_a_flush_end_with_their_work() {
        let dir = tempfile::tempdir().unwrap();
        let disk = disk(dir.path());
        let work = Work::new("testing", Deadline::after(Duration::from_mins(1)));
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
        // Nobody writes files but this test.
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
    #[test]
    fn there_are_no_more_keyspaces_than_the_engine_can_open() {
        let dir = tempfile::tempdir().unwrap();
        let disk = Disk::open(dir.path(), &Options::default()).unwrap();
        let most = super::super::MOST_KEYSPACES;
        let next = most as KeyspaceId;
        (0..next).for_each(|id| disk.create_keyspace(id).unwrap());
        assert_eq!(disk.keyspaces().len(), most);
        let error = disk.create_keyspace(next).unwrap_err();
        assert!(matches!(error, Error::InvalidRequest { .. }), "{error}");
        disk.create_keyspace(1).unwrap();
        disk.drop_keyspace(1).unwrap();
        disk.create_keyspace(next).unwrap();
    }
}
