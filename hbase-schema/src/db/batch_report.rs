//! Which of many rows failed.

use std::fmt;
use std::ops::Range;

use hbase_model::TableName;
use hbase_model::printable::Printable;

use super::batch::{Batch, Places};
use super::error::{About, Error};
use super::error_kind::ErrorKind;

/// More failed rows than this end a batch call: whatever is wrong with them is wrong with the rest.
pub(super) const MOST_FAILED: usize = 1000;

/// How many failed rows the message names; the error holds all of them.
const MOST_NAMED: usize = 5;

/// Some of many rows failed; the others are done: written, deleted or counted, as the call has it.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct BatchError {
    /// The call: `put_many`, `delete_many`, …
    pub call: &'static str,
    /// The table.
    pub table: TableName,
    /// How many rows are done.
    pub written: u64,
    /// The rows that failed, in order, each with its reason. Where that is a timeout or a lost
    /// connection, it is not known whether the row is
    /// done.
    pub failed: Vec<FailedRow>,
    /// What ended the call before all rows were tried, if anything did.
    pub stopped: Option<Stopped>,
}

/// A row that failed.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct FailedRow {
    /// The row's number in what was given, from 0.
    pub index: u64,
    /// The row key, as `HBase`'s shell prints it; `None` where the key itself has no bytes.
    pub row: Option<Box<str>>,
    /// Why.
    pub error: Error,
}

/// What ended a call before all rows were tried.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Stopped {
    /// The rows of which it is not known whether they are done: those of a batch that got no answer.
    pub unknown: Range<u64>,
    /// Rows from this number on were not tried.
    pub not_tried_from: u64,
    /// Why; `None` where too many rows failed, each for its own reason.
    pub error: Option<Error>,
}

impl fmt::Display for BatchError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{}, table {}: {} rows done",
            self.call, self.table, self.written
        )?;
        if !self.failed.is_empty() {
            write!(f, ", {} failed", self.failed.len())?;
        }
        for (n, failed) in self.failed.iter().take(MOST_NAMED).enumerate() {
            let mark = if n == 0 { ": " } else { "; " };
            write!(f, "{mark}row {}: {}", failed.index, failed.error)?;
        }
        if let Some(more) = self
            .failed
            .len()
            .checked_sub(MOST_NAMED)
            .filter(|more| *more > 0)
        {
            write!(f, "; and {more} more")?;
        }
        match &self.stopped {
            None => f.write_str(": do these again once the cause is mended"),
            Some(stopped) => stopped.fmt(f),
        }
    }
}

impl fmt::Display for Stopped {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.unknown.is_empty() {
            let (first, end) = (self.unknown.start, self.unknown.end);
            write!(f, "; rows {first} to {} may or may not be done", end - 1)?;
        }
        write!(f, "; stopped before row {}", self.not_tried_from)?;
        match &self.error {
            Some(error) => write!(f, ": {error}"),
            None => f.write_str(", for too many failed"),
        }
    }
}

// The message holds the causes, so that `source` has nothing to add.
impl std::error::Error for BatchError {}

impl BatchError {
    /// The kind of what ended the call, or else the one kind of all failed rows.
    pub fn kind(&self) -> ErrorKind {
        let stopped = self
            .stopped
            .as_ref()
            .and_then(|stopped| stopped.error.as_ref());
        match stopped {
            Some(error) => error.kind(),
            None => ErrorKind::of_all(self.failed.iter().map(|failed| failed.error.kind())),
        }
    }
}

/// What became of a batch.
#[derive(Debug)]
pub(in crate::db) struct Written {
    pub(super) count: usize,
    failed: Vec<FailedRow>,
}

impl Written {
    /// From the backend's answers, row by row.
    pub(in crate::db) fn of(
        about: About<'_>,
        places: &Places,
        answers: Vec<hbase_model::Result<()>>,
    ) -> Self {
        let failed = |(answer, (index, key)): (hbase_model::Result<()>, (u64, &[u8]))| {
            let error = about.row(key).backend(answer.err()?);
            let row = Some(Printable(key).to_string().into());
            Some(FailedRow { index, row, error })
        };
        let failed: Vec<FailedRow> = answers
            .into_iter()
            .zip(places.iter())
            .filter_map(failed)
            .collect();
        let lost = failed.chunk_by(|a, b| a.index == b.index).count();
        Self {
            count: places.count() - lost,
            failed,
        }
    }
}

/// What a batch call has done so far.
#[derive(Debug)]
pub(in crate::db) struct Report {
    pub(super) call: &'static str,
    pub(super) table: &'static TableName,
    written: u64,
    failed: Vec<FailedRow>,
    stopped: Option<Stopped>,
}

impl Report {
    pub(in crate::db) fn new(call: &'static str, table: &'static TableName) -> Self {
        Self {
            call,
            table,
            written: 0,
            failed: Vec::new(),
            stopped: None,
        }
    }

    /// Whether to write a batch; `read` is how many rows were read up to its end.
    pub(in crate::db) fn goes_on_with(&mut self, batch: &mut Batch, read: u64) -> bool {
        self.failed.append(&mut batch.failed);
        let is_empty = batch.mutations.is_empty();
        let is_over = is_empty && batch.is_last;
        if self.stopped.is_none() && !is_over && self.failed.len() >= MOST_FAILED {
            self.stopped = Some(Stopped {
                unknown: 0..0,
                not_tried_from: if is_empty {
                    read
                } else {
                    batch.rows.range().start
                },
                error: None,
            });
        }
        self.stopped.is_none() && !is_over
    }

    /// A batch is not written any more, nor is anything after it.
    pub(in crate::db) fn stop_before(&mut self, batch: &Batch, error: Error) {
        self.stopped = Some(Stopped {
            unknown: 0..0,
            not_tried_from: batch.rows.range().start,
            error: Some(error),
        });
    }

    /// Whether nothing more is tried.
    pub(in crate::db) fn is_stopped(&self) -> bool {
        self.stopped.is_some()
    }

    /// Whether so many rows failed that the rest is not worth trying.
    pub(in crate::db) fn has_too_many_failed(&mut self, next: u64) -> bool {
        let too_many = self.failed.len() >= MOST_FAILED;
        if too_many {
            self.stop(next, None);
        }
        too_many
    }

    /// So many rows need nothing done.
    pub(in crate::db) fn done(&mut self, rows: u64) {
        self.written += rows;
    }

    /// A row by itself failed; whether the call is to go on with the next ones.
    pub(in crate::db) fn fail(&mut self, failed: FailedRow) -> bool {
        self.failed.push(failed);
        self.failed.len() < MOST_FAILED
    }

    /// No row from this one on is tried.
    pub(in crate::db) fn stop(&mut self, not_tried_from: u64, error: Option<Error>) {
        self.stopped = Some(Stopped {
            unknown: 0..0,
            not_tried_from,
            error,
        });
    }

    /// A batch of these rows was answered, or was not.
    pub(in crate::db) fn add(&mut self, places: &Places, written: Result<Written, Error>) {
        match written {
            Ok(written) => {
                self.written += written.count as u64;
                self.failed.extend(written.failed);
            }
            Err(error) => {
                let mut unknown = places.range();
                if error
                    .as_backend()
                    .is_some_and(hbase_model::Error::is_without_effect)
                {
                    unknown.end = unknown.start;
                }
                self.stopped = Some(Stopped {
                    not_tried_from: unknown.end,
                    unknown,
                    error: Some(error),
                });
            }
        }
    }

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
