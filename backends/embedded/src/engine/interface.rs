//! What the semantics require of an engine.

use std::fmt;
use std::sync::Arc;

use hbase_model::{Deadline, Result};

use super::batch::{Batch, Safety};
use super::disk::{Closing, GivenUp, Judge};
use super::entries::Entries;
use super::keyspace::{Direction, KeyspaceId};
use crate::work::Work;

/// A store of keyspaces.
pub(crate) trait Engine: fmt::Debug + Send + Sync + 'static {
    /// Creates an empty keyspace; nothing happens where it is there.
    fn create_keyspace(&self, keyspace: KeyspaceId) -> Result<()>;

    /// Drops a keyspace; nothing happens where it is not there. Open snapshots go on reading it.
    fn drop_keyspace(&self, keyspace: KeyspaceId) -> Result<()>;

    /// All keyspaces.
    fn keyspaces(&self) -> Vec<KeyspaceId>;

    /// The state of all keyspaces at this moment.
    fn snapshot(&self) -> Arc<dyn ReadSnapshot>;

    /// Applies a batch as one.
    fn commit(&self, batch: Batch, safety: Safety, deadline: Deadline) -> Result<()>;

    /// Writes what is in memory at this moment to files, and waits for them.
    fn flush(&self, keyspace: KeyspaceId, work: &Work) -> Result<()>;

    /// Writes the little that other keyspaces hold in memory to files too, so that a later open has
    /// no log to read; leaves much of it alone.
    fn settle(&self, _work: &Work) -> Result<()> {
        Ok(())
    }

    /// Merges a keyspace's files, so that what was removed takes no room. Where `work` ends first,
    /// the files stay as they are.
    fn compact(&self, keyspace: KeyspaceId, work: &Work) -> Result<()>;

    /// Lets a judge say which entries of a keyspace go when its files are merged, and nobody
    /// where there is none; `false` where the engine has no files.
    fn set_judge(&self, _space: KeyspaceId, _judge: Option<Arc<dyn Judge>>) -> bool {
        false
    }

    /// What was cut off damaged logs when the store was opened.
    fn given_up(&self) -> &[GivenUp] {
        &[]
    }

    /// Does what can be done at leisure; called now and then, and never by a thread of the
    /// runtime.
    fn tidy(&self) {}

    /// Whether there is more of that to do soon.
    fn is_untidy(&self) -> bool {
        false
    }

    /// What tells when the store is closed.
    fn closing(&self) -> Closing {
        Closing::default()
    }

    /// Closes the store; what takes long goes on behind the caller's back.
    fn close(self: Box<Self>) {}

    /// The prefixes of some rows of a keyspace, spread over it; none where they are not cheap to
    /// find.
    fn sample(&self, _space: KeyspaceId, _count: usize) -> Vec<Vec<u8>> {
        Vec::new()
    }

    /// About how many entries a keyspace has.
    fn approximate_len(&self, _space: KeyspaceId) -> u64 {
        0
    }

    /// Whether a call may wait for a disk.
    fn waits(&self) -> bool;

    /// A line that says what this is.
    fn describe(&self) -> String;
}

/// A state of all keyspaces that no longer changes.
pub(crate) trait ReadSnapshot: Send + Sync {
    /// The keys from `from`, which is in the range, to `to`, which is not; no `to` means no end.
    fn range(
        &self,
        keyspace: KeyspaceId,
        from: &[u8],
        to: Option<&[u8]>,
        direction: Direction,
    ) -> Result<Entries>;

    /// What takes newer snapshots of the same keyspaces; `None` where one is kept as long as it is
    /// read.
    fn source(&self) -> Option<Arc<dyn SnapshotSource>> {
        None
    }
}

/// Takes snapshots of certain keyspaces, also of those that were dropped since.
pub(crate) trait SnapshotSource: Send + Sync {
    /// The keyspaces as they are now; `None` where the store was closed.
    fn snapshot(&self) -> Option<Arc<dyn ReadSnapshot>>;
}
