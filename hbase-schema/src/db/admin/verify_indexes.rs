//! Compares the tables that indexes need with their declaration.

use hbase_model::TableDescriptor;
use hbase_model::diff::{Declared, Difference, DifferenceKind, TableDiff};
use hbase_model::index_tables::states_table;

use crate::db::connection::Connection;
use crate::db::error::Error;
use crate::schema::TableSchema;

impl Connection {
    /// The diff of a struct's table.
    pub(super) async fn diff_of_rows(
        &self,
        schema: &'static TableSchema,
    ) -> Result<TableDiff, Error> {
        let described = schema.describe();
        let families: Vec<_> = described.indexed_families().into_iter().collect();
        let declared = Declared {
            table: schema.table,
            key: Some(schema.key),
        };
        let mut diff = self.diff_of_indexed(declared, &families).await?;
        diff.layout = Some((schema.row.to_owned(), schema.facts()));
        Ok(diff)
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

    /// The differences between live tables and their declarations that make queries by an index miss rows. It compares
    /// the table of the rows, the table of the indexes' states, and the indexes' tables. A missing table of an index is
    /// not a difference, because a build creates it. Neither are missing split points, nor entries that live longer than
    /// declared.
    ///
    /// # Errors
    /// Same as [`diff_of`](Self::diff_of).
    // The command calls it with tables from sources.
    #[doc(hidden)]
    pub async fn diffs_for_indexes(
        &self,
        table: &TableDescriptor,
        indexed_families: &[&str],
        indexes: &[TableDescriptor],
    ) -> Result<Vec<TableDiff>, Error> {
        let rows = self.diff_of_indexed(Declared::table(table), indexed_families);
        let rows = rows.await?.concerning_indexes(indexed_families);
        let states = states_table(&table.name);
        let mut diffs = vec![rows, self.diff_of(Declared::table(&states)).await?];
        for index in indexes {
            let mut diff = self.diff_of(Declared::table(index)).await?;
            diff.differences.retain(|found| {
                let is_harmless = matches!(
                    found.kind,
                    DifferenceKind::MissingTable | DifferenceKind::MissingSplits
                );
                !is_harmless && !is_longer_ttl(found)
            });
            diffs.push(diff);
        }
        Ok(diffs)
    }
}

/// Whether cells are kept longer than declared.
fn is_longer_ttl(found: &Difference) -> bool {
    let seconds = |text: &str| text.parse::<u32>().ok();
    let is_ttl =
        matches!(&found.kind, DifferenceKind::FamilyAttribute(_, name) if &**name == "TTL");
    is_ttl && seconds(&found.declared) < seconds(&found.live)
}
