//! The fields of an index.

use hbase_backend::Row;
use hbase_model::described::{is_computable, is_part_computable};
use hbase_model::primitive::invert;
use hbase_model::{DescribedIndexField, Encoding, KeyLayout};

use super::ColumnSchema;
use crate::codec::CodecError;
use crate::debug::debug_fields;

/// The function that appends the entry's bytes of a field, from its cell or from the row key.
pub(crate) type AppendValue = fn(&[u8], &mut Vec<u8>) -> Result<(), CodecError>;

/// A field of an index.
#[derive(Clone, Copy)]
pub struct IndexedField {
    /// The column or the key part.
    pub source: IndexedSource,
    /// The encoding in the keys of entries, whatever the codec of the column is.
    pub encoding: &'static Encoding,
    /// Whether the encoding's bytes are inverted, so that the largest values are first.
    pub desc: bool,
    /// Whether the format of the cell or the key part determines the value.
    pub(crate) by_format: bool,
    pub(crate) append: AppendValue,
}

/// The part of a row that contains the value of an indexed field.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub enum IndexedSource {
    /// In the cell of a column.
    Cell(&'static ColumnSchema),
    /// In the row key.
    KeyPart {
        /// The field.
        field: &'static str,
        /// The key.
        key: &'static KeyLayout,
    },
}

impl IndexedField {
    /// A field without values.
    #[doc(hidden)]
    pub const fn stand_in(column: &'static ColumnSchema) -> Self {
        Self {
            source: IndexedSource::Cell(column),
            encoding: const { &Encoding::Bool },
            desc: false,
            by_format: false,
            append: |_, _| Ok(()),
        }
    }

    /// The same in descending order.
    #[doc(hidden)]
    #[must_use]
    pub const fn descending(mut self) -> Self {
        self.desc = true;
        self
    }

    /// The field's name.
    pub const fn field(&self) -> &'static str {
        match self.source {
            IndexedSource::Cell(column) => column.field,
            IndexedSource::KeyPart { field, .. } => field,
        }
    }

    /// The column, unless the field is a key part.
    pub const fn column(&self) -> Option<&'static ColumnSchema> {
        match self.source {
            IndexedSource::Cell(column) => Some(column),
            IndexedSource::KeyPart { .. } => None,
        }
    }

    /// Appends the entry's bytes of a row; returns `false` for a row that lacks the cell.
    #[cfg_attr(
        not(feature = "index"),
        allow(dead_code, reason = "rows are written with it")
    )]
    pub(super) fn append(&self, row: &Row, out: &mut Vec<u8>) -> Result<bool, String> {
        let from = out.len();
        let value = match self.source {
            IndexedSource::KeyPart { .. } => row.key(),
            IndexedSource::Cell(column) => {
                let (family, qualifier) = (column.family.as_bytes(), column.qualifier.as_bytes());
                let Some(cell) = row.value(family, qualifier) else {
                    return Ok(false);
                };
                cell
            }
        };
        (self.append)(value, out).map_err(|error| self.error(&error))?;
        if self.desc {
            invert(&mut out[from..]);
        }
        Ok(true)
    }

    fn error(&self, error: &CodecError) -> String {
        match self.source {
            IndexedSource::Cell(column) => {
                let (field, family, qualifier) = (column.field, column.family, column.qualifier);
                format!("the indexed field {field}, column {family}:{qualifier}: {error}")
            }
            IndexedSource::KeyPart { field, .. } => {
                format!("the indexed key part {field}: {error}")
            }
        }
    }

    fn is_computable(&self) -> bool {
        let is_known = match self.source {
            IndexedSource::Cell(column) => is_computable(column.facts.format, self.encoding),
            IndexedSource::KeyPart { field, key } => key
                .part(field)
                .is_some_and(|(_, part)| is_part_computable(part, self.encoding)),
        };
        self.by_format && is_known
    }

    pub(super) fn describe(&self) -> DescribedIndexField {
        DescribedIndexField {
            field: self.field().to_owned(),
            encoding: self.encoding.clone(),
            desc: self.desc,
            computable: self.is_computable(),
        }
    }
}

debug_fields!(IndexedField: source, encoding, desc);
