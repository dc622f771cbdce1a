//! Decoding a row's fields from its cells.

use hbase_backend::block::Cells;
use hbase_backend::{CellRef, Row};
use hbase_model::time::Period;

use super::codec::DecodeCell;
use super::error::{RowError, RowErrorKind};
use crate::codec::CodecError;
use crate::key::{DecodeKey, decode_dated, printable};
use crate::schema::{ColumnGroupSchema, ColumnSchema, TableSchema};

/// The cells of one row, for lookups by column.
#[derive(Clone, Debug)]
pub struct RowCells<'r> {
    cells: Source<'r>,
    key: &'r [u8],
    row: &'static str,
    group: Option<&'static ColumnGroupSchema>,
    /// The period of the row's table, if its name contains a date.
    period: Option<Period>,
}

/// Where the cells are.
#[derive(Clone, Debug)]
enum Source<'r> {
    Block(Cells<'r>),
    Picked(std::slice::Iter<'r, CellRef<'r>>),
}

impl<'r> Iterator for Source<'r> {
    type Item = CellRef<'r>;

    #[inline]
    fn next(&mut self) -> Option<CellRef<'r>> {
        match self {
            Self::Block(cells) => cells.next(),
            Self::Picked(cells) => cells.next().copied(),
        }
    }
}

impl<'r> RowCells<'r> {
    /// The cells of `row`; `name` is the struct's name, for errors.
    #[inline]
    pub fn new(row: &'r Row, name: &'static str) -> Self {
        Self::from_cells(row.cells(), name)
    }

    /// The cells of a block; they must be of one row and in order.
    #[inline]
    pub fn from_cells(cells: Cells<'r>, name: &'static str) -> Self {
        Self::of(Source::Block(cells), name)
    }

