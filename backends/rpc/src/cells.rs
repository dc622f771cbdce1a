//! Rows from cell blocks and messages.

use bytes::Bytes;
use hbase_backend::block::split_cell;
use hbase_backend::{CellBlock, CellKind, CellRef, Row};

use crate::error::{Result, WireError};
use crate::message::{Cell, RowResult};

/// Reads the rows of a response's cell block; rows share its memory.
#[derive(Clone, Debug, Default)]
pub struct CellReader {
    rest: Bytes,
}

impl CellReader {
    /// A reader of a whole block.
    pub fn new(block: Bytes) -> Self {
        Self { rest: block }
    }

    /// The next `count` cells, all of one row; `None` for 0.
    ///
    /// # Errors
    /// [`WireError::Cells`] if there are fewer, one is damaged, or they have two row keys.
    pub fn next_row(&mut self, count: usize) -> Result<Option<Row>> {
        let whole = self.rest.len();
        let mut rest = &self.rest[..];
        let mut first: Option<&[u8]> = None;
        for index in 0..count {
            let Some((cell, behind)) = split_cell(rest) else {
                let at = whole - rest.len();
                return Err(WireError::cells(format!(
                    "no whole cell at byte {at} of {whole}, expected cell {} of {count} of a row",
                    index + 1
                )));
            };
            if first.is_some_and(|row| row != cell.row) {
                return Err(WireError::cells("cells of two rows in one result"));
            }
            first = Some(cell.row);
            rest = behind;
        }
        let length = whole - rest.len();
        let block = self.rest.split_to(length);
        Ok((count > 0).then(|| Row::from_trusted(block)))
    }

    /// The row of a result, from the block or from the message.
    ///
    /// # Errors
    /// As [`next_row`](Self::next_row), and for an invalid cell in the message.
    pub fn row(&mut self, result: &RowResult) -> Result<Option<Row>> {
        match result.associated_cell_count {
            Some(count) => {
                let count = usize::try_from(count)
                    .map_err(|_| WireError::cells(format!("a count of {count} cells")))?;
                self.next_row(count)
            }
            None => row_of(&result.cell),
        }
    }

    /// Checks that every cell was read.
    ///
    /// # Errors
    /// [`WireError::Cells`].
    pub fn finish(self) -> Result<()> {
        if self.rest.is_empty() {
            return Ok(());
        }
        let left = self.rest.len();
        Err(WireError::cells(format!(
            "{left} bytes more than the results of its message"
        )))
    }
}

/// A row whose cells are in a message, as on connections without a codec.
fn row_of(cells: &[Cell]) -> Result<Option<Row>> {
    let mut block = CellBlock::new();
    for cell in cells {
        let kind = cell.cell_type.and_then(|kind| u8::try_from(kind).ok());
        let kind = kind.and_then(CellKind::from_code);
        let kind = kind.ok_or_else(|| {
            WireError::cells(format!("a cell of type {:?} in a result", cell.cell_type))
        })?;
        let bytes = |bytes: &'_ Option<Bytes>| bytes.clone().unwrap_or_default();
        let (row, family) = (bytes(&cell.row), bytes(&cell.family));
        let (qualifier, value) = (bytes(&cell.qualifier), bytes(&cell.value));
        let pushed = block.push(CellRef {
            row: &row,
            family: &family,
            qualifier: &qualifier,
            timestamp: cell.timestamp.unwrap_or_default().cast_signed(),
            kind,
            value: &value,
        });
        pushed.map_err(|error| WireError::cells(error.to_string()))?;
    }
    if block.is_empty() {
        return Ok(None);
    }
    let row = Row::new(block.take());
    row.map(Some)
        .map_err(|error| WireError::cells(error.to_string()))
}
