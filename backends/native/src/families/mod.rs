//! Reads of named columns that request whole families; the client drops the cells of other columns.
//!
//! A server scans a whole family two to three times as fast as named columns of it. A batch of gets then need not
//! contain the names of the columns once for each get. This pays off unless the other cells outweigh those of the named
//! columns. The client remembers the cheaper way for the next reads of the table.

mod columns;
mod known;
#[cfg(test)]
mod tests;

use std::hash::{DefaultHasher, Hash as _, Hasher as _};

use bytes::{Bytes, BytesMut};
use hbase_backend::block::split_cell;
use hbase_backend::{Filter, Get, ReadOptions, Row, Scan};
use hbase_model::TableName;

use columns::Column;
pub(crate) use known::{KnownFamilies, Reading};

/// Rows of the first request while nothing is known about the columns.
const PROBE_ROWS: u32 = 64;

/// Maximum cells of a family in a get that reads it whole, in addition to four for each named column. Scans have no
/// such limit: they read long rows in parts.
const MORE_CELLS: usize = 64;

/// Maximum dropped cells and bytes from which nothing is concluded.
const FEW: Read = Read {
    cells: 64,
    bytes: 16 << 10,
};

/// The columns of a read of whole families.
#[derive(Clone, Debug)]
pub(crate) struct WholeFamilies {
    columns: Vec<Column>,
    /// A hash of the table and the columns, for [`KnownFamilies`].
    id: u64,
    is_known: bool,
    kept: Read,
    dropped: Read,
    /// Whether a response was too long.
    is_too_long: bool,
    /// Kept cells that are not adjacent are copied into this buffer, whose memory rows share.
    copied: BytesMut,
}

/// The bytes that are allocated at a time for copied cells.
const COPIED_BYTES: usize = 64 << 10;

#[derive(Clone, Copy, Debug, Default)]
struct Read {
    cells: u64,
    bytes: u64,
}

impl Read {
    fn add(&mut self, bytes: usize) {
        self.cells += 1;
        self.bytes += bytes as u64;
    }
}

impl WholeFamilies {
    /// The columns of a scan that reads whole families; `None` if that would change its rows, or was more
    /// expensive on this table.
    pub(crate) fn of_scan(scan: &Scan, table: &TableName, known: &KnownFamilies) -> Option<Self> {
        let filter = scan.read.filter.as_ref();
        let is_same = scan.batch.is_none()
            && !scan.raw
            && filter.is_none_or(|filter| is_of_rows(filter, &scan.read));
        Self::new(&scan.read, table, known).filter(|_| is_same)
    }

    /// The columns of gets that read whole families; `None` as for scans.
    pub(crate) fn of_gets(get: &Get, table: &TableName, known: &KnownFamilies) -> Option<Self> {
        // The limit of a get's cells could hide the column that a filter compares, and would cut a selected family.
        let names_all = get.read.columns.iter().all(|of| !of.qualifiers.is_empty());
        let is_same = !get.existence_only && get.read.filter.is_none() && names_all;
        Self::new(&get.read, table, known).filter(|_| is_same)
    }

    fn new(read: &ReadOptions, table: &TableName, known: &KnownFamilies) -> Option<Self> {
        if !is_same(read) {
            return None;
        }
        let columns = columns::of(read);
        let mut id = DefaultHasher::new();
        (table, &columns).hash(&mut id);
        let id = id.finish();
        let is_known = match known.get(id) {
            Some(Reading::Named) => return None,
            known => known.is_some(),
        };
        Some(Self {
            columns,
            id,
            is_known,
            kept: Read::default(),
            dropped: Read::default(),
            is_too_long: false,
            copied: BytesMut::new(),
        })
    }

    /// Maximum rows of the next request.
    pub(crate) fn rows(&self, caching: u32) -> u32 {
        let is_probe = !self.is_known && self.cells() == 0;
        if is_probe {
            caching.min(PROBE_ROWS)
        } else {
            caching
        }
    }

    /// The maximum number of cells that a get reads of each family.
    pub(crate) fn cells_of_get(&self) -> usize {
        MORE_CELLS + 4 * self.columns.len()
    }

