//! The snapshot that readers share.
//!
//! The engine makes a batch visible once all of it is applied. But a flush or a merge that ends meanwhile takes
//! a later sequence number and makes everything up to it visible (`SuperVersions::upgrade_version` of lsm-tree
//! 3.1): a snapshot taken then would contain half of the batch. While a batch is applied, readers therefore
//! share the snapshot taken after the last complete one, and never wait. Otherwise each reader takes its own,
//! except those that come while another one takes its snapshot: a shared snapshot reads the files as they were
//! when it was taken, however many of them have been merged since.

use fjall::{Database, OwnedWriteBatch, Snapshot};
use hbase_backend::Deadline;
use parking_lot::{Condvar, Mutex, RwLock};

/// The state after the last batch.
pub(in super::super) struct CommitPoint {
    state: Mutex<State>,
    freed: Condvar,
    newest: RwLock<Snapshot>,
}

/// Whether a batch is being applied, and how many writers wait for the turn.
#[derive(Default)]
struct State {
    is_taken: bool,
    waiting: usize,
}

impl CommitPoint {
    /// For a database without writers.
    pub(in super::super) fn of(database: &Database) -> Self {
        Self {
            state: Mutex::default(),
            freed: Condvar::new(),
            newest: RwLock::new(database.snapshot()),
        }
    }

    /// Waits until no batch is being applied; `None` after the deadline.
    pub(in super::super) fn begin(&self, deadline: Deadline) -> Option<WriteTurn<'_>> {
        let mut state = self.state.lock();
        while state.is_taken {
            if deadline.is_over() {
                return None;
            }
            state.waiting += 1;
            self.freed.wait_until(&mut state, deadline.instant());
            state.waiting -= 1;
        }
        state.is_taken = true;
        Some(WriteTurn { point: self })
    }

    /// Releases the merged files that the shared snapshot keeps. A batch that is being applied does so at its
    /// end.
    pub(in super::super) fn renew(&self, database: &Database) {
        let state = self.state.lock();
        if !state.is_taken {
            self.replace(database);
        }
    }

    fn replace(&self, database: &Database) {
        let newest = database.snapshot();
        *self.newest.write() = newest;
    }

    /// A snapshot after the last batch; for a database that was closed, the shared one.
    pub(in super::super) fn snapshot(&self, database: Option<&Database>) -> Snapshot {
        // While the state is locked, no batch starts.
        if let (Some(database), Some(state)) = (database, self.state.try_lock())
            && !state.is_taken
        {
            return database.snapshot();
        }
        self.newest.read().clone()
    }
}

/// The right to apply batches.
pub(in super::super) struct WriteTurn<'a> {
    point: &'a CommitPoint,
}

impl WriteTurn<'_> {
    /// Applies a batch and makes it visible.
    pub(in super::super) fn commit(
        &self,
        database: &Database,
        batch: OwnedWriteBatch,
    ) -> fjall::Result<()> {
        batch.commit()?;
        self.point.replace(database);
        Ok(())
    }
}

impl Drop for WriteTurn<'_> {
    fn drop(&mut self) {
        let mut state = self.point.state.lock();
        state.is_taken = false;
        if state.waiting > 0 {
            self.point.freed.notify_one();
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicBool, Ordering};
    use std::time::{Duration, Instant};

    use hbase_backend::Deadline;

    use crate::engine::{Batch, Direction, Disk, ReadSnapshot, Safety};
    use crate::options::Options;
    use crate::work::Work;

    const FOR: Duration = Duration::from_secs(2);
    const KEYS: u32 = 400;

    fn batch(round: u64) -> Batch {
        let mut batch = Batch::default();
        let value = [round.to_be_bytes().as_slice(), &[7; 100]].concat();
        for key in 0..KEYS {
            batch.put(1, &key.to_be_bytes(), &value);
        }
        batch
    }

    /// The rounds of the batch's first key, which is applied first, and of its last.
    fn ends(disk: &Disk) -> [Option<Vec<u8>>; 2] {
        let snapshot = disk.snapshot();
        [0, KEYS - 1].map(|key| {
            let (from, to) = (key.to_be_bytes(), (key + 1).to_be_bytes());
            let range = snapshot.range(1, &from, Some(&to), Direction::Forward);
            let first = range.unwrap().next();
            first.map(|entry| entry.unwrap().1[..8].to_vec())
        })
    }

    /// Files are written all the time, and each of them advances the engine's visible number.
    #[test]
    fn a_snapshot_holds_all_of_a_batch_or_nothing() {
        let dir = tempfile::tempdir().unwrap();
        let options = Options::default().write_buffer_bytes(0);
        let disk = Disk::open(dir.path(), &options).unwrap();
        disk.create_keyspace(1).unwrap();
        let soon = Deadline::after(Duration::from_secs(60));
        let is_over = AtomicBool::new(false);
        std::thread::scope(|scope| {
            scope.spawn(|| {
                let mut round = 0;
                while !is_over.load(Ordering::Relaxed) {
                    round += 1;
                    disk.commit(batch(round), Safety::Buffered, soon).unwrap();
                }
            });
            scope.spawn(|| {
                let work = Work::new("testing", soon);
                while !is_over.load(Ordering::Relaxed) {
                    disk.flush(1, &work).unwrap();
                }
            });
            let (begun, mut halves, mut seen) = (Instant::now(), 0, 0);
            while begun.elapsed() < FOR {
                let [first, last] = ends(&disk);
                halves += u32::from(first != last);
                seen += 1;
            }
            is_over.store(true, Ordering::Relaxed);
            assert_eq!(halves, 0, "of {seen} snapshots");
        });
    }

    /// A read uses the files of its snapshot's time: with an old shared snapshot, it would read files that were
    /// merged.
    #[test]
    fn readers_see_the_files_as_they_are_after_a_merge() {
        let dir = tempfile::tempdir().unwrap();
        let disk = Disk::open(dir.path(), &Options::default()).unwrap();
        disk.create_keyspace(1).unwrap();
        let soon = Deadline::after(Duration::from_secs(60));
        let work = Work::new("testing", soon);
        for round in 0..2 {
            disk.commit(batch(round), Safety::Buffered, soon).unwrap();
            disk.flush(1, &work).unwrap();
        }
        let source = disk.source();
        let shared = source.commit_point.snapshot(None).seqno();
        disk.compact(1, &work).unwrap();
        let own = source.commit_point.snapshot(Some(&disk.database)).seqno();
        assert!(own > shared, "{own} is not after {shared}");
    }
}
