//! Definitions from a table's description, without the struct.

use std::sync::Arc;

use hbase_backend::Row;
use hbase_model::index::STAMP_QUALIFIER;
use hbase_model::index_tables::{ENTRY_FAMILY, ENTRY_QUALIFIER};
use hbase_model::{DescribedIndex, DescribedTable, STAMP_FAMILY, TableDescriptor};

use crate::definition::{Column, IndexDefinition, TableDefinition, ValuesOf};

impl TableDefinition {
    /// The definition of a described table, `table` with the families of all structs that declare it.
    ///
    /// If the description does not determine an index's values, only the index's state can be read, and the
    /// index dropped; everything else fails with an error that names the field.
    /// [`DescribedTable::index_values`] returns that error in advance.
    pub fn described(table: &TableDescriptor, rows: &DescribedTable) -> Self {
        let families = table.families.iter().map(|family| &*family.name);
        let families = families.filter(|name| *name != STAMP_FAMILY);
        Self {
            table: table.name.clone(),
            families: families.map(|name| name.as_bytes().to_vec()).collect(),
            stamp: column(STAMP_FAMILY, STAMP_QUALIFIER),
            states: (table.name.index_states(), ENTRY_FAMILY.into()),
            indexes: rows.indexes.iter().map(|of| index(rows, of)).collect(),
        }
    }
}

fn index(rows: &DescribedTable, of: &DescribedIndex) -> IndexDefinition {
    let fields = of.fields.iter();
    let columns = fields.filter_map(|indexed| rows.column_of(&indexed.field));
    IndexDefinition {
        table: of.table.clone(),
        column: column(ENTRY_FAMILY, ENTRY_QUALIFIER),
        ttl: of.ttl,
        splits: of.splits.clone(),
        buckets: of.buckets,
        depends_on: columns
            .map(|of| column(&of.family, &of.qualifier))
            .collect(),
        encoding: rows.stored_values(of),
        values: values(rows, of),
    }
}

fn values(rows: &DescribedTable, of: &DescribedIndex) -> Arc<ValuesOf> {
    match rows.index_values(of) {
        Ok(values) => Arc::new(move |row: &Row| {
            let cell = |family: &[u8], qualifier: &[u8]| row.value(family, qualifier);
            Ok(values.of_row(row.key(), cell)?.into_iter().collect())
        }),
        Err(error) => Arc::new(move |_: &Row| Err(error.to_string())),
    }
}

fn column(family: &str, qualifier: impl AsRef<[u8]>) -> Column {
    (family.into(), qualifier.as_ref().into())
}
