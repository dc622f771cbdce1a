//! The engine in memory: a persistent ordered map for each keyspace; a snapshot is a clone of its
//! root.

use std::ops::Bound;
use std::sync::Arc;

use fjall::Slice;
use hbase_backend::{Deadline, Error, Result};
use parking_lot::{Mutex, MutexGuard, RwLock};
use rpds::RedBlackTreeMapSync;

use super::{Batch, Direction, Engine, Entries, Entry, KeyspaceId, ReadSnapshot, Safety};
use crate::work::Work;

/// Entries that a cursor copies at once.
const CHUNK: usize = 64;

type Map = RedBlackTreeMapSync<Slice, Slice>;
/// Also a persistent map, so that a snapshot does not copy an entry for each family of the store.
type Keyspaces = RedBlackTreeMapSync<KeyspaceId, Map>;

/// Batches with at least this many changes are applied to a clone of the maps, without blocking
/// readers.
const LARGE_BATCH: usize = 256;

/// Keyspaces in memory.
#[derive(Debug, Default)]
pub(crate) struct Memory {
    keyspaces: RwLock<Keyspaces>,
    /// Locked by the writer for the whole change; `keyspaces` itself is locked briefly.
    turn: Mutex<()>,
}

impl Memory {
    fn freeze(&self) -> Frozen {
        Frozen {
            keyspaces: self.keyspaces.read().clone(),
        }
    }

    /// Waits for the batch that is being applied.
    fn turn_until(&self, deadline: Deadline) -> Result<MutexGuard<'_, ()>> {
        let turn = self.turn.try_lock_until(deadline.instant());
        turn.ok_or(Error::DeadlineExceeded {
            doing: "waiting for another batch to be written",
        })
    }
}

/// Applies a batch atomically.
fn apply(keyspaces: &mut Keyspaces, batch: Batch) -> Result<()> {
    let mut changes = batch.changes.iter();
    // Checked before the first change, so that a batch fails as a whole.
    if let Some(change) = changes.find(|c| !keyspaces.contains_key(&c.keyspace)) {
        return Err(missing(change.keyspace));
    }
    for change in batch.changes {
        let Some(map) = keyspaces.get_mut(&change.keyspace) else {
            continue;
        };
        match change.value {
            Some(value) => map.insert_mut(change.key, value),
            None => {
                map.remove_mut(&change.key);
            }
        }
    }
    Ok(())
}

impl Engine for Memory {
    fn create_keyspace(&self, keyspace: KeyspaceId) -> Result<()> {
        let _turn = self.turn.lock();
        let mut keyspaces = self.keyspaces.write();
        if !keyspaces.contains_key(&keyspace) {
            keyspaces.insert_mut(keyspace, Map::default());
        }
        Ok(())
    }

    fn drop_keyspace(&self, keyspace: KeyspaceId) -> Result<()> {
        let _turn = self.turn.lock();
        self.keyspaces.write().remove_mut(&keyspace);
        Ok(())
    }

    fn keyspaces(&self) -> Vec<KeyspaceId> {
        self.keyspaces.read().keys().copied().collect()
    }

    fn snapshot(&self) -> Arc<dyn ReadSnapshot> {
        Arc::new(self.freeze())
    }

    fn commit(&self, batch: Batch, _safety: Safety, deadline: Deadline) -> Result<()> {
        let _turn = self.turn_until(deadline)?;
        if batch.len() < LARGE_BATCH {
            return apply(&mut self.keyspaces.write(), batch);
        }
        let mut keyspaces = self.keyspaces.read().clone();
        apply(&mut keyspaces, batch)?;
        // The old maps are dropped after the lock: freeing many entries would keep readers waiting.
        let before = std::mem::replace(&mut *self.keyspaces.write(), keyspaces);
        drop(before);
        Ok(())
    }

    fn flush(&self, _keyspace: KeyspaceId, _work: &Work) -> Result<()> {
        Ok(())
    }

    fn compact(&self, _keyspace: KeyspaceId, _work: &Work) -> Result<()> {
        Ok(())
    }

    fn waits(&self) -> bool {
        false
    }

    fn describe(&self) -> String {
        "in memory".into()
    }
}

fn missing(keyspace: KeyspaceId) -> Error {
    Error::Closed {
        why: format!("keyspace {keyspace} was dropped"),
    }
}

/// A snapshot: all maps at one moment.
struct Frozen {
    keyspaces: Keyspaces,
}

impl ReadSnapshot for Frozen {
    fn range(
        &self,
        keyspace: KeyspaceId,
        from: &[u8],
        to: Option<&[u8]>,
        direction: Direction,
    ) -> Result<Entries> {
        let map = self
            .keyspaces
            .get(&keyspace)
            .ok_or_else(|| missing(keyspace))?;
        Ok(Entries::Memory(MapEntries {
            map: map.clone(),
            from: Bound::Included(Slice::from(from)),
            to: to.map_or(Bound::Unbounded, |to| Bound::Excluded(Slice::from(to))),
            direction,
            chunk: Vec::new().into_iter(),
            next_chunk: 4,
        }))
    }
}

/// A range that owns its map: it copies some entries at a time and looks up the following ones by
/// key.
pub(crate) struct MapEntries {
    map: Map,
    from: Bound<Slice>,
    to: Bound<Slice>,
    direction: Direction,
    chunk: std::vec::IntoIter<Entry>,
    /// A small first chunk keeps a get of few cells cheap.
    next_chunk: usize,
}

impl MapEntries {
    /// The next entry; `None` at the end.
    pub(super) fn next_entry(&mut self) -> Option<Entry> {
        if self.chunk.len() == 0 {
            self.fill();
        }
        self.chunk.next()
    }

    fn fill(&mut self) {
        if is_empty(&self.from, &self.to) {
            return;
        }
        let range = (self.from.as_ref(), self.to.as_ref());
        let range = self.map.range::<Slice, _>(range);
        let owned = |(key, value): (&Slice, &Slice)| (key.clone(), value.clone());
        let chunk: Vec<_> = match self.direction {
            Direction::Forward => range.take(self.next_chunk).map(owned).collect(),
            Direction::Backward => range.rev().take(self.next_chunk).map(owned).collect(),
        };
        self.next_chunk = CHUNK;
        if let Some((last, _)) = chunk.last() {
            match self.direction {
                Direction::Forward => self.from = Bound::Excluded(last.clone()),
                Direction::Backward => self.to = Bound::Excluded(last.clone()),
            }
        }
        self.chunk = chunk.into_iter();
    }
}

/// Whether no key is between the bounds; the map panics if bounds cross.
fn is_empty(from: &Bound<Slice>, to: &Bound<Slice>) -> bool {
    match (from, to) {
        (Bound::Included(from) | Bound::Excluded(from), Bound::Excluded(to)) => from >= to,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_snapshot_shares_the_map_of_keyspaces() {
        let memory = Memory::default();
        for id in 0..1_000 {
            memory.create_keyspace(id).unwrap();
        }
        let snapshot = memory.freeze();
        assert!(snapshot.keyspaces.ptr_eq(&memory.keyspaces.read()));
    }
}
