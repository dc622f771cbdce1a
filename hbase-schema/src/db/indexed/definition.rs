//! The definition of a struct's indexes: that of its description, with the values from the fields' types.

use std::sync::Arc;

use hbase_backend::Row;
use hbase_index::TableDefinition;

use crate::schema::TableSchema;

pub(super) fn of(schema: &'static TableSchema) -> TableDefinition {
    let mut definition = TableDefinition::described(schema.table, &schema.describe());
    for (index, declared) in definition.indexes.iter_mut().zip(schema.indexes) {
        index.values = Arc::new(move |row: &Row| declared.values(row));
    }
    definition
}
