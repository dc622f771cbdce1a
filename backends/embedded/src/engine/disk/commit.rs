//! Commits, and back-pressure on writers that are faster than the disk.

use std::sync::Arc;
use std::time::Duration;

use fjall::{AbstractTree, Keyspace, OwnedWriteBatch, PersistMode};
use hbase_backend::{Deadline, Result};

use super::Disk;
use super::merging::{IDLE_FILES, TABLE_BYTES};
use super::snapshot::{CommitPoint, WriteTurn};
use crate::engine::{Batch, KeyspaceId, Safety};
use crate::options::MAX_MEMTABLE;
use crate::work::Work;

/// From this number of sealed memtables on, writers wait. The engine's own back-pressure starts one memtable
/// later, has no deadline, and would wait for ever once a flush has failed.
const SEALED_LIMIT: usize = 3;

/// From this number of runs in the first level on, writers wait, for the same reason.
pub(super) const RUN_LIMIT: usize = 20;

/// From this number of files in the first level on, writers wait: files that do not overlap are one run.
const TABLE_LIMIT: usize = 160;

/// Maximum files of one memtable's flush; each gets [`TABLE_BYTES`].
const MOST_TABLES: u64 = MAX_MEMTABLE.div_ceil(TABLE_BYTES) + 1;

/// The engine's worker must never reach its limit for merges: a merge that fails there closes the engine.
/// Memtables that exist when writers stop become files too, so they are counted.
const _: () =
    assert!(TABLE_LIMIT as u64 + (SEALED_LIMIT as u64 + 1) * MOST_TABLES < IDLE_FILES as u64);

/// Interval at which the engine's state is polled.
const NAP: Duration = Duration::from_millis(2);

/// The keyspaces of a batch.
type Touched = Vec<(KeyspaceId, Arc<Keyspace>)>;

impl Disk {
    pub(super) fn commit(&self, batch: Batch, safety: Safety, deadline: Deadline) -> Result<()> {
        let (writes, touched) = self.changes(batch, safety)?;
        let source = self.source();
        let turn = self.turn(&source.commit_point, &touched, deadline)?;
        turn.commit(&self.database, writes)
            .map_err(|error| self.explain("writing the log", &error))?;
        // Keyspaces of a store that an earlier version wrote have their own, larger limit.
        for (_, keyspace) in touched {
            if keyspace.tree.active_memtable().size() > self.memtable_bytes {
                // The batch is written. If the flush cannot start, the next batch reports it.
                let _ = self.rotate_now(&keyspace);
            }
        }
        Ok(())
    }

