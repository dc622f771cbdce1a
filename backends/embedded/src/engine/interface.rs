//! The interface between the semantics and an engine.

use std::fmt;
use std::sync::{Arc, OnceLock};

use hbase_backend::{Deadline, Error, Result};

use super::batch::{Batch, Safety};
use super::disk::{Closing, DropPolicy, GivenUp};
use super::entries::Entries;
use super::keyspace::{Direction, KeyspaceId};
use crate::work::Work;

/// An engine: keyspaces, batches, snapshots.
pub(crate) trait Engine: fmt::Debug + Send + Sync + 'static {
    /// Creates an empty keyspace; an existing one stays unchanged.
    fn create_keyspace(&self, keyspace: KeyspaceId) -> Result<()>;

    /// Drops a keyspace, if it exists. Open snapshots continue to read it.
    fn drop_keyspace(&self, keyspace: KeyspaceId) -> Result<()>;

    /// All keyspaces.
    fn keyspaces(&self) -> Vec<KeyspaceId>;

    /// A snapshot of all keyspaces.
    fn snapshot(&self) -> Arc<dyn ReadSnapshot>;

    /// Applies a batch atomically.
    fn commit(&self, batch: Batch, safety: Safety, deadline: Deadline) -> Result<()>;

    /// Writes a keyspace's memtables to files and waits for them, but not for later writes.
    fn flush(&self, keyspace: KeyspaceId, work: &Work) -> Result<()>;

    /// Flushes the other keyspaces' memtables too if they are small, so that the next open has no
    /// log to replay.
    fn settle(&self, _work: &Work) -> Result<()> {
        Ok(())
    }

    /// Merges a keyspace's files, which frees the space of removed entries. If `work` ends first,
    /// only some of them are merged.
    fn compact(&self, keyspace: KeyspaceId, work: &Work) -> Result<()>;

    /// Sets which entries are dropped when the keyspace's files are merged; without a policy, no entry is.
    /// Returns `false` if the engine has no files.
    fn set_drop_policy(&self, _space: KeyspaceId, _policy: Option<Arc<dyn DropPolicy>>) -> bool {
        false
    }

    /// Listed keyspaces whose files are missing.
    fn missing(&self) -> &[KeyspaceId] {
        &[]
    }

    /// The parts of damaged logs that were discarded when the store was opened.
    fn given_up(&self) -> &[GivenUp] {
        &[]
    }

    /// Frees memory, logs and files. Called periodically by the maintenance thread.
    fn tidy(&self) {}

    /// Whether [`tidy`](Self::tidy) should be called again soon.
    fn is_untidy(&self) -> bool {
        false
    }

    /// Fails if the engine takes no writes.
    fn check(&self) -> Result<()> {
        Ok(())
    }

    /// Whether the engine takes no writes because one has failed.
    fn is_failed(&self) -> bool {
        false
    }

    /// Opens the files of a failed engine again, if writes may succeed. `release` makes the scans release their
    /// snapshots. Returns whether it succeeded.
    fn reopen(&self, _release: &dyn Fn()) -> bool {
        false
    }

    /// Reports when the store is closed.
    fn closing(&self) -> Closing {
        Closing::default()
    }

    /// Closes the store; long work continues on a separate thread.
    fn close(self: Box<Self>) {}

    /// Prefixes of up to `count` rows across a keyspace; empty if they cannot be found cheaply.
    fn sample(&self, _space: KeyspaceId, _count: usize) -> Vec<Vec<u8>> {
        Vec::new()
    }

    /// The approximate number of entries of a keyspace.
    fn approximate_len(&self, _space: KeyspaceId) -> u64 {
        0
    }

    /// Whether calls may block on a disk.
    fn waits(&self) -> bool;

    /// One line that describes the engine.
    fn describe(&self) -> String;
}

/// A consistent, immutable state of all keyspaces.
pub(crate) trait ReadSnapshot: Send + Sync {
    /// The entries from `from` (inclusive) to `to` (exclusive); without `to`, to the end.
    fn range(
        &self,
        keyspace: KeyspaceId,
        from: &[u8],
        to: Option<&[u8]>,
        direction: Direction,
    ) -> Result<Entries>;

    /// A source of newer snapshots of the same keyspaces; `None` if a snapshot may be kept forever.
    fn source(&self) -> Option<Arc<dyn SnapshotSource>> {
        None
    }
}

/// Takes snapshots of a fixed set of keyspaces, dropped ones included.
pub(crate) trait SnapshotSource: Send + Sync {
    /// A snapshot of the current state; `None` after the store was closed.
    fn snapshot(&self) -> Option<Arc<dyn ReadSnapshot>>;

    /// A cell that is set once the engine is about to open its files again: a scan then has to release its
    /// snapshot and call [`let_go`](Self::let_go). It may differ for each snapshot. `None` after `let_go`.
    fn end(&self) -> Option<Arc<OnceLock<Error>>>;

    /// Releases everything that keeps files open.
    fn let_go(&self);
}
