//! Encoding a row's fields as cells.

#![allow(
    clippy::inline_always,
    reason = "a column's name is a constant once it is inlined; measured by the benchmark `rows`"
)]

use hbase_backend::{CellBlock, CellKind, CellRef};
use hbase_model::UnitNumber;

use super::codec::{Absence, EncodeCell};
use super::error::{RowError, RowErrorKind};
use crate::codec::CodecError;
use crate::dynamic::Qualifier;
use crate::key::printable;
use crate::schema::{ColumnGroupSchema, ColumnSchema, DynamicSchema};

/// Encodes the cells of one row.
#[doc(hidden)]
#[derive(Debug)]
pub struct CellWriter<'w> {
    block: &'w mut CellBlock,
    row: &'static str,
    key: &'w [u8],
    timestamp: i64,
    group: Option<&'static ColumnGroupSchema>,
    complete: bool,
    /// The first error, after which nothing is written. Generated code has a call for each field and checks no results, because
    /// that compiles faster.
    error: Option<RowError>,
}

impl<'w> CellWriter<'w> {
    /// Writes the cells of one row to `block`.
    pub fn new(block: &'w mut CellBlock, row: &'static str, key: &'w [u8], timestamp: i64) -> Self {
        Self {
            block,
            row,
            key,
            timestamp,
            group: None,
            complete: false,
            error: None,
        }
    }

    /// Sets whether absent values are written too (an error if the codec has no bytes for them), so that no column of
    /// an older write at the same timestamp remains.
    #[must_use]
    pub fn complete(self, complete: bool) -> Self {
        Self { complete, ..self }
    }

    /// Ends the row.
    ///
    /// # Errors
    /// The first error of a cell: the cells before it are in the block.
    pub fn finish(self) -> Result<(), RowError> {
        self.error.map_or(Ok(()), Err)
    }

    /// Writes one cell, or none for a value without a cell.
    #[inline(always)]
    pub fn cell<T: EncodeCell<C>, C>(&mut self, column: &'static ColumnSchema, value: &T) {
        if self.error.is_some() {
            return;
        }
        let name;
        let (family, qualifier) = match self.group {
            None => (column.family, column.qualifier.as_bytes()),
            Some(group) => {
                name = group.qualifier(column);
                (group.family, name.as_bytes())
            }
        };
        let cell = CellRef {
            row: self.key,
            family: family.as_bytes(),
            qualifier,
            timestamp: self.timestamp,
            kind: CellKind::Put,
            value: &[],
        };
        let complete = self.complete;
        let written = self
            .block
            .push_with(&cell, 16, |out| match value.encode_cell(out) {
                Ok(true) => Ok(()),
                Ok(false) if complete => absence(T::FACTS.absence, out),
                Ok(false) => Err(NotWritten::Absent),
                Err(error) => Err(NotWritten::Codec(error)),
            });
        match written {
            Ok(()) | Err(NotWritten::Absent) => {}
            Err(reason) => self.fail(column.field, family, qualifier, reason),
        }
    }

    /// Writes one dynamic column. A value without a cell is an error: its column would be lost.
    pub(crate) fn dynamic_cell<Q: Qualifier, V: EncodeCell<C>, C>(
        &mut self,
        columns: &'static DynamicSchema,
        qualifier: &Q,
        value: &V,
    ) {
        if self.error.is_some() {
            return;
        }
        let mut name = columns.prefix.as_bytes().to_vec();
        let prefix = name.len();
        let encoded = qualifier.encode_qualifier(&mut name);
        let cell = CellRef {
            row: self.key,
            family: columns.family.as_bytes(),
            qualifier: &name,
            timestamp: self.timestamp,
            kind: CellKind::Put,
            value: &[],
        };
        let written = encoded.and_then(|()| not_empty(&name));
        let written = written.and_then(|()| check_time(columns, &name));
        let written = written.map_err(NotWritten::Codec).and_then(|()| {
            self.block.push_with(&cell, 16, |out| {
                has_cell(value.encode_named(&name[prefix..], out)).map_err(NotWritten::Codec)
            })
        });
        if let Err(reason) = written {
            self.fail(columns.field, columns.family, &name, reason);
        }
    }

