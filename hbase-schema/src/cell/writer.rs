//! From a row's fields to its cells.

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

/// Takes a row's cells.
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
    /// Takes the cells of one row into `block`.
    pub fn new(block: &'w mut CellBlock, row: &'static str, key: &'w [u8], timestamp: i64) -> Self {
        Self {
            block,
            row,
            key,
            timestamp,
            group: None,
        }
    }

    /// Writes one cell, or none where the value stands for an absent one.
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
                Ok(false) => Err(Stop::Absent),
                Err(error) => Err(Stop::Codec(error)),
            });
        match written {
            Ok(()) | Err(Stop::Absent) => Ok(()),
            Err(stop) => Err(self.error(column, family, qualifier, stop)),
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
        stop: Stop,
    ) -> RowError {
        let source = match stop {
            Stop::Codec(source) => source,
            Stop::Model(source) => {
                return RowError::from(RowErrorKind::Model {
                    row: self.row,
                    key: printable(self.key),
                    cause: source,
                });
            }
            Stop::Absent => CodecError::new("absent"),
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

/// Why a cell was not written.
enum Stop {
    Absent,
    Codec(CodecError),
    Model(hbase_model::Error),
}

impl From<hbase_model::Error> for Stop {
    fn from(error: hbase_model::Error) -> Self {
        Self::Model(error)
    }
}
