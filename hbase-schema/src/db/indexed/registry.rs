//! The tables with indexes of a connection.

use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};

use hbase_backend::Deadline;
use hbase_index::{Clocks, IndexedTable, Settings, SystemClocks, TableDefinition};

use super::definition;
use super::gated::Gated;
use crate::db::connection::Connection;
use crate::db::connection::limits::Limits;
use crate::db::connection::link::Link;
use crate::schema::TableSchema;

/// The tables with indexes that a connection and its clones have used. A table caches the states of its indexes, and
/// keeps the deletions of old entries until their time has come.
pub(in crate::db) struct Registry {
    settings: Settings,
    clocks: Arc<dyn Clocks>,
    known: Mutex<Vec<Known>>,
}

/// A struct's table.
struct Known {
    schema: &'static TableSchema,
    table: Arc<IndexedTable>,
}

impl Registry {
    pub(in crate::db) fn new(limits: &Limits) -> Self {
        let settings = Settings::default()
            .query_limit(limits.index_query_limit)
            .write_limit(limits.index_write_limit);
        Self::with_clocks(settings, Arc::new(SystemClocks))
    }

    fn with_clocks(settings: Settings, clocks: Arc<dyn Clocks>) -> Self {
        Self {
            settings,
            clocks,
            known: Mutex::default(),
        }
    }

    /// The table of a struct. Structs of one table that declare the same indexes share it.
    fn table(&self, link: &Arc<Link>, schema: &'static TableSchema) -> Arc<IndexedTable> {
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        let found = known
            .iter()
            .find(|known| std::ptr::eq(known.schema, schema));
        if let Some(found) = found {
            return Arc::clone(&found.table);
        }
        let definition = definition::of(schema);
        let same = known
            .iter()
            .find(|known| is_same(known.table.definition(), &definition));
        let table = match same {
            Some(same) => Arc::clone(&same.table),
            None => Arc::new(self.make(link, definition)),
        };
        known.push(Known {
            schema,
            table: Arc::clone(&table),
        });
        table
    }

    /// The tables that were used so far, each once.
    fn all(&self) -> Vec<Arc<IndexedTable>> {
        let known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        let mut tables: Vec<Arc<IndexedTable>> = Vec::new();
        for known in known.iter() {
            if !tables.iter().any(|table| Arc::ptr_eq(table, &known.table)) {
                tables.push(Arc::clone(&known.table));
            }
        }
        tables
    }

    fn make(&self, link: &Arc<Link>, definition: TableDefinition) -> IndexedTable {
        let backend = Arc::new(Gated(Arc::clone(link)));
        let (settings, clocks) = (self.settings.clone(), Arc::clone(&self.clocks));
        let table = IndexedTable::with_clocks(backend, Arc::new(definition), settings, clocks);
        table.counting_in(Arc::clone(&link.counters.index))
    }
}

/// Whether two definitions of one table keep the same indexes.
fn is_same(a: &TableDefinition, b: &TableDefinition) -> bool {
    let texts = |of: &TableDefinition| {
        let texts = of.indexes.iter().map(|index| of.stored_text(index));
        texts.collect::<Vec<_>>()
    };
    let tables = |of: &TableDefinition| {
        let tables = of.indexes.iter().map(|index| index.table.clone());
        tables.collect::<Vec<_>>()
    };
    (&a.table, &a.families) == (&b.table, &b.families)
        && tables(a) == tables(b)
        && texts(a) == texts(b)
}

impl fmt::Debug for Registry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Registry")
            .field("settings", &self.settings)
            .finish_non_exhaustive()
    }
}

impl Connection {
    /// The same connection, whose tables with indexes have these settings, which all clients of a table must share.
    /// Deletions of old entries wait in this connection and its clones, so keep it.
    ///
    /// A connection has the settings of its [`Limits`]: [`index_query_limit`](Limits#structfield.index_query_limit) and
    /// [`index_write_limit`](Limits#structfield.index_write_limit).
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
