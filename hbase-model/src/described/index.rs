//! Indexes, each in a table of its own.
//!
//! A description has the fields of each index, their encodings, its TTL and its splits, from consts
//! and from sources.

use std::collections::BTreeSet;

use super::DescribedTable;
use crate::descriptor::{TableDescriptor, Ttl};
use crate::index_tables::{index_table, states_table};
use crate::layout::Encoding;
use crate::name::TableName;
use crate::splits::Splits;

/// An index: a table of its own with an entry for each row. An entry's key is the encoded values of
/// the fields, then the row key.
#[derive(Clone, Debug, PartialEq)]
pub struct DescribedIndex {
    /// The index's own table.
    pub table: TableName,
    /// The indexed fields, in the order of an entry's key.
    pub fields: Vec<DescribedIndexField>,
    /// The TTL of the entries; `None` for entries that never expire.
    pub ttl: Option<Ttl>,
    /// The split points with which the index's table is created.
    pub splits: Splits,
}

/// An indexed field.
#[derive(Clone, Debug, PartialEq)]
pub struct DescribedIndexField {
    /// The field's name; it is one of the table's columns.
    pub field: String,
    /// The encoding of its value in an entry's key, which determines its own end.
    pub encoding: Encoding,
    /// Whether the value can be computed from the cell's bytes by the column's format: `false` if the program
    /// has its own codec or type for the cells.
    pub computable: bool,
}

impl DescribedIndex {
    /// The index's table, as it is created.
    pub fn descriptor(&self) -> TableDescriptor {
        index_table(self.table.clone(), self.ttl, self.splits.clone())
    }

    /// The names of the fields, joined by commas.
    pub fn field_names(&self) -> String {
        let names: Vec<_> = self.fields.iter().map(|field| &*field.field).collect();
        names.join(", ")
    }
}

impl DescribedTable {
    /// The tables that its indexes need: the table of the states, then the tables of the indexes.
    pub fn index_tables(&self) -> Vec<TableDescriptor> {
        let name = &self.descriptor.name;
        let states = (!self.indexes.is_empty()).then(|| states_table(name));
        let indexes = self.indexes.iter().map(DescribedIndex::descriptor);
        states.into_iter().chain(indexes).collect()
    }

    /// The families of indexed columns.
    pub fn indexed_families(&self) -> BTreeSet<&str> {
        let fields = self.indexes.iter().flat_map(|index| &index.fields);
        let columns = fields.filter_map(|indexed| self.column_of(&indexed.field));
        columns.map(|column| &*column.family).collect()
    }

    /// The column of a field.
    pub fn column_of(&self, field: &str) -> Option<&super::DescribedColumn> {
        self.columns.iter().find(|column| column.field == field)
    }
}
