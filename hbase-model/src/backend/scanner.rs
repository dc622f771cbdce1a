//! The trait of open scans.

use std::fmt;

use super::BoxFuture;
use crate::deadline::Deadline;
use crate::error::Result;
use crate::row::Row;
use crate::scan::ScanStep;

/// An open scan. Dropping it releases its resources.
pub trait Scanner: fmt::Debug + Send {
    /// The next rows, at most as many and as large as the scan's `caching` and `max_result_bytes`; or how far the
    /// scan has read without finding one, if the backend knows. The deadline is that of one step.
    fn next_step(&mut self, deadline: Deadline) -> BoxFuture<'_, Result<ScanStep>>;

    /// The rows of the next step that has any; empty at the end, and from then on. The deadline is that of all
    /// steps. The default calls [`next_step`](Self::next_step), so that a scanner around another one needs no
    /// `next_batch`.
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
