//! Writes many rows of a table with indexes.

use std::borrow::Borrow;
use std::collections::HashSet;
use std::iter::Fuse;

use futures_util::StreamExt as _;
use futures_util::stream::FuturesOrdered;
use hbase_backend::{BoxFuture, Mutation};
use hbase_index::{IndexError, Intent};

use super::calls::IndexedRows;
use crate::db::batches::report::Report;
use crate::db::error::{Error, FailedRow};
use crate::db::write::put::put_of;
use crate::index::Indexed;
use crate::key::printable;

/// Maximum rows that are written together. While some are read, others are written.
const ROWS: usize = 512;

impl<T: Indexed> IndexedRows<T> {
    /// Writes many rows, several at a time; returns their number. Two rows with one key are written in
    /// the given order. Each row is written atomically; a failed row does not prevent the others from
    /// being written.
    ///
    /// # Errors
    /// [`Error::Batch`] with the rows that failed and the reasons; the others are written.
    pub fn put_many<'c, I>(&'c self, rows: I) -> BoxFuture<'c, Result<u64, Error>>
    where
        I: IntoIterator,
        I::Item: Borrow<T>,
        I::IntoIter: Send + 'c,
    {
        let rows = rows.into_iter();
        // Encoded as they are written: a row itself need not be `Send`.
        let encoded = rows.map(|row| put_of::<T>(row.borrow()).map(|write| write.mutation));
        let encoded = encoded.map(|row| row.map_err(|error| Self::about(CALL).row_error(error)));
        Box::pin(self.write_all(Box::new(encoded)))
    }

    async fn write_all(&self, rows: Encoded<'_>) -> Result<u64, Error> {
        let most = self.connection.link.gate.backend().concurrent_batches();
        let mut source = Source::new(rows);
        let mut report = Report::new(CALL, &T::SCHEMA.table.name);
        let mut under_way = FuturesOrdered::new();
        loop {
            while under_way.len() <= most
                && let Some(rows) = source.next_group(&mut report)
            {
                under_way.push_back(self.write_group(rows));
            }
            let Some(written) = under_way.next().await else {
                break;
            };
            source.forget(&written);
            self.note(written, &mut report);
        }
        if source.is_stopped {
            report.stop(source.position, None);
        }
        report.into_result()
    }

    async fn write_group(&self, rows: Vec<(u64, Mutation)>) -> Vec<WrittenRow> {
        let mut intents = Vec::with_capacity(rows.len());
        let mut named = Vec::with_capacity(rows.len());
        for (index, mut mutation) in rows {
            self.connection.options.apply(&mut mutation);
            let bytes = mutation.cells().as_bytes().len();
            named.push((index, mutation.row().to_vec(), bytes));
            intents.push(Intent::put(mutation));
        }
        let written = self.table.write_many(intents, self.deadline()).await;
        let named = named.into_iter().zip(written);
        let written = named.map(|((index, row, bytes), written)| WrittenRow {
            index,
            row,
            bytes,
            failure: written.err(),
        });
        written.collect()
    }

    fn note(&self, rows: Vec<WrittenRow>, report: &mut Report) {
        for written in rows {
            let Some(error) = written.failure else {
                report.row_done();
                self.connection.link.counters.written(1, written.bytes);
                continue;
            };
            report.row_failed(FailedRow {
                index: written.index,
                row: Some(printable(&written.row)),
                error: Self::about(CALL).row(&written.row).index(error),
            });
        }
    }
}

const CALL: &str = "put_many";

type Encoded<'c> = Box<dyn Iterator<Item = Result<Mutation, Error>> + Send + 'c>;

/// The result of writing a row.
struct WrittenRow {
    index: u64,
    row: Vec<u8>,
    bytes: usize,
    failure: Option<IndexError>,
}

/// The rows that are not yet being written.
struct Source<'c> {
    rows: Fuse<Encoded<'c>>,
    /// The next one, if a row with its key is being written.
    left: Option<Mutation>,
    /// The keys that are being written.
    keys: HashSet<Vec<u8>>,
    /// The index of the next row.
    position: u64,
    /// Whether too many rows have failed.
    is_stopped: bool,
}

impl<'c> Source<'c> {
    fn new(rows: Encoded<'c>) -> Self {
        Self {
            rows: rows.fuse(),
            left: None,
            keys: HashSet::new(),
            position: 0,
            is_stopped: false,
        }
    }

    /// The next rows; `None` at the end, and while the next one's key is being written.
    fn next_group(&mut self, report: &mut Report) -> Option<Vec<(u64, Mutation)>> {
        let mut group = Vec::new();
        while group.len() < ROWS {
            self.is_stopped |= report.has_too_many_failed();
            if self.is_stopped {
                break;
            }
            let Some(next) = self.left.take().map(Ok).or_else(|| self.rows.next()) else {
                break;
            };
            match next {
                Err(error) => report.row_failed(FailedRow {
                    index: self.position,
                    row: None,
                    error,
                }),
                // The row's earlier write is in this group or under way. Both at once could take effect in
                // either order.
                Ok(mutation) if self.keys.contains(mutation.row()) => {
                    self.left = Some(mutation);
                    break;
                }
                Ok(mutation) => {
                    self.keys.insert(mutation.row().to_vec());
                    group.push((self.position, mutation));
                }
            }
            self.position += 1;
        }
        (!group.is_empty()).then_some(group)
    }

    fn forget(&mut self, written: &[WrittenRow]) {
        for written in written {
            self.keys.remove(&written.row);
        }
    }
}
