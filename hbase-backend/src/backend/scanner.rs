//! The trait of open scans.

use std::fmt;

use super::BoxFuture;
use crate::deadline::Deadline;
use crate::error::Result;
use crate::row::Row;
use crate::scan::ScanStep;

/// An open scan. Dropping it releases its resources.
pub trait Scanner: fmt::Debug + Send {
    /// The next rows, within the scan's `caching` and `max_result_bytes`; or how far the scan has read without
    /// finding a row, if the backend knows. The deadline applies to one step.
    fn next_step(&mut self, deadline: Deadline) -> BoxFuture<'_, Result<ScanStep>>;

    /// The rows of the next step that has any; empty at the end, and from then on. The deadline applies to all
    /// steps together. The default calls [`next_step`](Self::next_step), so a scanner around another one needs
    /// no `next_batch`.
    fn next_batch(&mut self, deadline: Deadline) -> BoxFuture<'_, Result<Vec<Row>>> {
        Box::pin(async move {
            loop {
                match self.next_step(deadline).await? {
                    ScanStep::Rows(rows) => return Ok(rows),
                    ScanStep::Passed(_) => {}
                    ScanStep::End => return Ok(Vec::new()),
                }
            }
        })
    }
}
