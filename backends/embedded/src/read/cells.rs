//! The cells of a row under way, in the form of `KeyValueCodec`.
//!
//! What the cells of a row and family share is put together once; lengths were checked when the
//! cells were written.

use super::view::CellView;

/// Cells one after the other.
#[derive(Debug, Default)]
pub(super) struct CellWriter {
    bytes: Vec<u8>,
    count: u32,
    /// Row and family with their lengths, as each cell begins.
    start: Vec<u8>,
}

impl CellWriter {
    /// The cells that follow are of this row and family.
    pub(super) fn begin(&mut self, row: &[u8], family: &[u8]) {
        self.start.clear();
        let row_len = u16::try_from(row.len()).unwrap_or(u16::MAX);
        self.start.extend_from_slice(&row_len.to_be_bytes());
        self.start.extend_from_slice(row);
        self.start
            .push(u8::try_from(family.len()).unwrap_or(u8::MAX));
        self.start.extend_from_slice(family);
    }

    /// Adds a cell, shown with `value`.
    #[inline]
    pub(super) fn push(&mut self, cell: &CellView<'_>, value: &[u8]) {
        let key = self.start.len() + cell.qualifier.len() + 9;
        let mut lengths = [0; 12];
        lengths[..4].copy_from_slice(&narrow(8 + key + value.len()));
        lengths[4..8].copy_from_slice(&narrow(key));
        lengths[8..].copy_from_slice(&narrow(value.len()));
        let mut tail = [cell.kind.code(); 9];
        tail[..8].copy_from_slice(&cell.timestamp.to_be_bytes());
        self.bytes.reserve(12 + key + value.len());
        self.bytes.extend_from_slice(&lengths);
        self.bytes.extend_from_slice(&self.start);
        self.bytes.extend_from_slice(cell.qualifier);
        self.bytes.extend_from_slice(&tail);
        self.bytes.extend_from_slice(value);
        self.count += 1;
    }

    /// How many cells there are.
    pub(super) fn count(&self) -> u32 {
        self.count
    }

    pub(super) fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// Forgets the cells, for the next piece.
    pub(super) fn clear(&mut self) {
        self.bytes.clear();
        self.count = 0;
    }
}

#[inline]
fn narrow(length: usize) -> [u8; 4] {
    u32::try_from(length).unwrap_or(u32::MAX).to_be_bytes()
}
