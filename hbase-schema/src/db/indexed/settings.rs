//! The settings of a connection's tables with indexes, and what its end means for them.

use std::sync::Arc;

use hbase_backend::Deadline;
use hbase_index::{Clocks, IndexedTable, Settings};

use super::registry::Registry;
use crate::db::connection::Connection;
use crate::schema::TableSchema;

impl Connection {
    /// The same connection, whose tables with indexes have these settings, which all clients of a table must share.
    /// Deletions of old entries wait in this connection and its clones, so keep it.
    ///
    /// A connection has the settings of its [`Limits`](crate::Limits):
    /// [`index_query_limit`](crate::Limits#structfield.index_query_limit) and
    /// [`index_write_limit`](crate::Limits#structfield.index_write_limit).
    ///
    /// ```
    /// # use std::time::Duration;
    /// # use hbase_schema::index::Settings;
    /// # #[tokio::main(flavor = "current_thread")]
    /// # async fn main() -> Result<(), hbase_schema::Error> {
    /// let db = hbase_schema::connect("memory:").await?;
    /// let db = db.index_settings(Settings::default().query_limit(Duration::from_secs(10)));
    /// # Ok(())
    /// # }
    /// ```
    #[must_use]
    pub fn index_settings(&self, settings: Settings) -> Self {
        let clocks = Arc::clone(&self.indexed.clocks);
        self.with_registry(Registry::with_clocks(settings, clocks))
    }

    /// The same connection, whose tables with indexes use other clocks: for tests.
    #[must_use]
    pub fn index_clocks(&self, clocks: Arc<dyn Clocks>) -> Self {
        let settings = self.indexed.settings.clone();
        self.with_registry(Registry::with_clocks(settings, clocks))
    }

    fn with_registry(&self, registry: Registry) -> Self {
        Self {
            indexed: Arc::new(registry),
            ..self.clone()
        }
    }

    /// Deletes the old entries that are due. An error leaves them to a sweep.
    pub(in crate::db) async fn delete_due_entries(&self, deadline: Deadline) {
        for table in self.indexed.all() {
            if let Err(error) = table.clean_up(deadline).await {
                let table = tracing::field::display(&table.definition().table);
                tracing::warn!(target: "hbase_schema", call = "close", table, %error, "old entries of indexes are left to a sweep");
            }
        }
    }

    /// The table of a struct with indexes.
    pub(in crate::db) fn indexed_table(&self, schema: &'static TableSchema) -> Arc<IndexedTable> {
        self.indexed.table(&self.link, schema)
    }
}