    /// Waits for the turn to write to the keyspaces, and until none of them has too many memtables or files:
    /// the engine would wait for them without a deadline, and all other writers for the engine. Only the holder
    /// of the turn adds memtables.
    fn turn<'a>(
        &self,
        point: &'a CommitPoint,
        touched: &Touched,
        deadline: Deadline,
    ) -> Result<WriteTurn<'a>> {
        loop {
            for (id, keyspace) in touched {
                self.wait_for_files(*id, keyspace, deadline)?;
            }
            let turn = point.begin(deadline);
            let turn = turn.ok_or_else(|| Work::new(WAITING, deadline).over())?;
            // Another writer may have filled one during the wait for the turn. From here on, none can.
            if !touched.iter().any(|(_, keyspace)| is_full(keyspace)) {
                return Ok(turn);
            }
        }
    }

    /// Starts to flush a keyspace.
    pub(super) fn rotate(&self, keyspace: &Keyspace, work: &Work) -> Result<()> {
        let source = self.source();
        loop {
            self.wait_while(work, || has_memtables(keyspace))?;
            let _turn = source
                .commit_point
                .begin(work.deadline())
                .ok_or_else(|| work.over())?;
            if !has_memtables(keyspace) {
                return self.rotate_now(keyspace);
            }
        }
    }

    fn rotate_now(&self, keyspace: &Keyspace) -> Result<()> {
        let rotated = keyspace.rotate_memtable();
        rotated
            .map(drop)
            .map_err(|error| self.explain("flushing", &error))
    }

    fn changes(&self, batch: Batch, safety: Safety) -> Result<(OwnedWriteBatch, Touched)> {
        let mode = match safety {
            Safety::Buffered => None,
            Safety::Logged => Some(PersistMode::Buffer),
            Safety::Forced => Some(PersistMode::SyncAll),
        };
        let database = (*self.database).clone();
        let mut writes = OwnedWriteBatch::with_capacity(database, batch.len()).durability(mode);
        let source = self.source();
        let mut touched = Touched::new();
        for change in batch.changes {
            let known = touched.iter().position(|(id, _)| *id == change.keyspace);
            let index = if let Some(index) = known {
                index
            } else {
                let keyspace = source.find(change.keyspace)?;
                touched.push((change.keyspace, Arc::clone(keyspace)));
                touched.len() - 1
            };
            let keyspace = &touched[index].1;
            match change.value {
                Some(value) => writes.insert(keyspace, change.key, value),
                None => writes.remove(keyspace, change.key),
            }
        }
        Ok((writes, touched))
    }

    /// Waits while the keyspace has too many memtables or files.
    fn wait_for_files(
        &self,
        id: KeyspaceId,
        keyspace: &Keyspace,
        deadline: Deadline,
    ) -> Result<()> {
        if !is_full(keyspace) {
            return Ok(());
        }
        self.merger.failures(|failures| failures.shorten_pause(id));
        self.merger.wake();
        let work = Work::new(WAITING, deadline);
        self.wait_while(&work, || has_memtables(keyspace))?;
        self.wait_while(&work, || {
            has_files(keyspace) && self.merger.failure(id).is_none()
        })?;
        let failure = self.merger.failure(id);
        failure.filter(|_| has_files(keyspace)).map_or(Ok(()), Err)
    }

    /// Fails if an earlier write has failed.
    pub(super) fn check(&self) -> Result<()> {
        self.database
            .persist(PersistMode::Buffer)
            .map_err(|error| self.explain("writing the log", &error))
    }

    /// Waits while `is_busy` says so, until the end of `work`, or until the engine has failed.
    pub(super) fn wait_while(&self, work: &Work, is_busy: impl Fn() -> bool) -> Result<()> {
        while is_busy() {
            self.check()?;
            work.check()?;
            std::thread::sleep(NAP);
        }
        Ok(())
    }
}

/// A writer's wait, in errors.
const WAITING: &str = "waiting for files to be written";

fn has_memtables(keyspace: &Keyspace) -> bool {
    keyspace.sealed_memtable_count() >= SEALED_LIMIT
}

fn has_files(keyspace: &Keyspace) -> bool {
    let version = keyspace.tree.current_version();
    version.l0().run_count() >= RUN_LIMIT || version.l0().table_count() >= TABLE_LIMIT
}

fn is_full(keyspace: &Keyspace) -> bool {
    has_memtables(keyspace) || has_files(keyspace)
}

#[cfg(test)]
mod tests {
    use std::time::Instant;

    use super::super::testing::{ID, keyspace, soon};
    use super::*;
    use crate::options::Options;

    /// If no files are written, the engine would wait for ever, and so would its callers.
    #[test]
    fn writers_return_by_their_deadlines_while_no_memtable_is_written() {
        const PATIENCE: Duration = Duration::from_secs(1);
        let dir = tempfile::tempdir().unwrap();
        let options = Options::default().write_buffer_bytes(0);
        let disk = Disk::open(dir.path(), &options).unwrap();
        disk.create_keyspace(ID).unwrap();
        let keyspace = keyspace(&disk);
        let lock = keyspace.tree.get_flush_lock();
        let put = |key: u8, deadline| {
            let mut batch = Batch::default();
            batch.put(ID, &[key], &vec![key; 1 << 20]);
            disk.commit(batch, Safety::Buffered, deadline)
        };
        let begun = Instant::now();
        std::thread::scope(|scope| {
            let late = Deadline::after(PATIENCE);
            let writers: Vec<_> = (0..16)
                .map(|key| {
                    let put = &put;
                    scope.spawn(move || put(key, late))
                })
                .collect();
            let timely = || begun.elapsed() < PATIENCE * 4;
            while timely()
                && !writers
                    .iter()
                    .all(std::thread::ScopedJoinHandle::is_finished)
            {
                std::thread::sleep(NAP);
            }
            // Now the engine stops waiting, so that the test ends.
            drop(lock);
            assert!(timely(), "not all writers have returned");
            let done = writers.into_iter().map(|one| one.join().unwrap());
            assert_eq!(done.flatten().count(), SEALED_LIMIT);
        });
        put(99, soon()).unwrap();
    }
}
