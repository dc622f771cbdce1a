//! Encoding a row's fields as cells.

#![allow(
    clippy::inline_always,
    reason = "a column's name is a constant once it is inlined; measured by the benchmark `rows`"
)]

use hbase_model::{CellBlock, CellKind, CellRef};

use super::codec::EncodeCell;
use super::error::{RowError, RowErrorKind};
use crate::codec::CodecError;
use crate::key::printable;
use crate::schema::{ColumnGroupSchema, ColumnSchema};

/// Encodes the cells of one row.
#[doc(hidden)]
#[derive(Debug)]
pub struct CellWriter<'w> {
    block: &'w mut CellBlock,
    row: &'static str,
    key: &'w [u8],
    timestamp: i64,
    group: Option<&'static ColumnGroupSchema>,
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
        }
    }

    /// Writes one cell, or none for a value without a cell.
    #[inline(always)]
    pub fn cell<T: EncodeCell<C>, C>(
        &mut self,
        column: &'static ColumnSchema,
        value: &T,
    ) -> Result<(), RowError> {
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
        let written = self
            .block
            .push_with(&cell, 16, |out| match value.encode_cell(out) {
                Ok(true) => Ok(()),
                Ok(false) => Err(NotWritten::Absent),
                Err(error) => Err(NotWritten::Codec(error)),
            });
        match written {
            Ok(()) | Err(NotWritten::Absent) => Ok(()),
            Err(reason) => Err(self.error(column, family, qualifier, reason)),
        }
    }

    /// Writes the cells of a flattened group.
    pub fn group(
        &mut self,
        group: &'static ColumnGroupSchema,
        write: impl FnOnce(&mut CellWriter<'_>) -> Result<(), RowError>,
    ) -> Result<(), RowError> {
        write(&mut CellWriter {
            block: self.block,
            row: self.row,
            key: self.key,
            timestamp: self.timestamp,
            group: Some(group),
        })
    }

    #[cold]
    fn error(
        &self,
        column: &'static ColumnSchema,
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
            NotWritten::Absent => CodecError::new("absent"),
        };
        RowError::from(RowErrorKind::Encode {
            row: self.row,
            key: printable(self.key),
            field: column.field,
            column: format!("{family}:{}", printable(qualifier)).into(),
            cause: source,
        })
    }
}

/// The reason why a cell could not be written.
enum NotWritten {
    Absent,
    Codec(CodecError),
    Model(hbase_model::Error),
}

impl From<hbase_model::Error> for NotWritten {
    fn from(error: hbase_model::Error) -> Self {
        Self::Model(error)
    }
}