    /// The cells of the named columns in a partial row: a slice of it if they are adjacent, otherwise a copy.
    pub(crate) fn keep(&mut self, row: &Row) -> Bytes {
        let block = row.as_block();
        let mut rest = &block[..];
        let mut at = 0;
        // The kept cells since the last dropped one; earlier ones are copied.
        let mut range = 0..0;
        while let Some((cell, after)) = split_cell(rest) {
            let start = block.len() - rest.len();
            let end = block.len() - after.len();
            rest = after;
            if !columns::contain(&self.columns, &mut at, &cell) {
                self.dropped.add(end - start);
                continue;
            }
            self.kept.add(end - start);
            if range.is_empty() {
                range = start..end;
            } else if range.end == start {
                range.end = end;
            } else {
                self.copy(&block[range]);
                range = start..end;
            }
        }
        if self.copied.is_empty() {
            return block.slice(range);
        }
        self.copy(&block[range]);
        self.copied.split().freeze()
    }

    /// The cells of the named columns in a row that a get returned; `None` if a family may have more cells than the get
    /// has read.
    pub(crate) fn keep_of_get(&mut self, row: &Row) -> Option<Bytes> {
        let (before, kept_before) = (self.cells(), self.kept);
        let kept = self.keep(row);
        let most = self.cells_of_get();
        let is_long = self.cells() - before >= most as u64 && cells_of_a_family(row) >= most;
        if is_long {
            // The named columns are read again, so none of these cells was of use.
            self.dropped.cells += self.kept.cells - kept_before.cells;
            self.dropped.bytes += self.kept.bytes - kept_before.bytes;
            self.kept = kept_before;
        }
        (!is_long).then_some(kept)
    }

    /// Records that a response was too long. With named columns, it may be shorter.
    pub(crate) fn note_too_long(&mut self) {
        self.is_too_long = true;
    }

    /// The number of cells read so far.
    fn cells(&self) -> u64 {
        self.kept.cells + self.dropped.cells
    }

    fn copy(&mut self, cells: &[u8]) {
        if self.copied.capacity() - self.copied.len() < cells.len() {
            self.copied.reserve(cells.len().max(COPIED_BYTES));
        }
        self.copied.extend_from_slice(cells);
    }

    /// Whether the other cells outweigh those of the named columns.
    fn is_costly(&self) -> bool {
        let outweighs = |dropped: u64, kept: u64, few: u64| dropped > few && dropped > 2 * kept;
        outweighs(self.dropped.cells, self.kept.cells, FEW.cells)
            || outweighs(self.dropped.bytes, self.kept.bytes, FEW.bytes)
    }

    /// Remembers the cheaper way to read the columns, and returns it.
    pub(crate) fn note(&mut self, known: &KnownFamilies) -> Reading {
        let is_named = self.is_too_long || self.is_costly();
        let reading = if is_named {
            Reading::Named
        } else {
            Reading::Whole
        };
        // A few rows say little about the others.
        if is_named || (!self.is_known && self.cells() > FEW.cells) {
            self.is_known = true;
            known.note(self.id, reading);
        }
        reading
    }
}

/// The cells of the family that has the most.
fn cells_of_a_family(row: &Row) -> usize {
    let (mut most, mut count) = (0, 0);
    let mut family: &[u8] = &[];
    for cell in row.cells() {
        count = if cell.family == family { count + 1 } else { 1 };
        family = cell.family;
        most = most.max(count);
    }
    most
}

/// Whether reading whole families and dropping other cells returns the same rows, filters aside.
fn is_same(read: &ReadOptions) -> bool {
    let names_columns = read.columns.iter().any(|of| !of.qualifiers.is_empty());
    // With several versions, servers return the expired ones that `MIN_VERSIONS` keeps only for named columns. The other
    // options count cells, or return more of them.
    let counts_cells =
        read.max_versions != 1 || read.store_limit.is_some() || read.store_offset > 0;
    read.whole_families && names_columns && !counts_cells
}

/// Whether a filter selects whole rows, by their keys or by columns that are read.
fn is_of_rows(filter: &Filter, read: &ReadOptions) -> bool {
    match filter {
        Filter::And(all) | Filter::Or(all) => all.iter().all(|filter| is_of_rows(filter, read)),
        Filter::Not(filter) => is_of_rows(filter, read),
        Filter::RowPrefix(_) | Filter::Row(..) | Filter::RowRanges(_) | Filter::FuzzyRow(_) => true,
        Filter::ColumnValue {
            family, qualifier, ..
        } => read.columns.iter().any(|of| {
            let mut names = of.qualifiers.iter();
            of.family == *family
                && (of.qualifiers.is_empty() || names.any(|name| name == qualifier))
        }),
        _ => false,
    }
}
