//! Read snapshots of the engine on disk.

mod commit_point;
mod entries;
mod source;

use std::ops::Bound;
use std::sync::{Arc, OnceLock};

use fjall::{Readable, Snapshot};
use hbase_backend::{Error, Result};
use parking_lot::Mutex;

pub(super) use self::commit_point::{CommitPoint, WriteTurn};
pub(crate) use self::entries::DiskEntries;
use self::source::WeakStoreSource;
pub(super) use self::source::{DiskSource, Keyspaces, SharedSource, StoreSource};
use crate::engine::{Direction, Entries, KeyspaceId, ReadSnapshot, SnapshotSource};
use crate::key::MAX_KEY;

/// A read snapshot of all keyspaces.
pub(super) struct DiskSnapshot {
    source: Arc<DiskSource>,
    snapshot: Snapshot,
    store: WeakStoreSource,
}

impl DiskSnapshot {
    /// A snapshot of the open database's current state.
    pub(super) fn newest(store: &StoreSource) -> Self {
        Self::of(store.get(), store.downgrade())
    }

    /// A snapshot of the current state.
    pub(super) fn of(source: Arc<DiskSource>, store: WeakStoreSource) -> Self {
        Self {
            snapshot: source
                .commit_point
                .snapshot(source.database.upgrade().as_deref()),
            source,
            store,
        }
    }
}

/// The source of a scan's later snapshots: the keyspaces of its first one, until their database is closed.
struct ScanSource {
    source: Mutex<Option<Arc<DiskSource>>>,
    store: WeakStoreSource,
}

impl ScanSource {
    fn new(source: Arc<DiskSource>, store: WeakStoreSource) -> Self {
        Self {
            source: Mutex::new(Some(source)),
            store,
        }
    }
}

impl SnapshotSource for ScanSource {
    fn snapshot(&self) -> Option<Arc<dyn ReadSnapshot>> {
        let mut source = self.source.lock();
        let is_ended = |source: &Arc<DiskSource>| source.end.get().is_some();
        if source.as_ref().is_none_or(is_ended) {
            // While the database is opened again, this is the closed one's source, which has no keyspaces.
            *source = Some(self.store.get()?);
        }
        let source = Arc::clone(source.as_ref()?);
        if !is_ended(&source) {
            source.database.upgrade()?;
        }
        Some(Arc::new(DiskSnapshot::of(source, self.store.clone())))
    }

    fn end(&self) -> Option<Arc<OnceLock<Error>>> {
        let source = self.source.lock();
        source.as_ref().map(|source| Arc::clone(&source.end))
    }

    fn let_go(&self) {
        self.source
            .lock()
            .take_if(|source| source.end.get().is_some());
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
        let keyspace = self.source.find(keyspace)?;
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
        Some(Arc::new(ScanSource::new(
            Arc::clone(&self.source),
            self.store.clone(),
        )))
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
