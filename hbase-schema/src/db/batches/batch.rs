//! Batches of rows that are written together.

use std::ops::Range;

use hbase_backend::{CellBlock, Mutation};

use crate::db::connection::limits::Limits;
use crate::db::error::{CallContext, Error, FailedRow, MAX_FAILED};
use crate::db::target::table_ref::TableRef;
use crate::key::{KeyError, RowKey, printable};
use crate::table::{Table, encode_row};

/// The reason why a row has no mutation.
#[derive(Debug)]
pub(in crate::db) struct EncodeFailure {
    /// The row's key, if that could be encoded.
    pub(in crate::db) row: Option<Box<str>>,
    pub(in crate::db) error: Error,
}

impl EncodeFailure {
    /// The failure of the row with this index in the input.
    pub(in crate::db) fn of_row(self, index: u64) -> FailedRow {
        let Self { row, error } = self;
        FailedRow { index, row, error }
    }
}

/// A batch of rows, with the data to report which of them failed.
#[derive(Debug, Default)]
pub(in crate::db) struct Batch {
    /// The mutations of each table: one, or several where the table's name contains a date.
    pub(in crate::db) parts: Vec<BatchPart>,
    /// The number of mutations, and the bytes of their cells.
    pub(in crate::db) mutations: usize,
    pub(in crate::db) bytes: usize,
    /// Rows that could not be encoded.
    pub(in crate::db) failed: Vec<FailedRow>,
    /// The number of rows that need no write.
    pub(in crate::db) unchanged: u64,
    /// The index in the input of the row after these.
    pub(in crate::db) next: u64,
    /// Whether no rows come after these.
    pub(in crate::db) is_last: bool,
    /// The error that ended the input, with the index of the first row that is not tried.
    pub(in crate::db) stopped: Option<(u64, Error)>,
}

/// The mutations of a batch in one table.
#[derive(Debug)]
pub(in crate::db) struct BatchPart {
    pub(in crate::db) table: TableRef,
    pub(in crate::db) mutations: Vec<Mutation>,
    /// Bytes of all cells.
    pub(in crate::db) bytes: usize,
    pub(in crate::db) rows: BatchRows,
}

impl BatchPart {
    /// The indexes from the first row of all parts to the last.
    pub(in crate::db) fn range_of(parts: &[Self]) -> Range<u64> {
        let starts = parts.iter().map(|part| part.rows.range().start);
        let ends = parts.iter().map(|part| part.rows.range().end);
        starts.min().unwrap_or(0)..ends.max().unwrap_or(0)
    }
}

/// The mutations of one row of the input, in its table.
pub(in crate::db) struct RowWrites<M> {
    pub(in crate::db) table: TableRef,
    pub(in crate::db) mutations: M,
}

/// The rows of the input in a batch, with their keys in one buffer.
#[derive(Debug, Default)]
pub(in crate::db) struct BatchRows {
    indices: Vec<u64>,
    keys: Vec<u8>,
    ends: Vec<usize>,
}

impl BatchRows {
    pub(super) fn push(&mut self, index: u64, key: &[u8]) {
        self.indices.push(index);
        self.keys.extend_from_slice(key);
        self.ends.push(self.keys.len());
    }

    /// The rows' indexes in the input and their keys.
    pub(in crate::db) fn iter(&self) -> impl Iterator<Item = (u64, &[u8])> {
        let starts = std::iter::once(0).chain(self.ends.iter().copied());
        let keys = starts.zip(&self.ends);
        let keys = keys.map(|(start, end)| self.keys.get(start..*end).unwrap_or(&[]));
        self.indices.iter().copied().zip(keys)
    }

    /// The number of rows of the input: a key with a random or round-robin salt may have several
    /// rows.
    pub(in crate::db) fn count(&self) -> usize {
        self.indices.chunk_by(|a, b| a == b).count()
    }

    /// The indexes from the first row to the last.
    pub(in crate::db) fn range(&self) -> Range<u64> {
        let first = self.indices.first().copied().unwrap_or(0);
        first..self.indices.last().map_or(first, |last| last + 1)
    }
}

