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

#[cfg(test)]
mod tests {
    use hbase_backend::{Error as Cause, Mutation};

    use super::*;
    use crate::db::target::table_ref::TableRef;

    static TABLE: TableName = TableName::from_static("A", "B");

    fn about() -> CallContext<'static> {
        CallContext::table("put_many", &TABLE)
    }

    fn report() -> Report {
        Report::new("put_many", &TABLE)
    }

    fn rows(indices: &[u64]) -> BatchRows {
        let mut rows = BatchRows::default();
        for index in indices {
            rows.push(*index, index.to_string().as_bytes());
        }
        rows
    }

    fn batch(indices: &[u64]) -> Batch {
        let mut batch = Batch::starting_at(0);
        let table = TableRef::of(crate::stand_in::SCHEMA, None);
        for index in indices {
            batch.add(*index, &table, Mutation::new(index.to_string()));
        }
        batch
    }

    fn failed(index: u64) -> FailedRow {
        FailedRow {
            index,
            row: None,
            error: about().request("x"),
        }
    }

    fn error(report: Report) -> BatchError {
        match report.into_result() {
            Err(Error::Batch(error)) => *error,
            other => panic!("{other:?}"),
        }
    }

    fn lost() -> Error {
        about().backend(Cause::DeadlineExceeded { doing: "x" })
    }

    fn rejected() -> Error {
        about().backend(Cause::Unavailable { why: "x".into() })
    }

    #[test]
    fn a_row_is_written_if_all_of_its_mutations_are() {
        let mut report = report();
        let answers = [true, false, false, true, true].map(|is_done| {
            let cause = Cause::Unavailable { why: "x".into() };
            is_done.then_some(()).ok_or(RowFailure::Backend(cause))
        });
        // Row 3 has two mutations, of which both fail, and row 7 two, of which none fails.
        let done = report.answered(about(), &rows(&[1, 3, 3, 7, 7]), answers.into());
        assert_eq!(done, 2);
        let error = error(report);
        assert_eq!(error.written, 2);
        let failed: Vec<_> = error.failed.iter().map(|row| row.index).collect();
        assert_eq!(failed, [3, 3]);
        assert_eq!(error.failed[0].row.as_deref(), Some("3"));
    }

    #[test]
    fn an_unanswered_batch_may_be_written_and_a_rejected_one_is_not() {
        for (cause, unknown, not_tried_from) in [(lost(), 4..6, 6), (rejected(), 4..4, 4)] {
            let mut report = report();
            report.batch_begun(&batch(&[4, 5]));
            report.unanswered(&rows(&[4, 5]), false, cause);
            let error = error(report);
            assert!(error.failed.is_empty());
            let stopped = error.stopped.unwrap();
            assert_eq!(stopped.unknown, unknown);
            assert_eq!(stopped.not_tried_from, not_tried_from);
            assert_eq!(stopped.failed_row, None);
        }
    }

    /// A later batch was sent meanwhile, or rows of the same batch to another table.
    #[test]
    fn rejected_rows_before_others_that_were_sent_are_listed() {
        for shares_range in [false, true] {
            let mut report = report();
            report.batch_begun(&batch(if shares_range { &[4, 5] } else { &[6, 7] }));
            report.unanswered(&rows(&[4, 5]), shares_range, rejected());
            let error = error(report);
            let failed: Vec<_> = error.failed.iter().map(|row| row.index).collect();
            assert_eq!(failed, [4, 5]);
            let stopped = error.stopped.unwrap();
            assert!(stopped.unknown.is_empty());
            assert_eq!(stopped.not_tried_from, if shares_range { 6 } else { 8 });
            assert_eq!(stopped.failed_row, Some(4));
        }
        // Of rows without a response, the range says enough.
        let mut report = report();
        report.batch_begun(&batch(&[6, 7]));
        report.unanswered(&rows(&[4, 5]), false, lost());
        let error = error(report);
        assert!(error.failed.is_empty());
        assert_eq!(error.stopped.unwrap().unknown, 4..6);
    }

    #[test]
    fn a_second_batch_without_a_response_is_listed() {
        let mut report = report();
        report.batch_begun(&batch(&[4, 5]));
        report.batch_begun(&batch(&[6, 7]));
        report.unanswered(&rows(&[4, 5]), false, lost());
        report.unanswered(&rows(&[6, 7]), false, lost());
        let error = error(report);
        let failed: Vec<_> = error.failed.iter().map(|row| row.index).collect();
        assert_eq!(failed, [6, 7]);
        let stopped = error.stopped.unwrap();
        assert_eq!((stopped.unknown, stopped.not_tried_from), (4..6, 8));
    }

    #[test]
    fn a_thousand_failed_rows_end_a_call_that_has_more() {
        for (count, is_last, indices, stops) in [
            (999, false, &[1000][..], false),
            (1000, false, &[1000], true),
            (1000, true, &[1000], true),
            (1000, false, &[], true),
            // Nothing is left that could be tried.
            (1000, true, &[], false),
        ] {
            let mut report = report();
            let mut batch = Batch {
                failed: (0..count).map(failed).collect(),
                next: 1001,
                is_last,
                ..batch(indices)
            };
            report.begin(&mut batch);
            assert_eq!(report.has_too_many_failed(), count == 1000);
            assert_eq!(report.is_stopped(), stops, "{count} {is_last} {indices:?}");
            assert!(batch.failed.is_empty());
            if stops {
                let stopped = error(report).stopped.unwrap();
                let first = indices.first().copied().unwrap_or(1001);
                assert_eq!(stopped.not_tried_from, first);
                assert!(stopped.error.is_none());
            }
        }
    }

    #[test]
    fn a_call_without_a_failed_row_returns_what_is_written_and_unchanged() {
        let mut all = report();
        all.begin(&mut Batch {
            unchanged: 3,
            ..batch(&[0])
        });
        all.row_done();
        assert_eq!(all.into_result().unwrap(), 4);
        let mut stopped = report();
        stopped.stop(5, None);
        // The first reason stays.
        stopped.stop_by_row(9, 8, lost());
        let stopped = error(stopped).stopped.unwrap();
        assert_eq!((stopped.not_tried_from, stopped.failed_row), (5, None));
        let mut failures = report();
        failures.row_failed(failed(7));
        failures.row_failed(failed(2));
        let failures = error(failures);
        assert!(failures.stopped.is_none());
        let failed: Vec<_> = failures.failed.iter().map(|row| row.index).collect();
        assert_eq!(failed, [2, 7]);
    }

    #[test]
    fn the_text_names_five_rows_and_an_error_once() {
        let text = |count: u64, by: Option<u64>| {
            let mut report = report();
            (0..count).for_each(|index| report.row_failed(failed(index)));
            if let Some(row) = by {
                report.stop_by_row(9, row, rejected());
            }
            error(report).to_string()
        };
        for (count, more) in [(1, ""), (5, ""), (6, "; and 1 more"), (7, "; and 2 more")] {
            let text = text(count, None);
            assert!(
                text.contains(&format!(", {count} failed: row 0: ")),
                "{text}"
            );
            assert_eq!(text.matches("row ").count() as u64, count.min(5), "{text}");
            assert!(text.ends_with(&format!("{more}: retry these once the cause is fixed")));
        }
        for (by, is_named) in [(0, true), (4, true), (5, false)] {
            let text = text(6, Some(by));
            let named = format!("; stopped before row 9 by the error of row {by}");
            assert_eq!(text.ends_with(&named), is_named, "{text}");
            assert_eq!(
                text.contains("not available for now: x"),
                !is_named,
                "{text}"
            );
        }
        let mut report = report();
        report.batch_begun(&batch(&[4, 5, 6]));
        report.unanswered(&rows(&[4, 5, 6]), false, lost());
        let text = error(report).to_string();
        assert!(
            text.contains(
                "0 rows done; rows 4 to 6 may or may not be done; stopped before row 7: "
            )
        );
        assert!(!text.contains("failed"), "{text}");
    }

    #[test]
    fn the_kind_is_that_of_the_error_that_stopped_it_or_of_all_rows() {
        use crate::db::error::ErrorKind;
        let with = |errors: Vec<Error>| {
            let mut report = report();
            for (index, error) in (0..).zip(errors) {
                report.row_failed(FailedRow {
                    error,
                    ..failed(index)
                });
            }
            report
        };
        assert_eq!(error(with(vec![lost(), lost()])).kind(), ErrorKind::Timeout);
        assert_eq!(
            error(with(vec![lost(), lost(), rejected()])).kind(),
            ErrorKind::Several
        );
        let mut stopped = with(vec![lost(), lost()]);
        stopped.stop(5, Some(rejected()));
        assert_eq!(error(stopped).kind(), ErrorKind::Unavailable);
        // Without a response, a row may be done.
        let text = error(with(vec![lost(), rejected()])).to_string();
        assert_eq!(text.matches("so that it may or may not be done").count(), 1);
    }
}
