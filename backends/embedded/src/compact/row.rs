//! The obsolete cells of one row.

use std::sync::Arc;

use fjall::Slice;
use hbase_backend::Result;

use super::keep::{CompactionKind, Keep};
use crate::cell::CellView;
use crate::engine::{Batch, Direction, KeyRange, ReadSnapshot, RowCursor, Safety};
use crate::store::Store;
use crate::table::{Family, Table, WriteError};
use crate::work::Work;
use crate::{key, value};

/// Maximum removals, and bytes of their keys, of one batch of the engine.
const CHUNK: usize = 4096;
const CHUNK_BYTES: usize = 1 << 20;

/// Drops the obsolete cells of some rows, under the rows' locks.
pub(super) fn compact(
    store: &Store,
    table: &Table,
    rows: &[Vec<u8>],
    kind: CompactionKind,
    work: &mut Work,
) -> Result<(), WriteError> {
    let keys = rows.iter().map(Vec::as_slice);
    let _rows = store.locks().lock(table.id(), keys, work.deadline())?;
    let _table = table.hold(work.deadline())?;
    // Taken under the locks: an earlier one would miss writes, and judge a row by its old cells.
    let snapshot = store.engine().snapshot();
    for family in table.families() {
        let mut removal = Removal::new(store, family);
        for row in rows {
            removal.row(&snapshot, &key::row_prefix(row), kind, work)?;
        }
        removal.commit(work)?;
    }
    Ok(())
}

/// Counts a row's cells, and the obsolete ones.
pub(super) fn count(
    store: &Store,
    family: &Family,
    prefix: &[u8],
    kind: CompactionKind,
) -> Result<[u64; 2]> {
    let mut cells = open(store.engine().snapshot(), family, prefix)?;
    let mut keep = Keep::new(&family.rules, kind, store.now());
    let mut counts = [0; 2];
    while let Some((stored_key, stored)) = cells.peek(prefix) {
        let goes = fate(&mut keep, prefix, stored_key, stored)? != Fate::Kept;
        counts[0] += 1;
        counts[1] += u64::from(goes);
        if counts[0] >= CHUNK as u64 {
            break;
        }
        cells.advance()?;
    }
    Ok(counts)
}

fn open(snapshot: Arc<dyn ReadSnapshot>, family: &Family, prefix: &[u8]) -> Result<RowCursor> {
    let range = KeyRange::of_row(prefix.to_vec());
    RowCursor::open(snapshot, family.keyspace, range, Direction::Forward)
}

/// The decision about a stored cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fate {
    Kept,
    /// An obsolete put.
    Put,
    /// An obsolete delete marker.
    Marker,
}

/// Decides about a stored cell of the row.
pub(super) fn fate(
    keep: &mut Keep,
    prefix: &[u8],
    stored_key: &[u8],
    stored: &[u8],
) -> Result<Fate> {
    let column = key::column(stored_key, prefix.len()).ok_or_else(|| key::damaged(stored_key))?;
    let stored = value::decode(stored)?;
    let is_kept = keep.keeps(&CellView {
        row: &[],
        family: &[],
        // Escaped qualifiers are equal exactly if the qualifiers are, which suffices here.
        qualifier: column.escaped,
        timestamp: column.timestamp,
        kind: column.kind,
        value: stored.value,
        ttl_ms: stored.ttl_ms,
    });
    Ok(match is_kept {
        true => Fate::Kept,
        false if column.kind.is_delete() => Fate::Marker,
        false => Fate::Put,
    })
}

/// Removals from locked rows of one family, in batches.
pub(super) struct Removal<'a> {
    store: &'a Store,
    family: &'a Family,
    batch: Batch,
    bytes: usize,
}

impl<'a> Removal<'a> {
    pub(super) fn new(store: &'a Store, family: &'a Family) -> Self {
        Self {
            store,
            family,
            batch: Batch::default(),
            bytes: 0,
        }
    }

    /// Removes a row's obsolete cells, puts before markers, so that a crash between two batches
    /// makes no hidden put visible.
    pub(super) fn row(
        &mut self,
        snapshot: &Arc<dyn ReadSnapshot>,
        prefix: &[u8],
        kind: CompactionKind,
        work: &mut Work,
    ) -> Result<()> {
        let mut markers = Vec::new();
        let mut cells = open(Arc::clone(snapshot), self.family, prefix)?;
        let mut keep = Keep::new(&self.family.rules, kind, self.store.now());
        while let Some((stored_key, stored)) = cells.peek(prefix) {
            work.step()?;
            match fate(&mut keep, prefix, stored_key, stored)? {
                Fate::Kept => {}
                Fate::Put => self.add(stored_key, work)?,
                Fate::Marker => markers.push(stored_key.clone()),
            }
            cells.advance()?;
        }
        markers.iter().try_for_each(|marker| self.add(marker, work))
    }

    /// Removes a cell. Its key is copied, because a key that was read retains its block.
    pub(super) fn add(&mut self, key: &[u8], work: &Work) -> Result<()> {
        self.batch.remove(self.family.keyspace, Slice::from(key));
        self.bytes += key.len();
        if self.batch.len() >= CHUNK || self.bytes >= CHUNK_BYTES {
            self.commit(work)?;
        }
        Ok(())
    }

    pub(super) fn commit(&mut self, work: &Work) -> Result<()> {
        if self.batch.is_empty() {
            return Ok(());
        }
        let batch = std::mem::take(&mut self.batch);
        self.bytes = 0;
        let activity = self.store.activity();
        activity.stats().note_removed(batch.len() as u64);
        let bytes = batch.bytes();
        self.store
            .engine()
            .commit(batch, Safety::Logged, work.deadline())?;
        activity.note_written(bytes);
        Ok(())
    }
}
