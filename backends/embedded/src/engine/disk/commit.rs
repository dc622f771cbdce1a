//! Batches, and the brake on writers that are faster than the disk.

use std::sync::Arc;
use std::time::Duration;

use fjall::{AbstractTree, Keyspace, OwnedWriteBatch, PersistMode};
use hbase_model::{Deadline, Result};

use super::Disk;
use super::source::find;
use crate::engine::{Batch, KeyspaceId, Safety};
use crate::work::Work;

/// Sealed memtables from which a writer waits. The engine's own brake comes one later, waits
/// without a bound, and would wait for ever once a flush has failed.
const SEALED_LIMIT: usize = 3;

/// Runs of the first level from which a writer waits, for the same reason.
const RUN_LIMIT: usize = 24;

/// How long to wait between two looks at the engine's state.
const NAP: Duration = Duration::from_millis(2);

/// The keyspaces of a batch.
type Touched = Vec<(KeyspaceId, Arc<Keyspace>)>;

impl Disk {
    pub(super) fn commit_batch(
        &self,
        batch: Batch,
        safety: Safety,
        deadline: Deadline,
    ) -> Result<()> {
        let (writes, touched) = self.changes(batch, safety, deadline)?;
        self.apply(writes)
            .map_err(|error| self.explain("writing the log", &error))?;
        // A store of an earlier version has its own, larger limit in each keyspace.
        for (_, keyspace) in touched {
            if keyspace.tree.active_memtable().size() > self.memtable_bytes {
                // The batch is written: that no file can be is for the next one to report.
                let _ = self.rotate(&keyspace);
            }
        }
        Ok(())
    }

    fn changes(
        &self,
        batch: Batch,
        safety: Safety,
        deadline: Deadline,
    ) -> Result<(OwnedWriteBatch, Touched)> {
        let mode = match safety {
            Safety::Buffered => None,
            Safety::Logged => Some(PersistMode::Buffer),
            Safety::Forced => Some(PersistMode::SyncAll),
        };
        let database = (*self.database).clone();
        let mut writes = OwnedWriteBatch::with_capacity(database, batch.len()).durability(mode);
        let all = self.all();
        let mut touched = Touched::new();
        for change in batch.changes {
            let known = touched.iter().position(|(id, _)| *id == change.keyspace);
            let index = if let Some(index) = known {
                index
            } else {
                let keyspace = find(&all, change.keyspace)?;
                let work = Work::new(WAITING, deadline);
                self.wait_while(&work, || is_behind(keyspace))?;
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

    /// Fails where an earlier write has failed.
    pub(super) fn check_alive(&self) -> Result<()> {
        self.database
            .persist(PersistMode::Buffer)
            .map_err(|error| self.explain("writing the log", &error))
    }

    /// Waits while `is_busy` says so, until the end of `work`, or until the engine has failed.
    pub(super) fn wait_while(&self, work: &Work, is_busy: impl Fn() -> bool) -> Result<()> {
        while is_busy() {
            self.check_alive()?;
            work.check()?;
            std::thread::sleep(NAP);
        }
        Ok(())
    }
}

/// What a writer does that is faster than the disk.
const WAITING: &str = "waiting for files to be written";

fn is_behind(keyspace: &Keyspace) -> bool {
    keyspace.sealed_memtable_count() >= SEALED_LIMIT || keyspace.tree.l0_run_count() >= RUN_LIMIT
}
