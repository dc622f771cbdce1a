//! Buffers rows between the gateway and the caller: limits, partial rows, batch sizes.

use std::collections::VecDeque;

use bytes::Bytes;
use hbase_backend::{CellBlock, Result, Row};

use super::ScanRequest;
use crate::bounds::Bounds;

/// Rows of the first call, while their size is unknown.
const FIRST_ROWS: u64 = 100;

/// Rows that were received and not returned yet, and the position of the scan.
#[derive(Debug, Default)]
pub(super) struct RowBuffer {
    rows: VecDeque<Row>,
    /// The key of the last row that was received.
    pub(super) last: Option<Vec<u8>>,
    /// Number of rows of which the first cells were received.
    begun_rows: u64,
    /// Family and qualifier of the last cell of the last partial row.
    last_cell: Option<(Vec<u8>, Vec<u8>)>,
    /// Whether the limit is reached, or a row was beyond the bounds: the gateway observes them only
    /// approximately.
    pub(super) over: bool,
    /// Bytes and rows received, for the size of the next call.
    received_bytes: u64,
    received_rows: u64,
    /// Maximum rows per call, after a response was too long.
    max_rows: Option<u64>,
    /// Number of rows of the last call.
    last_wanted: u64,
    /// Whether the scan was reopened at the last row, whose first cells were received before.
    repeats_last: bool,
}

impl RowBuffer {
    /// Adds received rows, except those outside of the bounds and beyond the limit.
    pub(super) fn add(&mut self, request: &ScanRequest, rows: Vec<Row>) -> Result<()> {
        for row in rows {
            self.received_rows += 1;
            self.received_bytes += row.as_block().len() as u64;
            if self.over || request.bounds.without.as_deref() == Some(row.key()) {
                continue;
            }
            if request.bounds.is_below_floor(row.key()) {
                self.over = true;
                continue;
            }
            let continues_last = self.last.as_deref() == Some(row.key());
            let row = if continues_last && self.repeats_last {
                self.unseen_cells(&row)?
            } else {
                Some(row)
            };
            if let Some(row) = row {
                self.push(request, row, continues_last);
            }
            self.repeats_last &= continues_last;
        }
        Ok(())
    }

    fn push(&mut self, request: &ScanRequest, row: Row, continues_last: bool) {
        if !continues_last {
            if request.limit.is_some_and(|limit| self.begun_rows >= limit) {
                self.over = true;
                return;
            }
            self.begun_rows += 1;
            self.last = Some(row.key().to_vec());
        }
        if request.batch.is_some() {
            let last = row.cells().last();
            self.last_cell = last.map(|cell| (cell.family.to_vec(), cell.qualifier.to_vec()));
        } else {
            self.over = request.limit == Some(self.begun_rows);
        }
        self.rows.push_back(row);
    }

    /// The cells of a row after those that were received before.
    fn unseen_cells(&self, row: &Row) -> Result<Option<Row>> {
        let Some((family, qualifier)) = &self.last_cell else {
            return Ok(None);
        };
        let last = (family.as_slice(), qualifier.as_slice());
        let mut block = CellBlock::new();
        for cell in row.cells() {
            if (cell.family, cell.qualifier) > last {
                block.push(cell)?;
            }
        }
        Ok((!block.is_empty()).then(|| Row::from_trusted(Bytes::clone(&block.take()))))
    }

    /// Takes the next batch, within the requested rows and bytes, but at least one row if any was received.
    pub(super) fn take_batch(&mut self, request: &ScanRequest) -> Vec<Row> {
        let (mut count, mut bytes) = (0, 0);
        for row in &self.rows {
            let more = row.as_block().len() as u64;
            if count > 0 && (count >= request.caching as usize || bytes + more > request.bytes) {
                break;
            }
            count += 1;
            bytes += more;
        }
        self.rows.drain(..count).collect()
    }

    pub(super) fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// The bounds of the rows that were not received yet. The rest of a partial row may be missing, so
    /// that row is read again.
    pub(super) fn remaining_bounds(&mut self, request: &ScanRequest) -> Bounds {
        self.repeats_last = request.batch.is_some() && self.last.is_some();
        match &self.last {
            None => request.bounds.clone(),
            Some(last) if request.batch.is_some() => request.bounds.starting_at(last),
            Some(last) => request.bounds.after(last, request.reversed),
        }
    }

    /// Number of rows for the next call, such that its response has about the requested size.
    pub(super) fn wanted_rows(&mut self, request: &ScanRequest) -> i32 {
        let by_size = match self.received_bytes.checked_div(self.received_rows) {
            Some(average) => request.bytes / average.max(1),
            None => FIRST_ROWS,
        };
        self.last_wanted = by_size.clamp(1, self.max_rows(request));
        i32::try_from(self.last_wanted).unwrap_or(i32::MAX)
    }

    /// Number of rows that the gateway may cache. It fetches at most 2 MiB at a time from their
    /// server: `hbase.client.scanner.max.result.size`.
    pub(super) fn caching(&self, request: &ScanRequest) -> i32 {
        i32::try_from(self.max_rows(request)).unwrap_or(i32::MAX)
    }

    /// The requested rows per batch, or the rest of the limit; at least one.
    fn max_rows(&self, request: &ScanRequest) -> u64 {
        let max = u64::from(request.caching).min(self.max_rows.unwrap_or(u64::MAX));
        let left = match (request.limit, request.batch) {
            (Some(limit), None) => {
                // The excluded row is in the gateway's response, too.
                let left_out = u64::from(request.bounds.without.is_some());
                limit.saturating_sub(self.begun_rows) + left_out
            }
            _ => u64::MAX,
        };
        max.min(left).max(1)
    }

    /// Halves the rows of all further calls; `false` if the last call was for a single row.
    pub(super) fn halve(&mut self) -> bool {
        self.max_rows = Some((self.last_wanted / 2).max(1));
        self.last_wanted > 1
    }
}
