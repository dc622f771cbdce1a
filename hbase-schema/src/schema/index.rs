//! The indexes of a table.

use hbase_backend::Row;
use hbase_model::descriptor::Ttl;
use hbase_model::{DescribedIndex, IndexBuckets, Splits, TableName};

use super::{ColumnSchema, IndexedField};

use crate::debug::debug_fields;

/// An index.
#[derive(Clone, Copy)]
pub struct IndexSchema {
    namespace: &'static str,
    name: &'static str,
    /// The first column among the fields.
    pub column: &'static ColumnSchema,
    /// The fields, in the order of an entry's key; at least one is a column.
    pub fields: &'static [IndexedField],
    /// The TTL of the entries, if any.
    pub ttl: Option<Ttl>,
    /// The buckets over which the entries are spread, if any.
    pub buckets: Option<IndexBuckets>,
    declared_splits: &'static Splits,
}

impl IndexSchema {
    /// An index of at least one column.
    #[doc(hidden)]
    pub const fn new(
        namespace: &'static str,
        name: &'static str,
        fields: &'static [IndexedField],
    ) -> Self {
        Self {
            namespace,
            name,
            column: first_column(fields),
            fields,
            ttl: None,
            buckets: None,
            declared_splits: const { &Splits::None },
        }
    }

    /// The same with this TTL in seconds; none for an invalid one.
    #[doc(hidden)]
    #[must_use]
    pub const fn with_ttl(mut self, seconds: u32) -> Self {
        self.ttl = Ttl::from_secs(seconds);
        self
    }

    /// The same with entries in this number of buckets; without buckets for an invalid one.
    #[doc(hidden)]
    #[must_use]
    pub const fn with_buckets(mut self, count: u16) -> Self {
        self.buckets = IndexBuckets::new(count);
        self
    }

    /// The same with split points that are first bytes of values of the first field.
    #[doc(hidden)]
    #[must_use]
    pub const fn with_splits(mut self, splits: &'static Splits) -> Self {
        self.declared_splits = splits;
        self
    }

    /// The namespace and the name of the index's own table.
    pub(crate) const fn names(&self) -> (&'static str, &'static str) {
        (self.namespace, self.name)
    }

    /// The columns among the fields, at least one.
    pub fn columns(&self) -> impl Iterator<Item = &'static ColumnSchema> {
        self.fields.iter().filter_map(IndexedField::column)
    }

    /// The index's own table.
    pub const fn table(&self) -> TableName {
        TableName::from_static(self.namespace, self.name)
    }

    /// The split points of the index's table, in the encoding of its entries.
    pub fn splits(&self) -> Splits {
        if let Some(buckets) = self.buckets {
            return buckets.splits();
        }
        self.declared_splits
            .of_entries(self.fields[0].encoding, self.fields[0].desc)
    }

    /// Whether the declared split points lie among the values of the first field.
    #[doc(hidden)]
    pub const fn splits_fit(&self) -> bool {
        self.declared_splits.fit_entries(self.fields[0].encoding)
    }

    /// The bytes of a row's indexed value; none for a row that lacks a field's cell.
    #[cfg_attr(
        not(feature = "index"),
        allow(dead_code, reason = "rows are written with it")
    )]
    pub(crate) fn values(&self, row: &Row) -> Result<Vec<Vec<u8>>, String> {
        let bucket = self.buckets.map(|buckets| buckets.of_row(row.key()));
        let mut bytes = Vec::from_iter(bucket);
        for field in self.fields {
            if !field.append(row, &mut bytes)? {
                return Ok(Vec::new());
            }
        }
        Ok(vec![bytes])
    }
}

const fn first_column(fields: &[IndexedField]) -> &'static ColumnSchema {
    let mut at = 0;
    loop {
        assert!(at < fields.len(), "an index needs a column");
        if let Some(column) = fields[at].column() {
            return column;
        }
        at += 1;
    }
}

debug_fields!(
    IndexSchema | index | table = index.table(),
    fields = index.fields,
    ttl = index.ttl,
    buckets = index.buckets
);

impl IndexSchema {
    /// The index without its struct, as `hbase-schema-build` derives it from sources.
    pub fn describe(&self) -> DescribedIndex {
        DescribedIndex {
            table: self.table(),
            fields: self.fields.iter().map(IndexedField::describe).collect(),
            ttl: self.ttl,
            splits: self.splits(),
            buckets: self.buckets,
        }
    }
}

#[cfg(feature = "index")]
impl IndexSchema {
    /// Whether two indexes are equal, and compute their values by the same functions.
    pub(crate) fn has_same_values(&self, other: &Self) -> bool {
        let mut fields = self.fields.iter().zip(other.fields);
        self == other && fields.all(|(a, b)| std::ptr::fn_addr_eq(a.append, b.append))
    }
}

/// Indexes are equal if their descriptions are.
impl PartialEq for IndexSchema {
    fn eq(&self, other: &Self) -> bool {
        self.describe() == other.describe()
    }
}
