//! Compares the tables that indexes need with their declaration.

use hbase_model::diff::{Declared, TableDiff};

use super::connection::Connection;
use super::error::Error;
use crate::schema::TableSchema;

impl Connection {
    /// The diff of a struct's table.
    pub(super) async fn diff_of_rows(&self, schema: &TableSchema) -> Result<TableDiff, Error> {
        let described = schema.describe();
        let families: Vec<_> = described.indexed_families().into_iter().collect();
        let declared = Declared {
            table: schema.table,
            key: Some(schema.key),
        };
        self.diff_of_indexed(declared, &families).await
    }

    /// The diffs of the tables that its indexes need; none without indexes.
    pub(super) async fn diffs_of_indexes(
        &self,
        schema: &TableSchema,
    ) -> Result<Vec<TableDiff>, Error> {
        let mut diffs = Vec::new();
        for table in schema.describe().index_tables() {
            diffs.push(self.diff_of(Declared::table(&table)).await?);
        }
        Ok(diffs)
    }
}
