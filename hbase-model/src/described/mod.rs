//! A table as its struct declares it, as data, for tools that do not have the struct.
//!
//! Sources and `T::SCHEMA` yield the same [`DescribedTable`]. With the feature `json`, it is
//! written to and read from the JSON of [`description`](crate::description).

mod cell_value;
mod format;
mod index;
mod index_values;

pub use format::CellFormat;
pub use index::{DescribedIndex, DescribedIndexField};
pub use index_values::{IndexValues, NotComputable, is_computable};

use crate::descriptor::TableDescriptor;
use crate::layout::KeyLayout;
use crate::time::PeriodUnit;

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
    /// The dynamic columns, in the order of the fields.
    pub dynamic: Vec<DescribedDynamic>,
    /// The field that holds the cells' timestamp, if there is one.
    pub timestamp: Option<String>,
    /// The period whose start that timestamp is: `#[timestamp(day)]`.
    pub period: Option<PeriodUnit>,
    /// The indexes that have a table of their own, in the order of the declaration.
    pub indexes: Vec<DescribedIndex>,
    /// The field that holds the date in the table's name, if the name contains one.
    pub table_date: Option<String>,
}

/// One column.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(
    clippy::struct_excessive_bools,
    reason = "independent properties of one column"
)]
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
    /// Whether an absent value is an empty cell: `store_none`.
    pub store_none: bool,
}

/// Dynamic columns: those whose qualifiers are values.
#[derive(Clone, Debug, PartialEq)]
pub struct DescribedDynamic {
    /// The field's name.
    pub field: String,
    /// The family.
    pub family: String,
    /// The prefix of each qualifier; empty for none.
    pub prefix: String,
    /// The parts of a qualifier behind the prefix; without a salt.
    pub qualifier: KeyLayout,
    /// The field's type as in the sources, without spaces.
    pub type_name: String,
    /// The codec of the values.
    pub codec: CellCodec,
    /// The format of the values.
    pub format: CellFormat,
    /// The maximum number of columns that are read with a row; `None` where they are not read with it.
    pub limit: Option<u32>,
}

impl DescribedDynamic {
    /// The format of the values, in words.
    pub fn cell(&self) -> String {
        match &self.codec {
            CellCodec::With(module) => format!("the program's own `{module}`"),
            _ => self.format.to_string(),
        }
    }

    /// The qualifiers, in words: the prefix, then each part.
    pub fn qualifiers(&self) -> String {
        let prefix = (!self.prefix.is_empty()).then(|| format!("{:?}", self.prefix));
        let parts = self.qualifier.parts.iter();
        let parts = parts.map(|part| format!("{} ({part})", part.name));
        let all: Vec<String> = prefix.into_iter().chain(parts).collect();
        all.join(", ")
    }
}

/// The encoding of a field as a cell's bytes.
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
