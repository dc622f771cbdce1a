//! Which of many rows were not written.

use std::fmt;
use std::ops::Range;

use hbase_model::TableName;
use hbase_model::printable::Printable;

use super::batch::{Batch, Places};
use super::error::{About, Error};

/// More failed rows than this end a `put_many`: whatever is wrong with them is wrong with the rest.
pub(super) const MOST_FAILED: usize = 1000;

/// How many failed rows the message names; the error holds all of them.
const MOST_NAMED: usize = 5;

/// Some of many rows were not written; the others are in.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct PutManyError {
    /// The table.
    pub table: TableName,
    /// How many rows are in.
    pub written: u64,
    /// The rows that are not in, in order, each with its reason. Where that is a timeout or a lost
    /// connection, it is not known whether the row is in.
    pub failed: Vec<FailedRow>,
    /// What ended the call before all rows were tried, if anything did.
    pub stopped: Option<Stopped>,
}

/// A row that was not written.
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
    /// The rows of which it is not known whether they are in: those of a batch that got no answer.
    pub unknown: Range<u64>,
    /// Rows from this number on were not tried.
    pub not_tried_from: u64,
    /// Why; `None` where too many rows failed, each for its own reason.
    pub error: Option<Error>,
}

impl fmt::Display for PutManyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "put_many, table {}: {} rows are in",
            self.table, self.written
        )?;
        if !self.failed.is_empty() {
            write!(f, ", {} are not", self.failed.len())?;
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
            None => f.write_str(": put these again once what is wrong with them is mended"),
            Some(stopped) => stopped.fmt(f),
        }
    }
}

impl fmt::Display for Stopped {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.unknown.is_empty() {
            let (first, end) = (self.unknown.start, self.unknown.end);
            write!(f, "; rows {first} to {} may or may not be in", end - 1)?;
        }
        write!(f, "; stopped before row {}", self.not_tried_from)?;
        match &self.error {
            Some(error) => write!(f, ": {error}"),
            None => f.write_str(", for too many failed"),
        }
    }
}

impl std::error::Error for PutManyError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        let stopped = self
            .stopped
            .as_ref()
            .and_then(|stopped| stopped.error.as_ref());
        let error = stopped.or_else(|| self.failed.first().map(|failed| &failed.error))?;
        Some(error)
    }
}

/// What became of a batch.
#[derive(Debug)]
pub(super) struct Written {
    pub(super) count: usize,
    failed: Vec<FailedRow>,
}

impl Written {
    /// From the backend's answers, row by row.
    pub(super) fn of(
        about: About<'_>,
        places: &Places,
        answers: Vec<hbase_model::Result<()>>,
    ) -> Self {
        let all = answers.len();
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
        Self {
            count: all - failed.len(),
            failed,
        }
    }
}

/// What a `put_many` has done so far.
#[derive(Debug)]
pub(super) struct Report {
    pub(super) table: &'static TableName,
    written: u64,
    failed: Vec<FailedRow>,
    stopped: Option<Stopped>,
}

impl Report {
    pub(super) fn new(table: &'static TableName) -> Self {
        Self {
            table,
            written: 0,
            failed: Vec::new(),
            stopped: None,
        }
    }

    /// Whether to write a batch; `read` is how many rows were read up to its end.
    pub(super) fn goes_on_with(&mut self, batch: &mut Batch, read: u64) -> bool {
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
    pub(super) fn stop_before(&mut self, batch: &Batch, error: Error) {
        self.stopped = Some(Stopped {
            unknown: 0..0,
            not_tried_from: batch.rows.range().start,
            error: Some(error),
        });
    }

    /// A batch of these rows was answered, or was not.
    pub(super) fn add(&mut self, places: &Places, written: Result<Written, Error>) {
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

    pub(super) fn into_result(mut self) -> Result<u64, Error> {
        if self.failed.is_empty() && self.stopped.is_none() {
            return Ok(self.written);
        }
        self.failed.sort_by_key(|failed| failed.index);
        Err(PutManyError {
            table: self.table.clone(),
            written: self.written,
            failed: self.failed,
            stopped: self.stopped,
        }
        .into())
    }
}