impl Batch {
    /// An empty batch whose first row will have the index `first` in the input.
    pub(in crate::db) fn starting_at(first: u64) -> Self {
        Self {
            next: first,
            ..Self::default()
        }
    }

    /// An input that ended with an error; no row from the index `first` on is tried.
    pub(in crate::db) fn stopped(first: u64, error: Error) -> Self {
        Self {
            stopped: Some((first, error)),
            ..Self::starting_at(first)
        }
    }

    /// Whether the batch has room for another row. Rows that could not be encoded count too.
    pub(in crate::db) fn has_room(&self, limits: &Limits) -> bool {
        self.mutations < limits.batch_rows.max(1)
            && self.bytes < limits.batch_bytes.max(1)
            && self.failed.len() < MAX_FAILED
    }

    /// Adds the next row of the input: its mutations, or the reason why it has none.
    #[inline]
    pub(in crate::db) fn push<M>(&mut self, row: Result<RowWrites<M>, EncodeFailure>)
    where
        M: IntoIterator<Item = Mutation>,
    {
        let index = self.next;
        self.next += 1;
        match row {
            Ok(RowWrites { table, mutations }) => {
                for mutation in mutations {
                    self.add(index, &table, mutation);
                }
            }
            Err(failure) => self.failed.push(failure.of_row(index)),
        }
    }

    /// Adds a mutation of the row with this index.
    #[inline]
    pub(in crate::db) fn add(&mut self, index: u64, table: &TableRef, mutation: Mutation) {
        let bytes = mutation.cells().as_bytes().len();
        self.bytes += bytes;
        self.mutations += 1;
        let part = self.part_of(table);
        part.bytes += bytes;
        part.rows.push(index, mutation.row());
        part.mutations.push(mutation);
    }

    /// The part for a table; neighbouring rows are mostly of the same table.
    fn part_of(&mut self, table: &TableRef) -> &mut BatchPart {
        let found = self.parts.iter().rposition(|part| part.table == *table);
        let at = found.unwrap_or(self.parts.len());
        if found.is_none() {
            self.parts.push(BatchPart {
                table: table.clone(),
                mutations: Vec::new(),
                bytes: 0,
                rows: BatchRows::default(),
            });
        }
        &mut self.parts[at]
    }

    /// Whether nothing is to be written.
    pub(in crate::db) fn is_empty(&self) -> bool {
        self.parts.is_empty()
    }

    /// The number of rows of the input to be written.
    pub(in crate::db) fn count(&self) -> usize {
        self.parts.iter().map(|part| part.rows.count()).sum()
    }

    /// The index of the first row to be written.
    pub(super) fn first_written(&self) -> u64 {
        let starts = self.parts.iter().map(|part| part.rows.range().start);
        starts.min().unwrap_or(self.next)
    }
}

/// Encodes rows one after the other.
#[derive(Debug)]
pub(super) struct Encoder {
    call: &'static str,
    /// The size of the last row: the next one is probably no larger.
    last: usize,
    /// The table of the last row: the next one is probably in the same.
    table: Option<TableRef>,
}

impl Encoder {
    pub(in crate::db) fn new(call: &'static str) -> Self {
        Self {
            call,
            last: 0,
            table: None,
        }
    }

    /// The row's only mutation.
    #[inline]
    pub(in crate::db) fn encode<T: Table>(
        &mut self,
        row: &T,
    ) -> Result<RowWrites<[Mutation; 1]>, EncodeFailure> {
        let mut cells = CellBlock::with_capacity(self.last);
        let encoded = encode_row(row, &mut cells);
        match encoded.and_then(|key| Ok((key, self.table_of(row)?))) {
            Ok((key, table)) => {
                self.last = cells.as_bytes().len();
                let mutations = [Mutation::from_block(key.as_ref(), cells)];
                Ok(RowWrites { table, mutations })
            }
            Err(error) => {
                let about = CallContext::of::<T>(self.call);
                Err(EncodeFailure {
                    row: row_name::<T>(row),
                    error: about.row_error(error),
                })
            }
        }
    }
}

