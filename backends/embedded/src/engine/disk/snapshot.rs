//! Read snapshots of the engine on disk.

use std::ops::Bound;
use std::path::Path;
use std::sync::{Arc, Weak};

use fjall::{Database, Keyspace, Readable, Snapshot};
use hbase_model::Result;

use super::moment::Moment;
use super::{Keyspaces, fault, find};
use crate::engine::{Direction, Entries, Entry, KeyspaceId, ReadSnapshot, SnapshotSource};
use crate::key::MAX_KEY;

/// A read snapshot of all keyspaces.
pub(super) struct DiskSnapshot {
    source: Arc<DiskSource>,
    snapshot: Snapshot,
}

/// What snapshots are taken from.
pub(super) struct DiskSource {
    pub(super) dir: Arc<Path>,
    /// Weak, so that a scan does not keep a store open.
    pub(super) database: Weak<Database>,
    pub(super) moment: Arc<Moment>,
    pub(super) keyspaces: Arc<Keyspaces>,
}

impl DiskSource {
    /// The same with other keyspaces.
    pub(super) fn with(&self, keyspaces: Keyspaces) -> Self {
        Self {
            dir: Arc::clone(&self.dir),
            database: Weak::clone(&self.database),
            moment: Arc::clone(&self.moment),
            keyspaces: Arc::new(keyspaces),
        }
    }

    /// A snapshot of this moment.
    pub(super) fn now(self: Arc<Self>) -> DiskSnapshot {
        DiskSnapshot {
            snapshot: self.moment.snapshot(),
            source: self,
        }
    }
}

impl SnapshotSource for Arc<DiskSource> {
    fn snapshot(&self) -> Option<Arc<dyn ReadSnapshot>> {
        self.database.upgrade()?;
        Some(Arc::new(Arc::clone(self).now()))
    }
}

impl ReadSnapshot for DiskSnapshot {
    fn range(
        &self,
        keyspace: KeyspaceId,
        from: &[u8],
        to: Option<&[u8]>,
        direction: Direction,
    ) -> Result<Entries> {
        let keyspace = find(&self.source.keyspaces, keyspace)?;
        if to.is_some_and(|to| to <= from) {
            return Ok(Entries::None);
        }
        // No key is smaller than a single 00: a whole keyspace needs no comparisons with bounds.
        let iter = if from <= [0].as_slice() && to.is_none() {
            self.snapshot.iter(keyspace)
        } else {
            let range = (lower(from), to.map_or(Bound::Unbounded, upper));
            self.snapshot.range::<&[u8], _>(keyspace, range)
        };
        Ok(Entries::Disk(DiskEntries {
            source: Arc::clone(&self.source),
            keyspace: Arc::clone(keyspace),
            iter,
            direction,
        }))
    }

    fn source(&self) -> Option<Arc<dyn SnapshotSource>> {
        Some(Arc::new(Arc::clone(&self.source)))
    }
}

/// The bound for keys from `from` on. No stored key is longer than [`MAX_KEY`], so that of those
/// that begin like a longer bound only its own beginning is there, and that sorts before it.
fn lower(from: &[u8]) -> Bound<&[u8]> {
    match from.get(..MAX_KEY) {
        Some(cut) if from.len() > MAX_KEY => Bound::Excluded(cut),
        _ => Bound::Included(from),
    }
}

/// The bound for keys before `to`, for the same reason.
fn upper(to: &[u8]) -> Bound<&[u8]> {
    match to.get(..MAX_KEY) {
        Some(cut) if to.len() > MAX_KEY => Bound::Included(cut),
        _ => Bound::Excluded(to),
    }
}

/// A range of fjall's, with its errors explained.
pub(crate) struct DiskEntries {
    source: Arc<DiskSource>,
    keyspace: Arc<Keyspace>,
    iter: fjall::Iter,
    direction: Direction,
}

impl DiskEntries {
    /// Puts the next entry in the place of `head`, `None` at the end.
    #[inline]
    pub(in crate::engine) fn read(&mut self, head: &mut Option<Entry>) -> Result<()> {
        let entry = match self.direction {
            Direction::Forward => self.iter.next(),
            Direction::Backward => self.iter.next_back(),
        };
        *head = match entry {
            None => None,
            Some(entry) => match entry.into_inner() {
                Ok(entry) => Some(entry),
                Err(error) => {
                    return Err(fault::explain_read(
                        &self.source.dir,
                        &self.keyspace,
                        &error,
                    ));
                }
            },
        };
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bounds_that_no_key_reaches_are_cut() {
        let long = vec![b'a'; MAX_KEY + 3];
        assert_eq!(lower(&long), Bound::Excluded(&long[..MAX_KEY]));
        assert_eq!(upper(&long), Bound::Included(&long[..MAX_KEY]));
        let longest = &long[..MAX_KEY];
        assert_eq!(lower(longest), Bound::Included(longest));
        assert_eq!(upper(longest), Bound::Excluded(longest));
    }
}
