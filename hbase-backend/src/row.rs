//! One row of a result.

use bytes::Bytes;

use crate::block::{self, Cells};
use crate::cell::CellRef;
use crate::error::{Error, Result};

/// The cells of one row, in `HBase`'s order, in one shared buffer.
///
/// Cheap to clone. Families and qualifiers ascend; versions are newest first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    block: Bytes,
}

impl Row {
    /// A row of the cells in `block`, in the format of [`CellBlock`](crate::CellBlock).
    ///
    /// # Errors
    /// [`Error::Corrupt`] if `block` is empty, does not consist of whole cells, or has cells of two
    /// rows.
    pub fn new(block: Bytes) -> Result<Self> {
        block::validate(&block)?;
        let mut cells = Cells::new(&block);
        let Some(first) = cells.next() else {
            return Err(Error::Corrupt {
                what: "a row without cells".into(),
            });
        };
        if cells.any(|cell| cell.row != first.row) {
            return Err(Error::Corrupt {
                what: "cells of two rows in one result".into(),
            });
        }
        Ok(Self { block })
    }

    /// A row from a block that the caller has encoded itself; not checked.
    pub fn from_trusted(block: Bytes) -> Self {
        Self { block }
    }

    /// The row key.
    pub fn key(&self) -> &[u8] {
        self.cells().next().map_or(&[], |cell| cell.row)
    }

    /// The cells.
    pub fn cells(&self) -> Cells<'_> {
        Cells::new(&self.block)
    }

    /// The newest returned cell of a column.
    pub fn cell(&self, family: &[u8], qualifier: &[u8]) -> Option<CellRef<'_>> {
        self.cells()
            .find(|cell| cell.qualifier == qualifier && cell.family == family)
    }

    /// The newest returned value of a column.
    pub fn value(&self, family: &[u8], qualifier: &[u8]) -> Option<&[u8]> {
        self.cell(family, qualifier).map(|cell| cell.value)
    }

    /// All returned versions of a column, newest first.
    pub fn versions<'a>(
        &'a self,
        family: &'a [u8],
        qualifier: &'a [u8],
    ) -> impl Iterator<Item = CellRef<'a>> {
        self.cells()
            .filter(move |cell| cell.qualifier == qualifier && cell.family == family)
    }

    /// The buffer that holds the cells.
    pub fn as_block(&self) -> &Bytes {
        &self.block
    }
}
