//! A table as its struct declares it, as data, for tools that do not have the struct.
//!
//! Sources and `T::SCHEMA` yield the same [`DescribedTable`]. With the feature `json`, it is
//! written to and read from the JSON of [`description`](crate::description).

mod cell_facts;
mod cell_value;
mod column;
mod dynamic;
mod format;
mod index;
mod index_buckets;
mod index_values;
mod logical_type;
mod part_format;
mod qualifier;
mod since;

pub use cell_facts::{Absence, CellFacts, EmptyCell};
pub use column::{AbsentCell, CellCodec, ColumnSchema, DescribedColumn};
pub use dynamic::{DescribedDynamic, DynamicSchema};
pub use format::CellFormat;
pub use index::{DescribedIndex, DescribedIndexField};
pub use index_buckets::IndexBuckets;
pub use index_values::{IndexValues, NotComputable, is_computable, is_part_computable};
pub use logical_type::{LogicalType, TimeLibrary};
pub use part_format::PartFormat;
pub use qualifier::ColumnQualifier;
pub use since::{Since, UnitNumber};

use crate::descriptor::TableDescriptor;
use crate::layout::KeyLayout;
use crate::name::DatedName;
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
    /// The field that counts the writes of a row, if there is one: `#[version]`.
    pub row_version: Option<String>,
    /// The indexes that have a table of their own, in the order of the declaration.
    pub indexes: Vec<DescribedIndex>,
    /// The field that holds the date in the table's name, if the name contains one.
    pub table_date: Option<String>,
}

impl DescribedTable {
    /// The name of the table, if it contains a date: there is a table for each period.
    pub fn dated_name(&self) -> Option<DatedName> {
        DatedName::parse(&self.descriptor.name.to_string()).ok()?
    }

    /// The column with this family and qualifier.
    pub fn column(&self, family: &str, qualifier: &[u8]) -> Option<&DescribedColumn> {
        let mut columns = self.columns.iter();
        columns.find(|column| column.family == family && column.qualifier.as_bytes() == qualifier)
    }
}