    /// Some cells of one row, in order: one of its versions.
    pub(crate) fn picked(cells: &'r [CellRef<'r>], name: &'static str) -> Self {
        Self::of(Source::Picked(cells.iter()), name)
    }

    #[inline]
    fn of(cells: Source<'r>, row: &'static str) -> Self {
        let key = cells.clone().next().map_or(&[][..], |cell| cell.row);
        Self {
            cells,
            key,
            row,
            group: None,
            period: None,
        }
    }

    /// Sets the period of the row's table, whose name contains a date.
    #[must_use]
    pub fn of_period(self, period: Option<Period>) -> Self {
        Self { period, ..self }
    }

    /// Decodes the row key of a table whose name contains a date.
    #[doc(hidden)]
    #[inline]
    pub fn dated_key<K: DecodeKey<'r>>(&self) -> Result<K, RowError> {
        Ok(decode_dated(self.key, self.period)?)
    }

    /// The struct's name, for errors.
    pub(crate) const fn row_name(&self) -> &'static str {
        self.row
    }

    /// The number of columns that have a cell, of any version.
    pub(crate) fn columns_len(&self) -> usize {
        let mut last = None;
        let columns = self.cells.clone();
        let columns = columns.map(|cell| (cell.family, cell.qualifier));
        columns
            .filter(|column| last.replace(*column) != Some(*column))
            .count()
    }

    /// The cells.
    #[inline]
    pub(crate) fn counted(&self) -> impl Iterator<Item = CellRef<'r>> {
        self.cells.clone()
    }

    /// The row key.
    #[inline]
    pub fn key(&self) -> &'r [u8] {
        self.key
    }

    /// The newest timestamp among the cells.
    pub fn timestamp(&self) -> i64 {
        let times = self.cells.clone().map(|cell| cell.timestamp);
        times.max().unwrap_or(0)
    }

    /// The newest timestamp among the cells that are not counters, because increments set their own times; among all
    /// cells if the row has only counters.
    #[doc(hidden)]
    pub fn version(&self, schema: &TableSchema) -> i64 {
        newest_version(schema, self.cells.clone()).unwrap_or_else(|| self.timestamp())
    }

    /// The newest value of each of `N` columns, in one pass over the cells; `find` returns the index
    /// of a family and qualifier.
    #[doc(hidden)]
    #[inline]
    pub fn values<const N: usize>(
        &self,
        find: impl Fn(&[u8], &[u8]) -> Option<usize>,
    ) -> [Option<&'r [u8]>; N] {
        let mut values = [None; N];
        for cell in self.cells.clone() {
            let at = find(cell.family, cell.qualifier);
            // Versions come newest first: older ones are skipped.
            if let Some(value @ None) = at.and_then(|at| values.get_mut(at)) {
                *value = Some(cell.value);
            }
        }
        values
    }

    /// Decodes a value that was looked up.
    #[doc(hidden)]
    #[inline]
    pub fn decode<T: DecodeCell<'r, C>, C>(
        &self,
        column: &'static ColumnSchema,
        value: Option<&'r [u8]>,
    ) -> Result<T, RowError> {
        match value {
            Some(value) => match T::decode_cell(value) {
                Ok(value) => Ok(value),
                Err(error) => Err(self.decode_error(column, value, error)),
            },
            None => self.absent(column),
        }
    }

    /// The value of an absent cell: `None`, or 0 for a counter.
    #[cold]
    fn absent<T: DecodeCell<'r, C>, C>(
        &self,
        column: &'static ColumnSchema,
    ) -> Result<T, RowError> {
        match T::absent() {
            Some(absent) => Ok(absent),
            None if column.counter => {
                let zero: &[u8] = &[0; 8];
                T::decode_cell(zero).map_err(|error| self.decode_error(column, zero, error))
            }
            None => Err(self.missing(column)),
        }
    }

    /// Decodes a value that was looked up; an absent cell yields `default`.
    #[doc(hidden)]
    #[inline]
    pub fn decode_or<T: DecodeCell<'r, C>, C>(
        &self,
        column: &'static ColumnSchema,
        value: Option<&'r [u8]>,
        default: impl FnOnce() -> T,
    ) -> Result<T, RowError> {
        match value {
            Some(_) => self.decode(column, value),
            None => Ok(default()),
        }
    }

    /// Decodes a column.
    ///
    /// # Errors
    /// [`RowError`] if the cell is absent, or cannot be decoded.
    #[inline]
    pub fn cell<T: DecodeCell<'r, C>, C>(
        &self,
        column: &'static ColumnSchema,
    ) -> Result<T, RowError> {
        self.decode(column, self.value(column))
    }

    /// Decodes a column; an absent cell yields `default`.
    ///
    /// # Errors
    /// [`RowError`] if the cell cannot be decoded.
    #[inline]
    pub fn cell_or<T: DecodeCell<'r, C>, C>(
        &self,
        column: &'static ColumnSchema,
        default: impl FnOnce() -> T,
    ) -> Result<T, RowError> {
        self.decode_or(column, self.value(column), default)
    }

    /// Decodes a flattened group.
    ///
    /// # Errors
    /// Same as `read`.
    pub fn group<T>(
        &self,
        group: &'static ColumnGroupSchema,
        read: impl FnOnce(&RowCells<'r>) -> Result<T, RowError>,
    ) -> Result<T, RowError> {
        read(&RowCells {
            group: Some(group),
            ..self.clone()
        })
    }

    /// Whether the row has any of the group's columns.
    pub(crate) fn has_any(&self, columns: &'static [ColumnSchema]) -> bool {
        columns.iter().any(|column| self.value(column).is_some())
    }

    /// The newest value of a column: versions come newest first.
    #[doc(hidden)]
    pub fn value(&self, column: &'static ColumnSchema) -> Option<&'r [u8]> {
        self.find(column).map(|cell| cell.value)
    }

    /// The timestamp of the newest value of a column.
    pub(crate) fn timestamp_of(&self, column: &'static ColumnSchema) -> Option<i64> {
        self.find(column).map(|cell| cell.timestamp)
    }

    #[inline]
    fn find(&self, column: &'static ColumnSchema) -> Option<CellRef<'r>> {
        self.cells.clone().find(|cell| match self.group {
            None => is_of(cell, column),
            Some(group) => group.holds(cell, column),
        })
    }

    fn column_name(&self, column: &'static ColumnSchema) -> Box<str> {
        match self.group {
            None => format!("{}:{}", column.family, column.qualifier).into(),
            Some(group) => format!("{}:{}", group.family, group.qualifier(column)).into(),
        }
    }

    #[cold]
    pub(super) fn version_error(&self, field: &'static str, cause: CodecError) -> RowError {
        RowError::from(RowErrorKind::DecodeVersion {
            row: self.row,
            key: printable(self.key()),
            field,
            cause,
        })
    }

    #[cold]
    fn missing(&self, column: &'static ColumnSchema) -> RowError {
        RowError::from(RowErrorKind::Missing {
            row: self.row,
            key: printable(self.key()),
            field: column.field,
            column: self.column_name(column),
            expected: column.type_name,
        })
    }

    #[cold]
    fn decode_error(
        &self,
        column: &'static ColumnSchema,
        value: &[u8],
        source: CodecError,
    ) -> RowError {
        let cut = &value[..value.len().min(100)];
        RowError::from(RowErrorKind::Decode {
            row: self.row,
            key: printable(self.key()),
            field: column.field,
            column: self.column_name(column),
            expected: column.type_name,
            value: printable(cut),
            cause: source,
        })
    }
}

#[inline]
fn is_of(cell: &CellRef<'_>, column: &ColumnSchema) -> bool {
    cell.qualifier == column.qualifier.as_bytes() && cell.family == column.family.as_bytes()
}

/// The newest timestamp of cells that are not counters, if any.
pub(crate) fn newest_version<'r>(
    schema: &TableSchema,
    cells: impl Iterator<Item = CellRef<'r>>,
) -> Option<i64> {
    let has_counters = schema.has_counters();
    let is_version =
        |cell: &CellRef<'_>| !has_counters || !schema.is_counter(cell.family, cell.qualifier);
    cells.filter(is_version).map(|cell| cell.timestamp).max()
}
