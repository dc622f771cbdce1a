//! What the rest of the crate asks of a store: ordered keyspaces, atomic batches, snapshots.
//!
//! `HBase`'s semantics are written once, against this; there are two engines below it.

#[cfg(test)]
pub(crate) mod counted;
mod cursor;
mod disk;
mod memory;

use std::fmt;
use std::sync::Arc;

use fjall::Slice;
use hbase_model::{Deadline, Result};

use crate::work::Work;

pub(crate) use cursor::{KeyRange, RowCursor};
use disk::DiskEntries;
pub use disk::GivenUp;
pub(crate) use disk::{Closing, Disk, Judge, Judging};
use memory::MapEntries;
pub(crate) use memory::Memory;

/// A keyspace's number. Numbers are never used twice.
pub(crate) type KeyspaceId = u64;

/// A key and its value, as stored.
pub(crate) type Entry = (Slice, Slice);

/// Keys and values in order, with what goes wrong while they are read.
pub(crate) enum Entries {
    Disk(DiskEntries),
    Memory(MapEntries),
    None,
}

impl Entries {
    /// Puts the next entry in the place of `head`, `None` at the end. An entry that is handed on as
    /// an iterator's item is copied from hand to hand, which is a good part of what a scan does.
    #[inline]
    pub(crate) fn read(&mut self, head: &mut Option<Entry>) -> Result<()> {
        match self {
            Self::Disk(entries) => return entries.read(head),
            Self::Memory(entries) => *head = entries.next_entry(),
            Self::None => *head = None,
        }
        Ok(())
    }
}

impl Iterator for Entries {
    type Item = Result<Entry>;

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        let mut entry = None;
        match self.read(&mut entry) {
            Ok(()) => entry.map(Ok),
            Err(error) => Some(Err(error)),
        }
    }
}

/// How surely a batch is kept when [`Engine::commit`] returns.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Safety {
    /// In the process's memory.
    Buffered,
    /// Handed to the operating system: it survives the end of the process.
    Logged,
    /// Forced to the disk: it survives the end of the machine.
    Forced,
}

/// One change of a batch; a value of `None` removes.
#[derive(Debug)]
pub(crate) struct Change {
    pub(crate) keyspace: KeyspaceId,
    pub(crate) key: Slice,
    pub(crate) value: Option<Slice>,
}

/// Changes that take effect together.
#[derive(Debug, Default)]
pub(crate) struct Batch {
    changes: Vec<Change>,
}

impl Batch {
    pub(crate) fn put(&mut self, keyspace: KeyspaceId, key: &[u8], value: &[u8]) {
        self.changes.push(Change {
            keyspace,
            key: Slice::from(key),
            value: Some(Slice::from(value)),
        });
    }

    pub(crate) fn remove(&mut self, keyspace: KeyspaceId, key: Slice) {
        self.changes.push(Change {
            keyspace,
            key,
            value: None,
        });
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.changes.is_empty()
    }

    pub(crate) fn len(&self) -> usize {
        self.changes.len()
    }

    /// The bytes of all keys and values.
    pub(crate) fn bytes(&self) -> u64 {
        let bytes =
            |change: &Change| change.key.len() + change.value.as_ref().map_or(0, |v| v.len());
        self.changes.iter().map(bytes).sum::<usize>() as u64
    }

    /// The length of the longest key.
    pub(crate) fn longest_key(&self) -> usize {
        let lens = self.changes.iter().map(|change| change.key.len());
        lens.max().unwrap_or(0)
    }

    /// Forgets what was added since there were `len` changes.
    pub(crate) fn truncate(&mut self, len: usize) {
        self.changes.truncate(len);
    }
}

/// Which way a range is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Direction {
    Forward,
    Backward,
}

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
