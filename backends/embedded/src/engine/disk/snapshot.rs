//! Read snapshots of the engine on disk.

use std::ops::Bound;
use std::sync::Arc;

use fjall::{Readable, Snapshot};
use hbase_model::Result;

use super::entries::DiskEntries;
use super::source::{DiskSource, find};
use crate::engine::{Direction, Entries, KeyspaceId, ReadSnapshot, SnapshotSource};
use crate::key::MAX_KEY;

/// A read snapshot of all keyspaces.
pub(super) struct DiskSnapshot {
    source: Arc<DiskSource>,
    snapshot: Snapshot,
}

impl DiskSnapshot {
    /// A snapshot of this moment.
    pub(super) fn of(source: Arc<DiskSource>) -> Self {
        Self {
            snapshot: source.moment.snapshot(source.database.upgrade().as_deref()),
            source,
        }
    }
}

impl SnapshotSource for Arc<DiskSource> {
    fn snapshot(&self) -> Option<Arc<dyn ReadSnapshot>> {
        self.database.upgrade()?;
        Some(Arc::new(DiskSnapshot::of(Arc::clone(self))))
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

/// The bound for keys from `from` on. No stored key is longer than [`MAX_KEY`], so a longer bound
/// can be truncated to a prefix: of the keys with that prefix only the prefix itself can exist,
/// which sorts before the bound.
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
