//! The progress of a call on many rows.

use hbase_model::TableName;
use hbase_model::printable::Printable;

use super::batch::{Batch, BatchPart, BatchRows};
use crate::db::error::{
    BatchError, CallContext, Error, FailedRow, MAX_FAILED, RowFailure, Stopped,
};

/// The progress of a call on many rows.
#[derive(Debug)]
pub(in crate::db) struct Report {
    call: &'static str,
    table: &'static TableName,
    written: u64,
    failed: Vec<FailedRow>,
    stopped: Option<Stopped>,
    /// The index after the last row that was sent.
    begun_to: u64,
}

impl Report {
    pub(in crate::db) fn new(call: &'static str, table: &'static TableName) -> Self {
        Self {
            call,
            table,
            written: 0,
            failed: Vec::new(),
            stopped: None,
            begun_to: 0,
        }
    }

    /// Takes over the rows of a batch that failed or need no write.
    pub(in crate::db) fn begin(&mut self, batch: &mut Batch) {
        self.written += batch.unchanged;
        self.failed.append(&mut batch.failed);
        let nothing_is_left = batch.is_last && batch.is_empty();
        if self.has_too_many_failed() && !nothing_is_left {
            self.stop(batch.first_written(), None);
        }
    }

    /// Whether no further row is tried.
    pub(in crate::db) fn is_stopped(&self) -> bool {
        self.stopped.is_some()
    }

    /// Counts a row as done.
    pub(in crate::db) fn row_done(&mut self) {
        self.written += 1;
    }

    /// Adds a failed row.
    pub(in crate::db) fn row_failed(&mut self, failed: FailedRow) {
        self.failed.push(failed);
    }

    pub(in crate::db) fn has_too_many_failed(&self) -> bool {
        self.failed.len() >= MAX_FAILED
    }

    /// Stops the call: no row from the index `not_tried_from` on is tried.
    pub(in crate::db) fn stop(&mut self, not_tried_from: u64, error: Option<Error>) {
        self.stop_with(Stopped {
            unknown: 0..0,
            not_tried_from,
            error,
            failed_row: None,
        });
    }

    /// Stops the call by the error of a failed row: no row from the index `not_tried_from` on is
    /// tried.
    pub(in crate::db) fn stop_by_row(&mut self, not_tried_from: u64, row: u64, error: Error) {
        self.stop_with(Stopped {
            unknown: 0..0,
            not_tried_from,
            error: Some(error),
            failed_row: Some(row),
        });
    }

    /// Only the first reason to stop counts.
    fn stop_with(&mut self, stopped: Stopped) {
        self.stopped.get_or_insert(stopped);
    }

    /// Adds the results of a batch, row by row; returns the number of rows that are done.
    pub(super) fn answered(
        &mut self,
        about: CallContext<'_>,
        rows: &BatchRows,
        answers: Vec<Result<(), RowFailure>>,
    ) -> usize {
        let before = self.failed.len();
        for (answer, (index, key)) in answers.into_iter().zip(rows.iter()) {
            if let Err(error) = answer {
                self.failed.push(FailedRow {
                    index,
                    row: Some(Printable(key).to_string().into()),
                    error: about.row(key).row_failure(error),
                });
            }
        }
        let failed = self.failed[before..].chunk_by(|a, b| a.index == b.index);
        let done = rows.count() - failed.count();
        self.written += done as u64;
        done
    }

    /// Notes that a batch is sent.
    pub(super) fn batch_begun(&mut self, batch: &Batch) {
        self.begun_to = BatchPart::range_of(&batch.parts).end;
    }

    /// Adds rows without a response. Rows after them may already have been sent, and rows of other tables between them
    /// if `shares_range` is set.
    pub(super) fn unanswered(&mut self, rows: &BatchRows, shares_range: bool, error: Error) {
        let mut unknown = rows.range();
        let mut not_tried_from = self.begun_to;
        let is_last = not_tried_from == unknown.end && !shares_range;
        let backend = error.as_backend();
        let is_known = backend.is_some_and(hbase_backend::Error::is_without_effect);
        let mut failed_row = None;
        // A report has one range of unknown rows. Those of a further batch, and failed rows before others
        // that were sent, are listed one by one.
        if self.is_stopped() || (is_known && !is_last) {
            failed_row = Some(unknown.start);
            self.all_failed(rows, &error);
        }
        if is_known || failed_row.is_some() {
            unknown.end = unknown.start;
        }
        // No row after these was sent, and these were not written: none of them counts as tried.
        if is_known && is_last {
            not_tried_from = unknown.start;
        }
        self.stop_with(Stopped {
            unknown,
            not_tried_from,
            error: Some(error),
            failed_row,
        });
    }

    /// Adds rows that failed with the same error.
    pub(super) fn all_failed(&mut self, rows: &BatchRows, error: &Error) {
        let failed = rows.iter().map(|(index, key)| FailedRow {
            index,
            row: Some(Printable(key).to_string().into()),
            error: error.clone(),
        });
        self.failed.extend(failed);
    }

    /// The number of rows that are done; an error if any is not.
    pub(in crate::db) fn into_result(mut self) -> Result<u64, Error> {
        if self.failed.is_empty() && self.stopped.is_none() {
            return Ok(self.written);
        }
        self.failed.sort_by_key(|failed| failed.index);
        Err(BatchError {
            call: self.call,
            table: self.table.clone(),
            written: self.written,
            failed: self.failed,
            stopped: self.stopped,
        }
        .into())
    }
}
