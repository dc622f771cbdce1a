//! Tracks how far a scan has read while its server finds no row.

use bytes::Bytes;
use hbase_backend::{Row, RowBound};
use hbase_rpc::message::ScanResponse;

use super::scanner::{NativeScanner, Start};

impl NativeScanner {
    /// Takes the cursor of a response.
    ///
    /// It is the row of the last cell that the server has read, in the last family that it has read. Another
    /// family may have cells in earlier rows, so the cursor is a position only if the scan reads a single
    /// family.
    pub(super) fn note_reached(&mut self, response: &ScanResponse, results: &[Row]) {
        if !results.is_empty() {
            self.reached = None;
        }
        let is_position = self.open.is_some()
            && self.template.column.len() == 1
            && self.assembler.key().is_none();
        let cursor = response.cursor.as_ref().filter(|_| is_position);
        if let Some(row) = cursor.and_then(|cursor| cursor.row.clone())
            && self.is_ahead(&row)
        {
            self.reached = Some(row);
        }
    }

    /// Whether a row comes after all rows that are known to be read.
    fn is_ahead(&self, row: &Bytes) -> bool {
        let known = self.reached.as_ref().or(self.last_row.as_ref());
        let start = match &self.start {
            Start::At(start, _) | Start::Before(start) => Some(start),
            Start::Last => None,
        };
        known.or(start).is_none_or(|known| {
            if self.is_reversed() {
                row < known
            } else {
                row > known
            }
        })
    }

    /// The start of a scan of the remaining rows; `None` within a row of which a part was returned.
    pub(super) fn position(&self) -> Option<RowBound> {
        if let Some(key) = self.assembler.key() {
            let is_whole = self.template.batch_size.is_none();
            return is_whole.then(|| RowBound::Included(key.to_vec()));
        }
        if let Some(row) = &self.reached {
            return Some(RowBound::Included(row.to_vec()));
        }
        if let Some(row) = &self.last_row {
            return Some(RowBound::Excluded(row.to_vec()));
        }
        Some(match &self.start {
            Start::At(row, _) if row.is_empty() => RowBound::Unbounded,
            Start::At(row, true) => RowBound::Included(row.to_vec()),
            Start::At(row, false) | Start::Before(row) => RowBound::Excluded(row.to_vec()),
            Start::Last => RowBound::Unbounded,
        })
    }
}
