//! From a row's cells to its fields.

use std::cell::Cell;

use hbase_model::{CellRef, Row};
use smallvec::SmallVec;

use super::codec::DecodeCell;
use super::error::RowError;
use crate::codec::CodecError;
use crate::key::printable;
use crate::schema::{ColumnGroupSchema, ColumnSchema};

/// The cells of one row, ready to be looked up by column.
#[derive(Debug)]
pub struct RowCells<'r> {
    cells: SmallVec<[CellRef<'r>; 16]>,
    row: &'static str,
    group: Option<&'static ColumnGroupSchema>,
    /// Where the last look-up ended: cells and fields mostly come in the same order.
    next: Cell<usize>,
}

impl<'r> RowCells<'r> {
    /// The cells of `row`, for a struct of the type called `name`.
    #[inline]
    pub fn new(row: &'r Row, name: &'static str) -> Self {
        Self::from_cells(row.cells(), name)
    }

    /// The same from single cells; they must be of one row and in order.
    #[inline]
    pub fn from_cells(cells: impl Iterator<Item = CellRef<'r>>, name: &'static str) -> Self {
        Self {
            cells: cells.collect(),
            row: name,
            group: None,
            next: Cell::new(0),
        }
    }

    /// The row key.
    pub fn key(&self) -> &'r [u8] {
        self.cells.first().map_or(&[], |cell| cell.row)
    }

    /// The newest timestamp among the cells.
    pub fn timestamp(&self) -> i64 {
        self.cells
            .iter()
            .map(|cell| cell.timestamp)
            .max()
            .unwrap_or(0)
    }

    /// Reads a column.
    #[inline]
    pub fn cell<T: DecodeCell<'r, C>, C>(
        &self,
        column: &'static ColumnSchema,
    ) -> Result<T, RowError> {
        match self.value(column) {
            Some(value) => T::decode_cell(value).map_err(|e| self.decode_error(column, value, e)),
            None => T::absent().ok_or_else(|| self.missing(column)),
        }
    }

    /// Reads a column; `default` stands for an absent cell.
    #[inline]
    pub fn cell_or<T: DecodeCell<'r, C>, C>(
        &self,
        column: &'static ColumnSchema,
        default: impl FnOnce() -> T,
    ) -> Result<T, RowError> {
        match self.value(column) {
            Some(value) => T::decode_cell(value).map_err(|e| self.decode_error(column, value, e)),
            None => Ok(default()),
        }
    }

    /// Reads a flattened group.
    pub fn group<T>(
        &self,
        group: &'static ColumnGroupSchema,
        read: impl FnOnce(&RowCells<'r>) -> Result<T, RowError>,
    ) -> Result<T, RowError> {
        read(&RowCells {
            cells: self.cells.clone(),
            row: self.row,
            group: Some(group),
            next: Cell::new(0),
        })
    }

    /// Whether the row has any of the group's columns.
    pub(crate) fn has_any(&self, columns: &'static [ColumnSchema]) -> bool {
        columns.iter().any(|column| self.value(column).is_some())
    }

    /// The newest value of a column: versions come newest first.
    #[inline]
    fn value(&self, column: &'static ColumnSchema) -> Option<&'r [u8]> {
        let count = self.cells.len();
        let from = self.next.get();
        for at in (from..count).chain(0..from.min(count)) {
            if self.is_of(&self.cells[at], column) {
                let first = self.first_version(at);
                self.next.set(at + 1);
                return Some(self.cells[first].value);
            }
        }
        None
    }

    /// A look-up that starts in the middle may come upon an older version of its column first.
    #[inline]
    fn first_version(&self, mut at: usize) -> usize {
        let same =
            |a: &CellRef<'_>, b: &CellRef<'_>| a.qualifier == b.qualifier && a.family == b.family;
        while at > 0 && same(&self.cells[at - 1], &self.cells[at]) {
            at -= 1;
        }
        at
    }

    #[inline]
    fn is_of(&self, cell: &CellRef<'_>, column: &'static ColumnSchema) -> bool {
        match self.group {
            None => {
                cell.qualifier == column.qualifier.as_bytes()
                    && cell.family == column.family.as_bytes()
            }
            Some(group) => group.holds(cell, column),
        }
    }

    fn column_name(&self, column: &'static ColumnSchema) -> Box<str> {
        match self.group {
            None => format!("{}:{}", column.family, column.qualifier).into(),
            Some(group) => format!("{}:{}", group.family, group.qualifier(column)).into(),
        }
    }

    #[cold]
    fn missing(&self, column: &'static ColumnSchema) -> RowError {
        RowError::Missing {
            row: self.row,
            key: printable(self.key()),
            field: column.field,
            column: self.column_name(column),
            expected: column.type_name,
        }
    }

    #[cold]
    fn decode_error(
        &self,
        column: &'static ColumnSchema,
        value: &[u8],
        source: CodecError,
    ) -> RowError {
        let cut = &value[..value.len().min(100)];
        RowError::Decode {
            row: self.row,
            key: printable(self.key()),
            field: column.field,
            column: self.column_name(column),
            expected: column.type_name,
            value: printable(cut),
            source,
        }
    }
}
