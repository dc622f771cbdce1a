//! The maintenance thread's regular work: it frees memory, logs and files.

mod merged_files;

use std::sync::Arc;
use std::time::Duration;

use fjall::{AbstractTree, Keyspace, OwnedWriteBatch};
use hbase_backend::Deadline;

use self::merged_files::NO_KEY;
use super::Disk;
use crate::work::Work;

pub(super) use self::merged_files::MergedFiles;

/// Maximum wait of the maintenance thread for writers.
const WAIT: Duration = Duration::from_millis(100);

impl Disk {
    pub(super) fn tidy(&self) {
        self.free_dropped_keyspaces();
        self.free_memory();
        self.free_logs();
        self.free_merged_files();
        self.merger.wake();
    }

    /// Whether something can be freed.
    pub(super) fn is_untidy(&self) -> bool {
        self.database.journal_count() > 1
            || !self.dropped_keyspaces.lock().is_empty()
            || self
                .all()
                .values()
                .any(|keyspace| merged_files::has_old(keyspace))
    }

    /// Deletes the files of dropped keyspaces that are no longer read.
    fn free_dropped_keyspaces(&self) {
        let unread: Vec<_> = self
            .dropped_keyspaces
            .lock()
            .extract_if(.., |keyspace| Arc::strong_count(keyspace) == 1)
            .collect();
        // Deletes files, outside the lock.
        drop(unread);
    }

    /// Flushes the largest memtables if all together exceed the limit: many keyspaces may each have a small
    /// one.
    fn free_memory(&self) {
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
            let _ = self.rotate(keyspace, &brief());
        }
    }

    /// Flushes the keyspaces that retain full logs: rarely written ones retain them for a long time.
    fn free_logs(&self) {
        // The newest log is in use. Flushes under way may free the others by themselves.
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
                let _ = self.rotate(keyspace, &brief());
            }
        }
    }

    /// Makes the keyspace's files as new as its last write: the engine retains logs that are newer than a
    /// keyspace's files. Returns whether it succeeded; the next write reports a failure.
    fn renew_files(&self, keyspace: &Keyspace) -> bool {
        let source = self.source();
        let Some(turn) = source.commit_point.begin(brief().deadline()) else {
            return false;
        };
        let mut batch = OwnedWriteBatch::with_capacity((*self.database).clone(), 1);
        batch.remove(keyspace, NO_KEY);
        turn.commit(&self.database, batch).is_ok()
    }

    /// Deletes files that were merged into others.
    fn free_merged_files(&self) {
        let all = self.all();
        // The catalog, which has the smallest number, is the least written.
        if let Some((_, any)) = all.iter().min_by_key(|(id, _)| **id) {
            let keyspaces = all.values().map(Arc::as_ref);
            let source = self.source();
            let Some(turn) = source.commit_point.begin(brief().deadline()) else {
                return;
            };
            let apply = move |batch| turn.commit(&self.database, batch);
            // The next write reports a failure.
            let _ = self
                .merged_files
                .delete(&self.database, keyspaces, any, apply);
        }
    }
}

/// The maintenance thread waits only briefly, because it tries again soon.
fn brief() -> Work {
    Work::new("flushing", Deadline::after(WAIT))
}
