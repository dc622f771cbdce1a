//! What flushes and major compactions do to what can be seen.
//!
//! The engine writes and merges its files as it sees fit, without regard to `HBase`'s rules, so
//! nothing disappears but by the two calls below.
//!
//! - A flush drops what `HBase` drops when it writes a region's memory to a file: versions beyond
//!   VERSIONS, expired cells, and what delete markers hide. Markers stay. It looks at the rows
//!   written since the last flush, as long as these are not more than some thousands, and at all
//!   of their cells: as if the new file were merged with the older ones at once, which a minor
//!   compaction may do at any time.
//! - A major compaction looks at every row, and drops the markers too.

mod keep;

use std::sync::Arc;

use fjall::Slice;
use hbase_model::{CellKind, KeepDeletedCells, Result};

use self::keep::{Keep, Kind};
use crate::engine::{Batch, Direction, RowCursor, Safety, View};
use crate::read::CellView;
use crate::store::Store;
use crate::table::{Family, Stop, Table};
use crate::work::Work;
use crate::{key, value};

/// How many removals go into one batch of the engine.
const CHUNK: usize = 4096;

/// Drops what a flush drops, and writes files.
pub(crate) fn flush(store: &Store, table: &Table, work: &mut Work) -> Result<(), Stop> {
    for row in table.take_written() {
        work.step()?;
        for family in table.families() {
            compact_row(store, table, family, &row, Kind::Minor, work)?;
        }
    }
    for family in table.families() {
        store.engine().flush(family.space, work.deadline())?;
    }
    Ok(())
}

/// Drops what a major compaction drops, and merges the files.
pub(crate) fn major(store: &Store, table: &Table, work: &mut Work) -> Result<(), Stop> {
    table.take_written();
    for family in table.families() {
        compact_family(store, table, family, work)?;
        store.engine().flush(family.space, work.deadline())?;
        store.engine().compact(family.space)?;
    }
    Ok(())
}

fn compact_family(
    store: &Store,
    table: &Table,
    family: &Family,
    work: &mut Work,
) -> Result<(), Stop> {
    let kind = Kind::Major {
        earliest_put: earliest_put(store, family, work)?,
    };
    let view = store.engine().view();
    let mut rows = RowCursor::open(view, family.space, b"\0", None, Direction::Forward)?;
    let mut scratch = Vec::new();
    while let Some(prefix) = rows.next_row()?.map(<[u8]>::to_vec) {
        let mut keep = Keep::new(&family.rules, kind, store.now());
        let mut drops_any = false;
        while let Some((stored_key, stored)) = rows.peek(&prefix) {
            work.step()?;
            drops_any = drops_any || !keep_cell(&mut keep, &prefix, stored_key, stored)?;
            rows.advance()?;
        }
        if drops_any {
            let escaped = &prefix[..prefix.len() - 2];
            let row = key::unescape(escaped, &mut scratch).to_vec();
            compact_row(store, table, family, &row, kind, work)?;
        }
    }
    Ok(())
}

/// The oldest put of a family that keeps deleted cells, whose markers go when nothing is older.
fn earliest_put(store: &Store, family: &Family, work: &mut Work) -> Result<i64> {
    let mut earliest = i64::MAX;
    if family.rules.keep_deleted == KeepDeletedCells::False {
        return Ok(earliest);
    }
    let view = store.engine().view();
    for entry in view.range(family.space, b"\0", None, Direction::Forward)? {
        work.step()?;
        let (stored_key, _) = entry?;
        let row_len = key::row_len(&stored_key).ok_or_else(|| key::damaged(&stored_key))?;
        let column = key::column(&stored_key, row_len).ok_or_else(|| key::damaged(&stored_key))?;
        if column.kind == CellKind::Put {
            earliest = earliest.min(column.timestamp);
        }
    }
    Ok(earliest)
}

/// Drops a row's cells that are not kept, under the row's lock. Puts go before markers, so that a
/// crash between two batches leaves nothing that a marker hid.
fn compact_row(
    store: &Store,
    table: &Table,
    family: &Family,
    row: &[u8],
    kind: Kind,
    work: &mut Work,
) -> Result<(), Stop> {
    let _row = store.locks().lock(table.id(), [row], work.deadline())?;
    let _table = table.hold(work.deadline())?;
    let mut removal = Removal::new(store, family);
    let mut markers = Vec::new();
    let prefix = key::row_prefix(row);
    let mut cells = open_row(store.engine().view(), family, &prefix)?;
    let mut keep = Keep::new(&family.rules, kind, store.now());
    while let Some((stored_key, stored)) = cells.peek(&prefix) {
        if !keep_cell(&mut keep, &prefix, stored_key, stored)? {
            let column = key::column(stored_key, prefix.len());
            if column.is_some_and(|column| column.kind.is_delete()) {
                markers.push(stored_key.clone());
            } else {
                removal.add(stored_key.clone(), work)?;
            }
        }
        cells.advance()?;
    }
    for marker in markers {
        removal.add(marker, work)?;
    }
    removal.commit(work)?;
    Ok(())
}

fn open_row(view: Arc<dyn View>, family: &Family, prefix: &[u8]) -> Result<RowCursor> {
    let end = key::after(prefix);
    RowCursor::open(view, family.space, prefix, Some(&end), Direction::Forward)
}

/// Whether a stored cell of the row is kept.
fn keep_cell(keep: &mut Keep<'_>, prefix: &[u8], stored_key: &[u8], stored: &[u8]) -> Result<bool> {
    let column = key::column(stored_key, prefix.len()).ok_or_else(|| key::damaged(stored_key))?;
    let stored = value::decode(stored)?;
    Ok(keep.check(&CellView {
        row: &[],
        family: &[],
        // Escaped qualifiers differ where the qualifiers do, which is all that is asked here.
        qualifier: column.escaped,
        timestamp: column.timestamp,
        kind: column.kind,
        value: stored.value,
        ttl_ms: stored.ttl_ms,
    }))
}

/// Removals of one family, some at a time.
struct Removal<'a> {
    store: &'a Store,
    family: &'a Family,
    batch: Batch,
}

impl<'a> Removal<'a> {
    fn new(store: &'a Store, family: &'a Family) -> Self {
        Self {
            store,
            family,
            batch: Batch::default(),
        }
    }

    fn add(&mut self, key: Slice, work: &Work) -> Result<()> {
        self.batch.remove(self.family.space, key);
        if self.batch.len() >= CHUNK {
            self.commit(work)?;
        }
        Ok(())
    }

    fn commit(&mut self, work: &Work) -> Result<()> {
        if self.batch.is_empty() {
            return Ok(());
        }
        let batch = std::mem::take(&mut self.batch);
        self.store
            .engine()
            .commit(batch, Safety::Logged, work.deadline())
    }
}
