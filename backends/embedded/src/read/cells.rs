//! The cells of rows that are being read, in the format of `KeyValueCodec`.
//!
//! The bytes that the cells of a row and family share are built once; lengths were checked when the
//! cells were written.

use byteorder::{BigEndian, ByteOrder};
use hbase_backend::Row;

use super::pages::Pages;
use crate::cell::CellView;

/// Bytes of a cell's three lengths.
const LENGTHS: usize = 12;

/// Consecutive cells, row by row.
#[derive(Debug, Default)]
pub(super) struct CellWriter {
    pages: Pages,
    /// Number of cells of the current part.
    count: u32,
    /// The cell-level time to live of the first of them, in milliseconds.
    first_ttl_ms: Option<i64>,
    /// The common start of each cell: space for its lengths, then row and family with theirs.
    start: Vec<u8>,
}

impl CellWriter {
    /// Sets the row and family of the following cells.
    pub(super) fn start_cells(&mut self, row: &[u8], family: &[u8]) {
        self.start.clear();
        self.start
            .reserve_exact(LENGTHS + 3 + row.len() + family.len());
        self.start.extend_from_slice(&[0; LENGTHS]);
        let row_len = u16::try_from(row.len()).unwrap_or(u16::MAX);
        self.start.extend_from_slice(&row_len.to_be_bytes());
        self.start.extend_from_slice(row);
        self.start
            .push(u8::try_from(family.len()).unwrap_or(u8::MAX));
        self.start.extend_from_slice(family);
    }

    /// Adds a cell with `value` instead of its own.
    #[inline]
    pub(super) fn push(&mut self, cell: &CellView<'_>, value: &[u8]) {
        let key = self.start.len() - LENGTHS + cell.qualifier.len() + 9;
        if let Some(lengths) = self.start.first_chunk_mut::<LENGTHS>() {
            BigEndian::write_u32(&mut lengths[..4], narrow(8 + key + value.len()));
            BigEndian::write_u32(&mut lengths[4..8], narrow(key));
            BigEndian::write_u32(&mut lengths[8..], narrow(value.len()));
        }
        let mut tail = [cell.kind.code(); 9];
        BigEndian::write_i64(&mut tail[..8], cell.timestamp);
        let page = self.pages.open();
        page.reserve(LENGTHS + key + value.len());
        page.extend_from_slice(&self.start);
        page.extend_from_slice(cell.qualifier);
        page.extend_from_slice(&tail);
        page.extend_from_slice(value);
        if self.count == 0 {
            self.first_ttl_ms = cell.ttl_ms;
        }
        self.count += 1;
    }

    /// Number of cells of the current part.
    pub(super) fn count(&self) -> u32 {
        self.count
    }

    /// The cell-level time to live of the first of them, in milliseconds.
    pub(super) fn first_ttl_ms(&self) -> Option<i64> {
        self.first_ttl_ms
    }

    /// The cells of the current part.
    pub(super) fn bytes(&self) -> &[u8] {
        self.pages.part()
    }

    /// Discards the current part.
    pub(super) fn clear(&mut self) {
        self.pages.drop_part();
        self.count = 0;
    }

    /// Adds the current part to the rows that [`take`](Self::take) returns.
    pub(super) fn keep(&mut self) {
        self.pages.keep_part();
        self.count = 0;
    }

    /// Takes the finished rows. The current part continues.
    pub(super) fn take(&mut self) -> Vec<Row> {
        self.pages.take()
    }
}

#[inline]
fn narrow(length: usize) -> u32 {
    u32::try_from(length).unwrap_or(u32::MAX)
}
