//! Indexes, each in a table of its own.
//!
//! A description has the fields of each index, their encodings, its TTL and its splits, from consts
//! and from sources.

use std::collections::BTreeSet;

use super::{DescribedTable, IndexBuckets};
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
    /// The buckets over which the entries are spread, if any: then an entry's key starts with a byte for its bucket,
    /// and the split points are between the buckets.
    pub buckets: Option<IndexBuckets>,
}

/// An indexed field.
#[derive(Clone, Debug, PartialEq)]
pub struct DescribedIndexField {
    /// The field's name; it is one of the table's columns or key parts.
    pub field: String,
    /// The encoding of its value in an entry's key, which determines its own end.
    pub encoding: Encoding,
    /// Whether the encoding's bytes are inverted in an entry's key, so that the largest values are first.
    pub desc: bool,
    /// Whether the value can be computed from the bytes of the cell or the row key by their format: `false` if the
    /// program has its own codec or type.
    pub computable: bool,
}

impl DescribedIndexField {
    /// The encoding and the order, for people.
    pub fn written_encoding(&self) -> String {
        let order = if self.desc { ", descending" } else { "" };
        format!("{}{order}", self.encoding)
    }
}

impl DescribedIndex {
    /// The index's table, as it is created.
    pub fn descriptor(&self) -> TableDescriptor {
        index_table(self.table.clone(), self.ttl, self.splits.clone())
    }

    /// The fields as the attribute has them, joined by commas: `sender, desc(sent)`.
    pub fn field_names(&self) -> String {
        let names = self.fields.iter().map(|field| {
            let name = &field.field;
            if field.desc {
                format!("desc({name})")
            } else {
                name.clone()
            }
        });
        names.collect::<Vec<_>>().join(", ")
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

    /// The encodings of an index's values as text, which is stored with the index and must not change.
    ///
    /// Each field is the [name](Encoding::stored_name) of its encoding, after `desc:` if it is descending. A key part
    /// has its number in the key before that, such as `key2:`. Entries in buckets start with `buckets8`, the number of
    /// buckets. The columns are not in this text.
    pub fn stored_values(&self, index: &DescribedIndex) -> String {
        let fields = index.fields.iter().map(|indexed| {
            let part = self.key.part(&indexed.field);
            let part = part.map_or_else(String::new, |(at, _)| format!("key{}:", at + 1));
            let order = if indexed.desc { "desc:" } else { "" };
            format!("{part}{order}{}", indexed.encoding.stored_name())
        });
        let buckets = index.buckets.map(|of| format!("buckets{}", of.count()));
        buckets
            .into_iter()
            .chain(fields)
            .collect::<Vec<_>>()
            .join(",")
    }

    /// The column of a field.
    pub fn column_of(&self, field: &str) -> Option<&super::DescribedColumn> {
        self.columns.iter().find(|column| column.field == field)
    }
}
