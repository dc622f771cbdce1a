//! Placeholders for a struct with compile errors, so that code that uses the struct reports no
//! further errors. They never run, since the struct does not compile.

use std::borrow::Cow;

use hbase_model::{KeyLayout, TableDescriptor, TableName};

use crate::cell::CellFormat;
use crate::column::Column;
use crate::schema::{ColumnCodec, ColumnSchema, TableSchema};

/// A key without parts.
pub const LAYOUT: &KeyLayout = &KeyLayout {
    salt: None,
    parts: Cow::Borrowed(&[]),
};

/// A table without a name.
pub const TABLE: &TableDescriptor = &TableDescriptor::new(TableName::from_static("", ""));

/// A table without columns.
pub const SCHEMA: &TableSchema = &TableSchema::new("", TABLE, LAYOUT, &[], None);

const COLUMN: &ColumnSchema = &ColumnSchema {
    field: "",
    family: "",
    qualifier: "",
    type_name: "",
    codec: ColumnCodec::Java,
    format: CellFormat::Custom,
    optional: false,
    default: false,
    counter: false,
};

/// A column without a name.
pub const fn column<R, F, C>() -> Column<R, F, C> {
    Column::new(COLUMN)
}
