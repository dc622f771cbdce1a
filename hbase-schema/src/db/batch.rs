//! Rows that are written together.

use hbase_model::{CellBlock, Mutation};

use super::connection::CallOptions;
use super::error::About;
use super::limits::Limits;
use super::put_report::{FailedRow, MOST_FAILED};
use crate::key::{RowKey, printable};
use crate::table::{Table, encode_row};

/// Rows that are written together, and what is needed to say which of them failed.
#[derive(Debug, Default)]
pub(super) struct Batch {
    pub(super) mutations: Vec<Mutation>,
    /// Bytes of all cells.
    pub(super) bytes: usize,
    pub(super) rows: Places,
    /// Rows that have no bytes, and so are not among the mutations.
    pub(super) failed: Vec<FailedRow>,
    /// Whether no rows come after these.
    pub(super) is_last: bool,
    /// How large the last row was: the next one is likely to be no larger.
    last: usize,
}

/// Which rows of the input a batch holds, with their keys in one buffer.
#[derive(Debug, Default)]
pub(super) struct Places {
    indices: Vec<u64>,
    keys: Vec<u8>,
    ends: Vec<usize>,
}

impl Places {
    fn push(&mut self, index: u64, key: &[u8]) {
        self.indices.push(index);
        self.keys.extend_from_slice(key);
        self.ends.push(self.keys.len());
    }

    /// The rows' numbers in the input and their keys.
    pub(super) fn iter(&self) -> impl Iterator<Item = (u64, &[u8])> {
        let starts = std::iter::once(0).chain(self.ends.iter().copied());
        let spans = starts.zip(&self.ends);
        let keys = spans.map(|(start, end)| self.keys.get(start..*end).unwrap_or(&[]));
        self.indices.iter().copied().zip(keys)
    }

    /// The number of the first row and the one after the last.
    pub(super) fn range(&self) -> std::ops::Range<u64> {
        let first = self.indices.first().copied().unwrap_or(0);
        first..self.indices.last().map_or(first, |last| last + 1)
    }
}

impl Batch {
    /// Whether another row may come. Rows without bytes take room too.
    pub(super) fn has_room(&self, limits: &Limits) -> bool {
        self.mutations.len() < limits.batch_rows.max(1)
            && self.bytes < limits.batch_bytes.max(1)
            && self.failed.len() < MOST_FAILED
    }

    /// Adds the row with this number in the input.
    #[inline]
    pub(super) fn push<T: Table>(&mut self, index: u64, row: &T, options: &CallOptions) {
        let mut cells = CellBlock::with_capacity(self.last);
        match encode_row(row, &mut cells) {
            Ok(key) => {
                self.last = cells.as_bytes().len();
                self.bytes += self.last;
                self.rows.push(index, key.as_ref());
                let mut mutation = Mutation::from_block(key.as_ref(), cells);
                options.apply(&mut mutation);
                self.mutations.push(mutation);
            }
            Err(error) => self.failed.push(FailedRow {
                index,
                row: row_name::<T>(row),
                error: About::table("put_many", &T::SCHEMA.table.name).row_error(error),
            }),
        }
    }
}

/// The row's key, where at least that has bytes.
#[cold]
fn row_name<T: Table>(row: &T) -> Option<Box<str>> {
    let key: <T::Key as RowKey>::Bytes = crate::table::encode_key(row).ok()?;
    Some(printable(key.as_ref()))
}
