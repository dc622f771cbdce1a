//! Rows that are written together.

use hbase_model::{CellBlock, Mutation};

use super::batch_report::{FailedRow, MOST_FAILED};
use super::connection::CallOptions;
use super::error::{About, Error};
use super::limits::Limits;
use crate::key::{RowKey, printable};
use crate::table::{Table, encode_row};

/// Why a row has no mutation, with its key where at least that has bytes.
pub(in crate::db) type Refused = (Option<Box<str>>, Error);

/// Rows that are written together, and what is needed to say which of them failed.
#[derive(Debug, Default)]
pub(in crate::db) struct Batch {
    pub(in crate::db) mutations: Vec<Mutation>,
    /// Bytes of all cells.
    pub(in crate::db) bytes: usize,
    pub(in crate::db) rows: Places,
    /// Rows that have no bytes, and so are not among the mutations.
    pub(in crate::db) failed: Vec<FailedRow>,
    /// Whether no rows come after these.
    pub(in crate::db) is_last: bool,
}

/// Which rows of the input a batch holds, with their keys in one buffer.
#[derive(Debug, Default)]
pub(in crate::db) struct Places {
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
    pub(in crate::db) fn iter(&self) -> impl Iterator<Item = (u64, &[u8])> {
        let starts = std::iter::once(0).chain(self.ends.iter().copied());
        let spans = starts.zip(&self.ends);
        let keys = spans.map(|(start, end)| self.keys.get(start..*end).unwrap_or(&[]));
        self.indices.iter().copied().zip(keys)
    }

    /// How many rows of the input there are: one may lie at several keys.
    pub(in crate::db) fn count(&self) -> usize {
        self.indices.chunk_by(|a, b| a == b).count()
    }

    /// The number of the first row and the one after the last.
    pub(in crate::db) fn range(&self) -> std::ops::Range<u64> {
        let first = self.indices.first().copied().unwrap_or(0);
        first..self.indices.last().map_or(first, |last| last + 1)
    }
}

impl Batch {
    /// Whether another row may come. Rows without bytes take room too.
    pub(in crate::db) fn has_room(&self, limits: &Limits) -> bool {
        self.mutations.len() < limits.batch_rows.max(1)
            && self.bytes < limits.batch_bytes.max(1)
            && self.failed.len() < MOST_FAILED
    }

    /// Adds a mutation for the row with this number in the input.
    pub(in crate::db) fn add(&mut self, index: u64, mutation: Mutation) {
        self.bytes += mutation.cells().as_bytes().len();
        self.rows.push(index, mutation.row());
        self.mutations.push(mutation);
    }

    /// Adds a row that cannot be written.
    pub(in crate::db) fn fail(&mut self, index: u64, row: Option<Box<str>>, error: Error) {
        self.failed.push(FailedRow { index, row, error });
    }

    /// Adds a row, or why it cannot be written.
    #[inline]
    pub(in crate::db) fn take(&mut self, index: u64, mutation: Result<Mutation, Refused>) {
        match mutation {
            Ok(mutation) => self.add(index, mutation),
            Err((row, error)) => self.fail(index, row, error),
        }
    }
}

/// Makes mutations of rows, one after the other.
#[derive(Debug)]
pub(in crate::db) struct Encoder {
    call: &'static str,
    options: CallOptions,
    /// How large the last row was: the next one is likely to be no larger.
    last: usize,
}

impl Encoder {
    pub(in crate::db) fn new(call: &'static str, options: CallOptions) -> Self {
        Self {
            call,
            options,
            last: 0,
        }
    }

    #[inline]
    pub(in crate::db) fn encode<T: Table>(&mut self, row: &T) -> Result<Mutation, Refused> {
        let mut cells = CellBlock::with_capacity(self.last);
        match encode_row(row, &mut cells) {
            Ok(key) => {
                self.last = cells.as_bytes().len();
                let mut mutation = Mutation::from_block(key.as_ref(), cells);
                self.options.apply(&mut mutation);
                Ok(mutation)
            }
            Err(error) => {
                let about = About::table(self.call, &T::SCHEMA.table.name);
                Err((row_name::<T>(row), about.row_error(error)))
            }
        }
    }
}

/// The row's key, where at least that has bytes.
#[cold]
fn row_name<T: Table>(row: &T) -> Option<Box<str>> {
    let key: <T::Key as RowKey>::Bytes = crate::table::encode_key(row).ok()?;
    Some(printable(key.as_ref()))
}
