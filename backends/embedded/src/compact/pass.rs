//! A compaction's pass over a family, some rows per step. Between steps it holds no lock and no snapshot, so
//! that it can pause. Its cost per row is constant.
//!
//! Each step takes a new snapshot. It reads rows again under their locks only if they were written meanwhile.

use fjall::Slice;
use hbase_backend::{CellKind, Result};
use hbase_model::KeepDeletedCells;

use super::keep::{CompactionKind, Keep};
use super::row::{self, Fate, Removal};
use crate::engine::{Direction, KeyRange, RowCursor};
use crate::key;
use crate::store::Store;
use crate::table::{Family, Table, WriteError};
use crate::work::Work;

/// Maximum rows, cells read and cells removed of a step.
const ROWS: usize = 1024;
const CELLS: usize = 16_384;
const REMOVALS: usize = 2048;

/// A pass in progress.
#[derive(Debug)]
pub(super) struct Pass {
    family: Family,
    kind: CompactionKind,
    /// The storage key at which the pass continues.
    at: Vec<u8>,
    kept: u64,
}

/// The result of reading the rows of a step.
#[derive(Default)]
struct Found {
    rows: Vec<FoundRow>,
    removals: usize,
    kept: u64,
    /// The start of the next step; `None` at the end.
    next: Option<Vec<u8>>,
}

/// A row with cells to remove, puts before markers.
struct FoundRow {
    prefix: Vec<u8>,
    /// `None` if there are too many.
    keys: Option<Vec<Slice>>,
}

impl Pass {
    pub(super) fn new(family: Family, kind: CompactionKind) -> Self {
        Self {
            family,
            kind,
            at: vec![0],
            kept: 0,
        }
    }

    pub(super) fn family(&self) -> &Family {
        &self.family
    }

    /// Updates the family after an alteration of its table.
    pub(super) fn set_family(&mut self, family: Family) {
        self.family = family;
    }

    /// Number of cells kept so far.
    pub(super) fn kept(&self) -> u64 {
        self.kept
    }

    /// Compacts the next rows; returns whether rows remain. Removes the cells found, except in rows
    /// that were written meanwhile, which are read again under their lock.
    pub(super) fn step(
        &mut self,
        store: &Store,
        table: &Table,
        work: &mut Work,
    ) -> Result<bool, WriteError> {
        // Before the snapshot of `find`: a write between the two would be neither read nor recorded.
        let watch = table.watch();
        let found = self.find(store, work)?;
        store.activity().stats().note_step();
        if !found.rows.is_empty() {
            let mut scratch = Vec::new();
            let row_key = |row: &FoundRow| {
                let escaped = key::without_terminator(&row.prefix);
                key::unescape(escaped, &mut scratch).to_vec()
            };
            let rows: Vec<Vec<u8>> = found.rows.iter().map(row_key).collect();
            let keys = rows.iter().map(Vec::as_slice);
            let _rows = store.locks().lock(table.id(), keys, work.deadline())?;
            let _table = table.hold(work.deadline())?;
            let mut removal = Removal::new(store, &self.family);
            for (row, found) in rows.iter().zip(found.rows) {
                if let Some(keys) = found.keys.filter(|_| !watch.was_written(row)) {
                    keys.iter().try_for_each(|key| removal.add(key, work))?;
                } else {
                    let snapshot = store.engine().snapshot();
                    removal.row(&snapshot, &found.prefix, self.kind, work)?;
                }
            }
            removal.commit(work)?;
        }
        // Counted only now: a failed step is retried.
        self.kept += found.kept;
        match found.next {
            Some(next) => self.at = next,
            None => return Ok(false),
        }
        Ok(true)
    }

    fn find(&self, store: &Store, work: &mut Work) -> Result<Found> {
        let (snapshot, keyspace) = (store.engine().snapshot(), self.family.keyspace);
        let range = KeyRange {
            from: self.at.clone(),
            to: None,
        };
        let mut cursor = RowCursor::open(snapshot, keyspace, range, Direction::Forward)?;
        let mut found = Found::default();
        let (mut rows, mut cells) = (0, 0);
        while let Some(prefix) = cursor.next_row()?.map(<[u8]>::to_vec) {
            if rows >= ROWS || cells >= CELLS || found.removals >= REMOVALS {
                found.next = Some(prefix);
                break;
            }
            rows += 1;
            cells += self.find_row(store, &mut cursor, prefix, &mut found, work)?;
        }
        Ok(found)
    }

    /// Reads one row; returns its number of cells.
    fn find_row(
        &self,
        store: &Store,
        cursor: &mut RowCursor,
        prefix: Vec<u8>,
        found: &mut Found,
        work: &mut Work,
    ) -> Result<usize> {
        let mut keep = Keep::new(&self.family.rules, self.kind, store.now());
        let (mut puts, mut markers) = (Vec::new(), Vec::new());
        let (mut cells, mut goes) = (0, 0);
        while let Some((stored_key, stored)) = cursor.peek(&prefix) {
            work.step()?;
            cells += 1;
            let fate = row::fate(&mut keep, &prefix, stored_key, stored)?;
            if fate == Fate::Kept {
                found.kept += 1;
            } else {
                goes += 1;
                if goes <= REMOVALS {
                    let keys = if fate == Fate::Put {
                        &mut puts
                    } else {
                        &mut markers
                    };
                    keys.push(stored_key.clone());
                }
            }
            cursor.advance()?;
        }
        if goes > 0 {
            found.removals += goes;
            puts.append(&mut markers);
            let keys = (goes <= REMOVALS).then_some(puts);
            found.rows.push(FoundRow { prefix, keys });
        }
        Ok(cells)
    }
}

/// The oldest put of a family that keeps deleted cells; markers are dropped if nothing is older.
pub(super) fn earliest_put(store: &Store, family: &Family, work: &mut Work) -> Result<i64> {
    let mut earliest = i64::MAX;
    if family.rules.keep_deleted == KeepDeletedCells::False {
        return Ok(earliest);
    }
    let mut at = vec![0];
    // The snapshot is renewed regularly: an old one would retain cells that are overwritten meanwhile.
    loop {
        let snapshot = store.engine().snapshot();
        let mut entries = snapshot.range(family.keyspace, &at, None, Direction::Forward)?;
        let mut last = None;
        for entry in entries.by_ref().take(CELLS) {
            work.step()?;
            let (stored_key, _) = entry?;
            let row_len = key::row_len(&stored_key).ok_or_else(|| key::damaged(&stored_key))?;
            let column =
                key::column(&stored_key, row_len).ok_or_else(|| key::damaged(&stored_key))?;
            if column.kind == CellKind::Put {
                earliest = earliest.min(column.timestamp);
            }
            last = Some(stored_key);
        }
        match last {
            // The next key is at least a longer one.
            Some(key) => at = [&*key, &[0]].concat(),
            None => return Ok(earliest),
        }
    }
}
