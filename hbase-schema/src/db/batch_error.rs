//! The error of calls on many rows: which of them failed.

use std::fmt;
use std::ops::Range;

use hbase_model::TableName;

use super::error::Error;
use super::error_kind::{ErrorKind, is_uncertain};

/// So many failed rows end a batch call: the cause is likely to hold for the rest too.
pub(super) const MAX_FAILED: usize = 1000;

/// How many failed rows the message names; the error holds all of them.
const MAX_NAMED: usize = 5;

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
    /// The rows that failed, in order, each with its error.
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
    /// The error. After a timeout or a lost connection it is not known whether the row is done.
    pub error: Error,
}

/// What ended a call before all rows were tried.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Stopped {
    /// The rows of a batch without an answer: it is not known whether they are done.
    pub unknown: Range<u64>,
    /// The number of the first row that was not tried, nor were those after it.
    pub not_tried_from: u64,
    /// The error; `None` where too many rows failed, each with its own error.
    pub error: Option<Error>,
    /// The failed row that has the same error, where it was a row's.
    pub failed_row: Option<u64>,
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
        for (n, failed) in self.named().enumerate() {
            let mark = if n == 0 { ": " } else { "; " };
            write!(f, "{mark}{failed}")?;
        }
        let more = self.failed.len().saturating_sub(MAX_NAMED);
        if more > 0 {
            write!(f, "; and {more} more")?;
        }
        match &self.stopped {
            None => f.write_str(": do these again once the cause is mended"),
            Some(stopped) => self.fmt_stopped(stopped, f),
        }
    }
}

impl fmt::Display for FailedRow {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "row {}: {}", self.index, self.error)?;
        if is_uncertain(&self.error) {
            f.write_str(", so that it may or may not be done")?;
        }
        Ok(())
    }
}

impl BatchError {
    /// The failed rows that the message names.
    fn named(&self) -> impl Iterator<Item = &FailedRow> {
        self.failed.iter().take(MAX_NAMED)
    }

    fn fmt_stopped(&self, stopped: &Stopped, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !stopped.unknown.is_empty() {
            let (first, end) = (stopped.unknown.start, stopped.unknown.end);
            write!(f, "; rows {first} to {} may or may not be done", end - 1)?;
        }
        write!(f, "; stopped before row {}", stopped.not_tried_from)?;
        let Some(error) = &stopped.error else {
            return f.write_str(", for too many failed");
        };
        // An error that the message already holds is not repeated.
        match stopped.failed_row {
            Some(row) if self.named().any(|failed| failed.index == row) => {
                write!(f, " by the error of row {row}")
            }
            _ => write!(f, ": {error}"),
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
