//! Placeholders for a struct with compile errors, so that code that uses the struct reports no
//! further errors. They never run, since the struct does not compile.

use std::borrow::Cow;
use std::marker::PhantomData;

use hbase_model::{KeyLayout, TableDescriptor, TableName};

use crate::cell::{CellFacts, CellFormat, LogicalType};
use crate::column::Column;
use crate::debug::{copyable, debug_text};
use crate::dynamic::DynamicColumns;
use crate::index::{Index, IndexSchema, IndexedField};
use crate::query::KeyCondition;
use crate::schema::{CellCodec, ColumnQualifier, ColumnSchema, DynamicSchema, TableSchema};

/// A key without parts.
pub const LAYOUT: &KeyLayout = &KeyLayout {
    salt: None,
    parts: Cow::Borrowed(&[]),
};

/// A table without a name.
pub const TABLE: &TableDescriptor = &TableDescriptor::new(TableName::from_static("", ""));

/// A table without columns.
pub const SCHEMA: &TableSchema = &TableSchema::new("", TABLE, LAYOUT, &[], None);

const COLUMN: &ColumnSchema = &ColumnSchema::new([""; 4], CellCodec::Java, CellFacts::UNKNOWN);

const DYNAMIC: &DynamicSchema = &DynamicSchema {
    field: "",
    family: "",
    prefix: ColumnQualifier::from_bytes(b""),
    qualifier: Cow::Borrowed(LAYOUT),
    type_name: "",
    codec: CellCodec::Java,
    format: CellFormat::Custom,
    logical_type: LogicalType::Unknown,
    limit: None,
    counter: false,
    since: None,
};

/// Dynamic columns without a name.
pub const fn dynamic<R, F, C>() -> DynamicColumns<R, F, C> {
    DynamicColumns::new(DYNAMIC)
}

const INDEX: &IndexSchema = &IndexSchema::new("", "", &[IndexedField::stand_in(COLUMN)]);

/// An index without a name.
pub const fn index<R, F>() -> Index<R, F> {
    Index::new(INDEX)
}

/// A column without a name.
pub const fn column<R, F, C>() -> Column<R, F, C> {
    Column::new(COLUMN)
}

/// A key part of any type.
pub struct Part<R>(PhantomData<fn() -> R>);

copyable!(Part[R]);

debug_text!(Part[R] "Part");

/// A key part without a name.
pub const fn part<R>() -> Part<R> {
    Part(PhantomData)
}

macro_rules! conditions {
    ($($name:ident)*) => {
        impl<R> Part<R> {
            $(
                /// A condition that is never tested.
                pub fn $name<V>(self, _: V) -> KeyCondition<R> {
                    unreachable!()
                }
            )*
        }
    };
}

conditions!(eq ne lt le gt ge between is_in starts_with contains contains_any contains_key);
