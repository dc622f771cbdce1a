//! The error of calls on many rows, with the rows that failed.

use std::fmt;
use std::ops::Range;

use hbase_model::TableName;

use super::error::Error;
use super::error_kind::{ErrorKind, is_uncertain};

/// Maximum failed rows of a batch call, which then ends: the cause probably holds for the remaining
/// rows too.
pub(super) const MAX_FAILED: usize = 1000;

/// Maximum failed rows in the message; the error contains all of them.
const MAX_NAMED: usize = 5;

/// The error of a call where some of many rows failed; the others are done: written, deleted or counted, by the call.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct BatchError {
    /// The call: `put_many`, `delete_many`, …
    pub call: &'static str,
    /// The table.
    pub table: TableName,
    /// The number of rows that are done.
    pub written: u64,
    /// The rows that failed, in order, each with its error.
    pub failed: Vec<FailedRow>,
    /// The reason why the call ended before all rows were tried, if it did.
    pub stopped: Option<Stopped>,
}

/// A row that failed.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct FailedRow {
    /// The row's index in the input, from 0.
    pub index: u64,
    /// The row key, as `HBase`'s shell prints it; `None` if the key cannot be encoded.
    pub row: Option<Box<str>>,
    /// The error. After a timeout or a lost connection it is unknown whether the row is done.
    pub error: Error,
}

/// The reason why a call ended before all rows were tried.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Stopped {
    /// The rows of a batch without a response: it is unknown whether they are done.
    pub unknown: Range<u64>,
    /// The index of the first row that was not tried; nor were those after it.
    pub not_tried_from: u64,
    /// The error; `None` if too many rows failed, each with its own error.
    pub error: Option<Error>,
    /// The failed row that has the same error, if it was a row's.
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
            None => f.write_str(": retry these once the cause is fixed"),
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
        // An error that the message already contains is not repeated.
        match stopped.failed_row {
            Some(row) if self.named().any(|failed| failed.index == row) => {
                write!(f, " by the error of row {row}")
            }
            _ => write!(f, ": {error}"),
        }
    }
}

// The message contains the causes, so `source` returns nothing.
impl std::error::Error for BatchError {}

impl BatchError {
    /// The kind of the error that ended the call, or else the common kind of all failed rows.
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
