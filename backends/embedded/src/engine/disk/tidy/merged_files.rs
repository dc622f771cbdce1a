//! Makes the engine delete files that were merged into others.
//!
//! The engine retains the files of an earlier state until it knows that no snapshot reads them,
//! which it checks only when a memtable is full. A store without further writes would retain all
//! inputs of its last merges.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use parking_lot::Mutex;

use fjall::{AbstractTree, Database, Keyspace, OwnedWriteBatch};

/// The number of snapshots after which the engine determines the oldest open one.
const SNAPSHOTS: usize = 10_000;

/// The minimum interval between two checks.
const INTERVAL: Duration = Duration::from_secs(1);

/// A key that no keyspace has: removing it only advances the sequence number.
pub(super) const NO_KEY: &[u8] = &[0];

/// The time of the last check.
#[derive(Default)]
pub(in super::super) struct MergedFiles {
    asked: Mutex<Option<Instant>>,
    /// The engine's sequence number after the last removal of [`NO_KEY`].
    moment: AtomicU64,
}

impl MergedFiles {
    /// Deletes the files that neither the keyspaces nor a snapshot refer to, at most once per
    /// [`INTERVAL`].
    pub(super) fn delete<'a>(
        &self,
        database: &Database,
        keyspaces: impl Iterator<Item = &'a Keyspace>,
        any: &Keyspace,
        commit: impl FnOnce(OwnedWriteBatch) -> fjall::Result<()>,
    ) -> fjall::Result<()> {
        let old: Vec<&Keyspace> = keyspaces.filter(|keyspace| has_old(keyspace)).collect();
        if old.is_empty() || !self.is_time() {
            return Ok(());
        }
        // A state is old only once a newer one exists.
        if database.seqno() == self.moment.load(Ordering::Relaxed) {
            // Writers do not wait while files are deleted.
            drop(commit);
        } else {
            let mut batch = database.batch();
            batch.remove(any, NO_KEY);
            commit(batch)?;
            self.moment.store(database.seqno(), Ordering::Relaxed);
        }
        let tracker = &database.supervisor.snapshot_tracker;
        (0..SNAPSHOTS).for_each(|_| drop(tracker.open()));
        let oldest = tracker.get_seqno_safe_to_gc();
        for keyspace in old {
            let mut versions = keyspace.tree.get_version_history_lock();
            versions.maintenance(keyspace.path(), oldest)?;
        }
        Ok(())
    }

    fn is_time(&self) -> bool {
        let mut asked = self.asked.lock();
        if asked.is_some_and(|asked| asked.elapsed() < INTERVAL) {
            return false;
        }
        *asked = Some(Instant::now());
        true
    }
}

/// Whether a keyspace has a state before the newest.
pub(super) fn has_old(keyspace: &Keyspace) -> bool {
    keyspace.tree.get_version_history_lock().free_list_len() > 0
}
