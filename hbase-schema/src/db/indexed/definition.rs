//! The definition of a struct's indexes: that of its description, with the values from the fields' types.

use std::sync::Arc;

use hbase_backend::Row;
use hbase_index::TableDefinition;

use crate::index::Indexed;

pub(super) fn of<T: Indexed>() -> TableDefinition {
    let schema = T::SCHEMA;
    let mut definition = TableDefinition::described(schema.table, &schema.describe());
    for (index, declared) in definition.indexes.iter_mut().zip(T::INDEXES) {
        index.values = Arc::new(move |row: &Row| declared.values(row));
    }
    definition
}
