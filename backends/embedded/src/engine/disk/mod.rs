//! The engine on disk: fjall, a log-structured merge tree for each keyspace and one log for all.
//!
//! `Disk` is the engine of one open database, `ReopeningDisk` the one that stores use.
//! `backends/embedded/UPSTREAM.md` lists behaviour of fjall that a store has to avoid.
//!
//! **A write** (`commit.rs`) waits while its keyspaces have too many memtables or files, takes the turn to
//! write (`snapshot/commit_point.rs`), and goes to the log and the memtables at once. Snapshots that are taken
//! during the next write show the state at its end (`snapshot/`).
//!
//! **A flush** starts when a memtable is full (`commit.rs`), by a request (`flush.rs`), or to free memory and
//! logs (`tidy/`). fjall's one worker writes the file. `log/flushed.rs` keeps the number up to which all writes
//! are in files.
//!
//! **A merge** is started by the thread `hbase-merger` (`merging/mod.rs`) or by a caller
//! (`merging/requested.rs`). Both take a turn for the keyspace (`merging/turns.rs`), and run fjall's
//! merge within limits (`merge_filter/limits.rs`). For each entry fjall calls the keyspace's filter:
//!
//! 1. `merge_filter/adapter.rs` is the filter; `merge_filter/policies.rs` has the keyspace's policy,
//!    which `compact/drop_policy.rs` sets.
//! 2. `merge_filter/drops.rs` decides, judging by the merged files.
//! 3. `merge_filter/confirmation.rs` confirms a drop, judging by the whole keyspace.
//! 4. `merge_filter/crash_safety.rs` makes the drop survive a crash (`log/dropped.rs`).
//!
//! If a merge fails, its files stay, and it is retried (`merging/failures.rs`). Writers get its error
//! once they have to wait for it. `tidy/merged_files.rs` deletes files that were merged.
//!
//! **Opening** (`opening/mod.rs`) takes the directory (`held.rs`, `lock.rs`, `here.rs`), creates or checks it
//! (`format.rs`, `creation.rs`, `complete.rs`, `contents.rs`), removes from the log the entries that are
//! damaged or must not be replayed (`log/`), and lets fjall replay the rest. **Closing** (`close.rs`) flushes,
//! so that nothing is left to replay.
//!
//! **Reopening**: once a write or a flush has failed, fjall rejects all writes. `failure/mod.rs`
//! finds the cause, and `failure/reopen.rs` closes the database and opens it again once writes can
//! succeed. `failure/errors.rs` converts fjall's errors.

mod close;
mod commit;
mod failure;
mod flush;
mod keyspaces;
mod log;
mod merge_filter;
mod merging;
mod opening;
mod snapshot;
#[cfg(test)]
mod testing;
mod tidy;

use std::path::Path;
use std::sync::Arc;

use fjall::{Database, Keyspace, PersistMode};
use hbase_backend::Error;
use parking_lot::Mutex;

use self::close::ClosingParts;
use self::failure::{Failure, errors};
use self::log::dropped::DroppedNumbers;
use self::merge_filter::DropPolicies;
use self::merging::Merger;
use self::opening::format;
use self::opening::held::HeldDirectory;
use self::snapshot::{DiskSource, Keyspaces, SharedSource, StoreSource};
use self::tidy::MergedFiles;
use super::KeyspaceId;

pub(crate) use self::close::Closing;
pub(crate) use self::failure::ReopeningDisk;
pub use self::log::GivenUp;
pub(crate) use self::merge_filter::{DropDecider, DropPolicy};
pub(crate) use self::snapshot::DiskEntries;

/// Keyspaces in a directory.
pub(crate) struct Disk {
    /// Ends before the database does, because it is dropped first.
    merger: Merger,
    /// Also dropped before the database: once the database has ended, the directory may be opened again.
    held: Arc<HeldDirectory>,
    dir: Arc<Path>,
    database: Arc<Database>,
    /// The source of snapshots, replaced whenever keyspaces are created or dropped.
    current: SharedSource,
    /// The same, but still valid after the database was opened again.
    store_source: StoreSource,
    /// Dropped keyspaces. Whoever drops the last handle deletes the files, so readers do not get the last one.
    dropped_keyspaces: Mutex<Vec<Arc<Keyspace>>>,
    /// The record of what merges have dropped.
    dropped_numbers: Arc<DroppedNumbers>,
    memtable_bytes: u64,
    given_up: Vec<GivenUp>,
    missing: Vec<KeyspaceId>,
    merged_files: MergedFiles,
    policies: DropPolicies,
    failure: Failure,
}

impl std::fmt::Debug for Disk {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Disk")
            .field("dir", &self.dir)
            .finish_non_exhaustive()
    }
}

impl Disk {
    fn source(&self) -> Arc<DiskSource> {
        self.current.get()
    }

    fn all(&self) -> Arc<Keyspaces> {
        Arc::clone(&self.source().keyspaces)
    }

    fn explain(&self, doing: &str, error: &fjall::Error) -> Error {
        self.failure.look(&self.dir, &self.database, error);
        match (error, self.failure.get()) {
            (fjall::Error::Poisoned, Some(failure)) => failure.clone(),
            _ => errors::explain(&self.dir, doing, error),
        }
    }

    fn parts(&self) -> ClosingParts<'_> {
        ClosingParts {
            database: &self.database,
            keyspaces: self.all(),
            data: self.dir.join(format::DATA),
        }
    }

    fn keyspaces(&self) -> Vec<KeyspaceId> {
        self.all().keys().copied().collect()
    }

    fn set_drop_policy(&self, id: KeyspaceId, policy: Option<Arc<dyn DropPolicy>>) {
        match (self.all().get(&id), policy) {
            (Some(keyspace), Some(policy)) => self.policies.set(id, keyspace, policy),
            _ => self.policies.remove(id),
        }
    }

    fn approximate_len(&self, id: KeyspaceId) -> u64 {
        let all = self.all();
        let keyspace = all.get(&id);
        keyspace.map_or(0, |keyspace| keyspace.approximate_len() as u64)
    }

    /// A snapshot of all keyspaces.
    #[cfg(test)]
    fn snapshot(&self) -> snapshot::DiskSnapshot {
        snapshot::DiskSnapshot::of(self.source(), self.store_source.downgrade())
    }

    fn close(self) {
        self.merger.stop();
        // Buffered writes reach the operating system before the store's drop returns.
        let _ = self.database.persist(PersistMode::Buffer);
        let closing = self.held.closing.clone();
        closing.run(move || close::write_all(&self.parts()));
    }
}
