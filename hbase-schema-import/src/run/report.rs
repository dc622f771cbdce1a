//! Counts, events and the report of an import.

use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::error::{ImportError, Result};
use crate::source::Amount;

/// Counts of rows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Counts {
    /// Rows read.
    pub rows: u64,
    /// Distinct keys written.
    pub written: u64,
    /// Rows rejected.
    pub rejected: u64,
    /// Rows whose key was already imported: skipped, or written over the earlier row.
    pub duplicates: u64,
    /// Bytes of cells written.
    pub bytes: u64,
}

impl Counts {
    /// Checks that each row is accounted for.
    ///
    /// # Errors
    /// [`ImportError::Incomplete`].
    pub(crate) fn check(self) -> Result<()> {
        let Self {
            rows,
            written,
            rejected,
            duplicates,
            ..
        } = self;
        if rows == written + rejected + duplicates {
            return Ok(());
        }
        Err(ImportError::Incomplete {
            rows,
            written,
            rejected,
            duplicates,
        })
    }
}

/// The result of an import that has reached the end of its source.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Report {
    /// The source.
    pub source: String,
    /// The table.
    pub table: String,
    /// The counts of all runs of this import together.
    #[serde(flatten)]
    pub counts: Counts,
    /// The rows that earlier runs had written, for a resumed import.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub resumed_after: Option<u64>,
    /// The source columns that were not imported.
    pub skipped: Vec<String>,
    /// The file of rejected rows, if any were rejected.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rejects: Option<String>,
    /// How far a cell of the table was ahead of this machine's clock when the run started, in milliseconds: such cells hide
    /// imported ones of the same row and column.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub newer_cells_ms: Option<u64>,
    /// The time of this run, in milliseconds.
    pub elapsed_ms: u64,
}

/// The report of an import while it runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// The counts up to the last acknowledged batch.
    pub counts: Counts,
    /// The rows that earlier runs had written.
    pub resumed_after: u64,
    /// The amount of the source read so far, in the unit of `total`.
    pub read: u64,
    /// The part of it that earlier runs had read.
    pub read_before: u64,
    /// The amount of the source, if it is known.
    pub total: Option<Amount>,
    /// The time since the run started.
    pub elapsed: Duration,
}

impl Progress {
    /// Rows per second of this run.
    pub fn rate(&self) -> u64 {
        let rows = self.counts.rows - self.resumed_after.min(self.counts.rows);
        let ms = self.elapsed.as_millis().max(1);
        u64::try_from(u128::from(rows) * 1000 / ms).unwrap_or(u64::MAX)
    }

    /// The time left at the rate so far; `None` until a rate is known.
    pub fn time_left(&self) -> Option<Duration> {
        let (Amount::Bytes(total) | Amount::Rows(total)) = self.total?;
        let left = total.saturating_sub(self.read);
        let read = self.read.saturating_sub(self.read_before);
        let ms = self.elapsed.as_millis() * u128::from(left) / u128::from(read.max(1));
        let is_known = read > 0;
        is_known.then(|| Duration::from_millis(u64::try_from(ms).unwrap_or(u64::MAX)))
    }
}
