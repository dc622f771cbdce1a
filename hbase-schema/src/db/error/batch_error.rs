//! The text and the kind of the error of calls on many rows.

use std::fmt;

use super::kind::ErrorKind;
use super::types::{BatchError, FailedRow, Stopped};

/// Maximum failed rows of a batch call. It then ends, because the cause probably holds for the remaining rows too.
pub(in crate::db) const MAX_FAILED: usize = 1000;

/// Maximum failed rows in the message; the error contains all of them.
const MAX_NAMED: usize = 5;

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
            None if self.kind() == ErrorKind::Changed => {
                f.write_str(": read these rows again, and write what you read with your changes")
            }
            None => f.write_str(": retry these once the cause is fixed"),
            Some(stopped) => self.fmt_stopped(stopped, f),
        }
    }
}

impl fmt::Display for FailedRow {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "row {}: {}", self.index, self.error)?;
        if self.error.is_uncertain() {
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
            return f.write_str(", because too many failed");
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
