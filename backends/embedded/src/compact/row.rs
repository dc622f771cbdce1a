//! Which cells of one row go.

use std::sync::Arc;

use fjall::Slice;
use hbase_model::Result;

use super::keep::{Keep, Kind};
use crate::engine::{Batch, Direction, RowCursor, Safety, View};
use crate::read::CellView;
use crate::store::Store;
use crate::table::{Family, Stop, Table};
use crate::work::Work;
use crate::{key, value};

/// How many removals go into one batch of the engine.
const CHUNK: usize = 4096;

/// Drops a row's cells that are not kept, under the row's lock.
pub(super) fn compact(
    store: &Store,
    table: &Table,
    family: &Family,
    row: &[u8],
    kind: Kind,
    work: &mut Work,
) -> Result<(), Stop> {
    let _row = store.locks().lock(table.id(), [row], work.deadline())?;
    let _table = table.hold(work.deadline())?;
    compact_locked(store, family, &key::row_prefix(row), kind, work)?;
    Ok(())
}

/// Drops the cells of a locked row. Puts go before markers, so that a crash between two batches
/// leaves nothing that a marker hid.
pub(super) fn compact_locked(
    store: &Store,
    family: &Family,
    prefix: &[u8],
    kind: Kind,
    work: &Work,
) -> Result<()> {
    let mut removal = Removal::new(store, family);
    let mut markers = Vec::new();
    let mut cells = open(store.engine().view(), family, prefix)?;
    let mut keep = Keep::new(&family.rules, kind, store.now());
    while let Some((stored_key, stored)) = cells.peek(prefix) {
        match check(&mut keep, prefix, stored_key, stored)? {
            Fate::Kept => {}
            Fate::Put => removal.add(stored_key.clone(), work)?,
            Fate::Marker => markers.push(stored_key.clone()),
        }
        cells.advance()?;
    }
    for marker in markers {
        removal.add(marker, work)?;
    }
    removal.commit(work)
}

/// How many cells a row has, and how many of them would go.
pub(super) fn count(store: &Store, family: &Family, prefix: &[u8], kind: Kind) -> Result<[u64; 2]> {
    let mut cells = open(store.engine().view(), family, prefix)?;
    let mut keep = Keep::new(&family.rules, kind, store.now());
    let mut counts = [0; 2];
    while let Some((stored_key, stored)) = cells.peek(prefix) {
        let goes = check(&mut keep, prefix, stored_key, stored)? != Fate::Kept;
        counts[0] += 1;
        counts[1] += u64::from(goes);
        if counts[0] >= CHUNK as u64 {
            break;
        }
        cells.advance()?;
    }
    Ok(counts)
}

fn open(view: Arc<dyn View>, family: &Family, prefix: &[u8]) -> Result<RowCursor> {
    let end = key::after(prefix);
    RowCursor::open(view, family.space, prefix, Some(&end), Direction::Forward)
}

/// What becomes of a stored cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fate {
    Kept,
    /// A put that goes.
    Put,
    /// A delete marker that goes.
    Marker,
}

/// What becomes of a stored cell of the row.
pub(super) fn check(
    keep: &mut Keep,
    prefix: &[u8],
    stored_key: &[u8],
    stored: &[u8],
) -> Result<Fate> {
    let column = key::column(stored_key, prefix.len()).ok_or_else(|| key::damaged(stored_key))?;
    let stored = value::decode(stored)?;
    let is_kept = keep.check(&CellView {
        row: &[],
        family: &[],
        // Escaped qualifiers differ where the qualifiers do, which is all that is asked here.
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

/// Removals of one family, some at a time.
pub(super) struct Removal<'a> {
    store: &'a Store,
    family: &'a Family,
    batch: Batch,
}

impl<'a> Removal<'a> {
    pub(super) fn new(store: &'a Store, family: &'a Family) -> Self {
        Self {
            store,
            family,
            batch: Batch::default(),
        }
    }

    pub(super) fn add(&mut self, key: Slice, work: &Work) -> Result<()> {
        self.batch.remove(self.family.space, key);
        if self.batch.len() >= CHUNK {
            self.commit(work)?;
        }
        Ok(())
    }

    pub(super) fn commit(&mut self, work: &Work) -> Result<()> {
        if self.batch.is_empty() {
            return Ok(());
        }
        let batch = std::mem::take(&mut self.batch);
        let upkeep = self.store.upkeep();
        upkeep.stats().note_removed(batch.len() as u64);
        let bytes = batch.bytes();
        self.store
            .engine()
            .commit(batch, Safety::Logged, work.deadline())?;
        upkeep.note_written(bytes);
        Ok(())
    }
}
