//! Rows of a batch, some of them in one buffer.

use bytes::Bytes;
use hbase_model::Row;

/// Bytes from which a buffer is closed. One row that is kept keeps its buffer, so it is small; one
/// buffer for each row costs more than reading the row.
const BUFFER: usize = 16 << 10;

/// Collects rows.
#[derive(Debug, Default)]
pub(super) struct Packer {
    rows: Vec<Row>,
    buffer: Vec<u8>,
    ends: Vec<usize>,
    /// How many rows there are.
    pub(super) count: usize,
    /// How many bytes they have.
    pub(super) bytes: u64,
}

impl Packer {
    /// Adds a row, given as its cells.
    pub(super) fn add(&mut self, cells: &[u8]) {
        if self.buffer.len() + cells.len() > BUFFER {
            self.close();
        }
        if self.buffer.capacity() == 0 {
            self.buffer.reserve_exact(BUFFER.max(cells.len()));
        }
        self.buffer.extend_from_slice(cells);
        self.ends.push(self.buffer.len());
        self.count += 1;
        self.bytes += cells.len() as u64;
    }

    fn close(&mut self) {
        let buffer = Bytes::from(std::mem::take(&mut self.buffer));
        let mut from = 0;
        for to in self.ends.drain(..) {
            self.rows.push(Row::from_trusted(buffer.slice(from..to)));
            from = to;
        }
    }

    /// The rows.
    pub(super) fn finish(mut self) -> Vec<Row> {
        self.close();
        self.rows
    }
}
