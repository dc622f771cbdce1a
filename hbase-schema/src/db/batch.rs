//! Batches of rows that are written together.

use std::ops::Range;

use hbase_model::{CellBlock, Mutation};

use super::batch_error::{FailedRow, MAX_FAILED};
use super::error::{CallContext, Error};
use super::limits::Limits;
use crate::key::{RowKey, printable};
use crate::table::{Table, encode_row};

/// The reason why a row has no mutation.
#[derive(Debug)]
pub(super) struct EncodeFailure {
    /// The row's key, if that could be encoded.
    pub(super) row: Option<Box<str>>,
    pub(super) error: Error,
}

impl EncodeFailure {
    /// The failure of the row with this index in the input.
    pub(super) fn of_row(self, index: u64) -> FailedRow {
        let Self { row, error } = self;
        FailedRow { index, row, error }
    }
}

/// A batch of rows, with the data to report which of them failed.
#[derive(Debug, Default)]
pub(super) struct Batch {
    pub(super) mutations: Vec<Mutation>,
    /// Bytes of all cells.
    pub(super) bytes: usize,
    pub(super) rows: BatchRows,
    /// Rows that could not be encoded.
    pub(super) failed: Vec<FailedRow>,
    /// The number of rows that need no write.
    pub(super) unchanged: u64,
    /// The index in the input of the row after these.
    pub(super) next: u64,
    /// Whether no rows come after these.
    pub(super) is_last: bool,
    /// The error that ended the input, with the index of the first row that is not tried.
    pub(super) stopped: Option<(u64, Error)>,
}

/// The rows of the input in a batch, with their keys in one buffer.
#[derive(Debug, Default)]
pub(super) struct BatchRows {
    indices: Vec<u64>,
    keys: Vec<u8>,
    ends: Vec<usize>,
}

impl BatchRows {
    fn push(&mut self, index: u64, key: &[u8]) {
        self.indices.push(index);
        self.keys.extend_from_slice(key);
        self.ends.push(self.keys.len());
    }

    /// The rows' indexes in the input and their keys.
    pub(super) fn iter(&self) -> impl Iterator<Item = (u64, &[u8])> {
        let starts = std::iter::once(0).chain(self.ends.iter().copied());
        let keys = starts.zip(&self.ends);
        let keys = keys.map(|(start, end)| self.keys.get(start..*end).unwrap_or(&[]));
        self.indices.iter().copied().zip(keys)
    }

    /// The number of rows of the input: a key with a random or round-robin salt may have several
    /// rows.
    pub(super) fn count(&self) -> usize {
        self.indices.chunk_by(|a, b| a == b).count()
    }

    /// The indexes from the first row to the last.
    pub(super) fn range(&self) -> Range<u64> {
        let first = self.indices.first().copied().unwrap_or(0);
        first..self.indices.last().map_or(first, |last| last + 1)
    }
}

impl Batch {
    /// An empty batch whose first row will have the index `first` in the input.
    pub(super) fn starting_at(first: u64) -> Self {
        Self {
            next: first,
            ..Self::default()
        }
    }

    /// The end of the input by an error; no row from the index `first` on is tried.
    pub(super) fn stopped(first: u64, error: Error) -> Self {
        Self {
            stopped: Some((first, error)),
            ..Self::starting_at(first)
        }
    }

    /// Whether the batch has room for another row. Rows that could not be encoded count too.
    pub(super) fn has_room(&self, limits: &Limits) -> bool {
        self.mutations.len() < limits.batch_rows.max(1)
            && self.bytes < limits.batch_bytes.max(1)
            && self.failed.len() < MAX_FAILED
    }

    /// Adds the next row of the input: its mutations, or the reason why it has none.
    #[inline]
    pub(super) fn push(&mut self, row: Result<impl IntoIterator<Item = Mutation>, EncodeFailure>) {
        let index = self.next;
        self.next += 1;
        match row {
            Ok(mutations) => mutations
                .into_iter()
                .for_each(|mutation| self.add(index, mutation)),
            Err(failure) => self.failed.push(failure.of_row(index)),
        }
    }

    /// Adds a mutation of the row with this index.
    pub(super) fn add(&mut self, index: u64, mutation: Mutation) {
        self.bytes += mutation.cells().as_bytes().len();
        self.rows.push(index, mutation.row());
        self.mutations.push(mutation);
    }

    /// The index of the first row to be written.
    pub(super) fn first_written(&self) -> u64 {
        if self.mutations.is_empty() {
            self.next
        } else {
            self.rows.range().start
        }
    }
}

/// Encodes rows one after the other.
#[derive(Debug)]
pub(super) struct Encoder {
    call: &'static str,
    /// The size of the last row: the next one is probably no larger.
    last: usize,
}

impl Encoder {
    pub(super) fn new(call: &'static str) -> Self {
        Self { call, last: 0 }
    }

    /// The row's only mutation.
    #[inline]
    pub(super) fn encode<T: Table>(&mut self, row: &T) -> Result<[Mutation; 1], EncodeFailure> {
        let mut cells = CellBlock::with_capacity(self.last);
        match encode_row(row, &mut cells) {
            Ok(key) => {
                self.last = cells.as_bytes().len();
                Ok([Mutation::from_block(key.as_ref(), cells)])
            }
            Err(error) => {
                let about = CallContext::table(self.call, &T::SCHEMA.table.name);
                Err(EncodeFailure {
                    row: row_name::<T>(row),
                    error: about.row_error(error),
                })
            }
        }
    }
}

/// The row's key, if that can be encoded.
#[cold]
fn row_name<T: Table>(row: &T) -> Option<Box<str>> {
    let key: <T::Key as RowKey>::Bytes = crate::table::encode_key(row).ok()?;
    Some(printable(key.as_ref()))
}
