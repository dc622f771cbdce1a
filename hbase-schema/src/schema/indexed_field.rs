//! The fields of an index.

use hbase_model::described::is_computable;
use hbase_model::{DescribedIndexField, Encoding};

use super::ColumnSchema;
use crate::codec::CodecError;
use crate::debug::debug_fields;

/// The function that appends the entry's bytes of a field, from its cell.
type AppendCell = fn(&[u8], &mut Vec<u8>) -> Result<(), CodecError>;

/// A field of an index.
#[derive(Clone, Copy)]
pub struct IndexedField {
    /// The column.
    pub column: &'static ColumnSchema,
    /// The encoding in the keys of entries, whatever the codec of the column is.
    pub encoding: &'static Encoding,
    /// Whether the column's format determines the value.
    pub(crate) by_format: bool,
    pub(crate) append: AppendCell,
}

impl IndexedField {
    /// A field without values.
    #[doc(hidden)]
    pub const fn stand_in(column: &'static ColumnSchema) -> Self {
        Self {
            column,
            encoding: const { &Encoding::Bool },
            by_format: false,
            append: |_, _| Ok(()),
        }
    }

    /// Appends the entry's bytes of a cell.
    pub(super) fn append(&self, cell: &[u8], out: &mut Vec<u8>) -> Result<(), String> {
        (self.append)(cell, out).map_err(|error| {
            let column = self.column;
            let (field, family, qualifier) = (column.field, column.family, column.qualifier);
            format!("the indexed field {field}, column {family}:{qualifier}: {error}")
        })
    }
}

debug_fields!(IndexedField: column, encoding);

impl IndexedField {
    pub(super) fn describe(&self) -> DescribedIndexField {
        let Self {
            column, encoding, ..
        } = *self;
        DescribedIndexField {
            field: column.field.to_owned(),
            encoding: encoding.clone(),
            computable: self.by_format && is_computable(column.facts.format, encoding),
        }
    }
}