    /// Writes the cells of a flattened group.
    pub fn group(
        &mut self,
        group: &'static ColumnGroupSchema,
        write: impl FnOnce(&mut CellWriter<'_>),
    ) {
        let mut cells = CellWriter {
            block: self.block,
            row: self.row,
            key: self.key,
            timestamp: self.timestamp,
            group: Some(group),
            complete: self.complete,
            error: self.error.take(),
        };
        write(&mut cells);
        self.error = cells.error;
    }

    #[cold]
    fn fail(&mut self, field: &'static str, family: &str, qualifier: &[u8], reason: NotWritten) {
        self.error = Some(self.error(field, family, qualifier, reason));
    }

    fn error(
        &self,
        field: &'static str,
        family: &str,
        qualifier: &[u8],
        reason: NotWritten,
    ) -> RowError {
        let source = match reason {
            NotWritten::Codec(source) => source,
            NotWritten::Model(source) => {
                return RowError::from(RowErrorKind::Model {
                    row: self.row,
                    key: printable(self.key),
                    cause: source,
                });
            }
            NotWritten::Absent => CodecError::new(ABSENT),
        };
        RowError::from(RowErrorKind::Encode {
            row: self.row,
            key: printable(self.key),
            field,
            column: format!("{family}:{}", printable(qualifier)).into(),
            cause: source,
        })
    }
}

/// Writes an absent value as such.
#[cold]
fn absence(absence: Absence, out: &mut Vec<u8>) -> Result<(), NotWritten> {
    match absence.bytes() {
        Some(bytes) => {
            out.extend_from_slice(bytes);
            Ok(())
        }
        None => Err(NotWritten::Codec(CodecError::new(
            "found an absent value, expected one in each version, so that a second record of its period leaves nothing of the first: use `store_none` in `#[column]`",
        ))),
    }
}

/// Rejects a dynamic column without a value, by whether it is `encoded`.
pub(crate) fn has_cell(encoded: Result<bool, CodecError>) -> Result<(), CodecError> {
    if encoded? {
        return Ok(());
    }
    Err(CodecError::new(ABSENT))
}

/// The error of a dynamic column without a value.
pub(crate) const ABSENT: &str = "found a value without a cell (`None`), expected one: leave its qualifier out, or delete the column";

/// Rejects an empty qualifier, which no range can continue after.
pub(crate) fn not_empty(qualifier: &[u8]) -> Result<(), CodecError> {
    if qualifier.is_empty() {
        return Err(CodecError::new(
            "found an empty qualifier, expected at least one byte: give the columns a `prefix`, or leave the empty value out",
        ));
    }
    Ok(())
}

/// Checks that the time of a dynamic column is in the period of its row, if the columns have `since`. The qualifier is
/// passed with its prefix.
pub(crate) fn check_time(columns: &DynamicSchema, qualifier: &[u8]) -> Result<(), CodecError> {
    let Some(since) = &columns.since else {
        return Ok(());
    };
    let name = qualifier.get(columns.prefix.as_bytes().len()..);
    let name = name.unwrap_or_default();
    if since.is_in_row(&columns.qualifier, name) {
        return Ok(());
    }
    let (part, period, unit) = (since.part, since.period_ms, since.unit_ms);
    let number = UnitNumber::of(&columns.qualifier).and_then(|number| number.get(name));
    let found = number.map_or_else(|| "no number".to_owned(), |number| number.to_string());
    Err(CodecError::new(format_args!(
        "found {found} units of {unit} ms since `{part}`, expected 0 or more, and less than the {period} ms of the row: put the column into the row of its own time"
    )))
}

/// The reason why a cell could not be written.
pub(crate) enum NotWritten {
    Absent,
    Codec(CodecError),
    Model(hbase_backend::Error),
}

impl From<hbase_backend::Error> for NotWritten {
    fn from(error: hbase_backend::Error) -> Self {
        Self::Model(error)
    }
}
