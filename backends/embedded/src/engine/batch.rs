//! Batches of changes.

use fjall::Slice;

use super::keyspace::KeyspaceId;

/// The durability of a batch when [`Engine::commit`](super::Engine::commit) returns.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Safety {
    /// In the process's memory.
    Buffered,
    /// Written to the operating system: survives the end of the process.
    Logged,
    /// Synced to the disk: survives a crash of the machine.
    Forced,
}

/// One change of a batch; `None` removes the key.
#[derive(Debug)]
pub(crate) struct Change {
    pub(crate) keyspace: KeyspaceId,
    pub(crate) key: Slice,
    pub(crate) value: Option<Slice>,
}

/// Changes that take effect atomically.
#[derive(Debug, Default)]
pub(crate) struct Batch {
    pub(super) changes: Vec<Change>,
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

    /// The size of all keys and values in bytes.
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

    /// Drops all changes but the first `len`.
    pub(crate) fn truncate(&mut self, len: usize) {
        self.changes.truncate(len);
    }
}