impl Encoder {
    #[inline]
    fn table_of<T: Table>(&mut self, row: &T) -> Result<TableRef, KeyError> {
        let period = row.period()?;
        match &self.table {
            Some(last) if last.period() == period => Ok(last.clone()),
            _ => Ok(self.table.insert(TableRef::of(T::SCHEMA, period)).clone()),
        }
    }
}

/// The row's key, if that can be encoded.
#[cold]
fn row_name<T: Table>(row: &T) -> Option<Box<str>> {
    let key: <T::Key as RowKey>::Bytes = crate::table::encode_key(row).ok()?;
    Some(printable(key.as_ref()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table() -> TableRef {
        TableRef::of(crate::stand_in::SCHEMA, None)
    }

    fn put(row: &str) -> Mutation {
        let mut mutation = Mutation::new(row);
        mutation.put(b"D1", b"N", b"12").expect("a cell");
        mutation
    }

    fn failure() -> EncodeFailure {
        EncodeFailure {
            row: None,
            error: CallContext::call("put_many").request("x"),
        }
    }

    #[test]
    fn a_batch_has_room_below_each_of_its_limits() {
        let limits = |rows, bytes| Limits::default().batch_rows(rows).batch_bytes(bytes);
        let mut batch = Batch::starting_at(0);
        batch.add(0, &table(), put("a"));
        let bytes = batch.bytes;
        assert!(batch.has_room(&limits(2, bytes + 1)));
        assert!(!batch.has_room(&limits(1, bytes + 1)));
        assert!(!batch.has_room(&limits(2, bytes)));
        // A limit of 0 is one of 1: otherwise nothing would ever be sent.
        assert!(Batch::starting_at(0).has_room(&limits(0, 0)));
        assert!(!batch.has_room(&limits(0, 0)));
        batch.failed = (1..1000).map(|row| failure().of_row(row)).collect();
        assert!(batch.has_room(&limits(2, bytes + 1)));
        batch.failed.push(failure().of_row(1000));
        assert!(!batch.has_room(&limits(2, bytes + 1)));
    }

    #[test]
    fn rows_of_several_mutations_are_counted_once() {
        let mut batch = Batch::starting_at(7);
        assert_eq!((batch.count(), batch.first_written()), (0, 7));
        let rows = |mutations: Vec<Mutation>| {
            let table = table();
            Ok(RowWrites { table, mutations })
        };
        batch.push(Err::<RowWrites<Vec<Mutation>>, _>(failure()));
        batch.push(rows(vec![put("a0"), put("a1")]));
        batch.push(rows(vec![]));
        batch.push(rows(vec![put("c")]));
        assert_eq!((batch.next, batch.mutations, batch.count()), (11, 3, 2));
        assert_eq!(batch.failed.len(), 1);
        assert_eq!(batch.failed[0].index, 7);
        assert_eq!(batch.first_written(), 8);
        assert_eq!(BatchPart::range_of(&batch.parts), 8..11);
        let keys: Vec<_> = batch.parts[0].rows.iter().collect();
        assert_eq!(keys, [(8, &b"a0"[..]), (8, b"a1"), (10, b"c")]);
        assert_eq!(batch.parts[0].bytes, batch.bytes);
        assert!(!batch.is_empty() && Batch::starting_at(7).is_empty());
    }

    #[test]
    fn the_range_of_rows_ends_behind_the_last() {
        let mut rows = BatchRows::default();
        assert_eq!((rows.range(), rows.count()), (0..0, 0));
        rows.push(5, b"a");
        assert_eq!((rows.range(), rows.count()), (5..6, 1));
        rows.push(9, b"b");
        assert_eq!((rows.range(), rows.count()), (5..10, 2));
        assert_eq!(BatchPart::range_of(&[]), 0..0);
    }
}
