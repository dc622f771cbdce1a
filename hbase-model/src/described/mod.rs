//! A table as its struct declares it, as data, for tools that do not have the struct.
//!
//! Sources and `T::SCHEMA` yield the same [`DescribedTable`]. With the feature `json`, it is
//! written to and read from the JSON of [`description`](crate::description).

mod format;

pub use format::CellFormat;

use crate::descriptor::TableDescriptor;
use crate::layout::KeyLayout;

/// A table as its struct declares it, as data.
#[derive(Clone, Debug, PartialEq)]
pub struct DescribedTable {
    /// The struct's name.
    pub row: String,
    /// The table: name, families, splits, attributes.
    pub descriptor: TableDescriptor,
    /// The row key.
    pub key: KeyLayout,
    /// The columns, in the order of the fields, those of flattened groups included.
    pub columns: Vec<DescribedColumn>,
    /// The field that holds the cells' timestamp, if there is one.
    pub timestamp: Option<String>,
}

/// One column.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DescribedColumn {
    /// The field's name; `address.city` for a field of a flattened group.
    pub field: String,
    /// The family.
    pub family: String,
    /// The qualifier, the group's prefix included.
    pub qualifier: String,
    /// The field's type as in the sources, without spaces.
    pub type_name: String,
    /// The field's codec.
    pub codec: CellCodec,
    /// The format of its cells.
    pub format: CellFormat,
    /// Whether the cell may be absent: the type, or that of the group, is written as `Option<…>`.
    pub optional: bool,
    /// Whether an absent cell has a value: `default`.
    pub default: bool,
    /// Whether the cell is a counter: `counter`.
    pub counter: bool,
}

/// How a field is encoded as a cell's bytes.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum CellCodec {
    /// As Java's `Bytes.toBytes`, the default.
    Java,
    /// `text`.
    Text,
    /// `json`.
    Json,
    /// `with = module`: the module as in the sources.
    With(String),
}

impl DescribedColumn {
    /// The format of its cells, in words.
    pub fn cell(&self) -> String {
        let counter = if self.counter { ", a counter" } else { "" };
        match &self.codec {
            CellCodec::With(module) => format!("the program's own `{module}`{counter}"),
            _ => format!("{}{counter}", self.format),
        }
    }
}

impl DescribedTable {
    /// The column with this family and qualifier.
    pub fn column(&self, family: &str, qualifier: &str) -> Option<&DescribedColumn> {
        let mut columns = self.columns.iter();
        columns.find(|column| column.family == family && column.qualifier == qualifier)
    }
}
