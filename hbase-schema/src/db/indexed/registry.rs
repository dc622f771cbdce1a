//! The tables with indexes of a connection.

use std::fmt;
use std::sync::{Arc, PoisonError, RwLock};

use hbase_index::{Clocks, IndexedTable, Settings, SystemClocks, TableDefinition};

use super::definition;
use super::gated::Gated;
use crate::db::connection::limits::Limits;
use crate::db::connection::link::Link;
use crate::schema::TableSchema;

/// The tables with indexes that a connection and its clones have used. A table caches the states of its indexes, and
/// keeps the deletions of old entries until their time has come.
pub(in crate::db) struct Registry {
    pub(super) settings: Settings,
    pub(super) clocks: Arc<dyn Clocks>,
    /// Writes only read it: structs are added once.
    known: RwLock<Vec<Known>>,
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

    pub(super) fn with_clocks(settings: Settings, clocks: Arc<dyn Clocks>) -> Self {
        Self {
            settings,
            clocks,
            known: RwLock::default(),
        }
    }

    /// The table of a struct. Structs of one table that declare the same indexes share it.
    pub(super) fn table(
        &self,
        link: &Arc<Link>,
        schema: &'static TableSchema,
    ) -> Arc<IndexedTable> {
        let known = self.known.read().unwrap_or_else(PoisonError::into_inner);
        let found = table_of(&known, schema);
        drop(known);
        found.unwrap_or_else(|| self.add(link, schema))
    }

    /// Adds a struct, unless another thread has just done so.
    fn add(&self, link: &Arc<Link>, schema: &'static TableSchema) -> Arc<IndexedTable> {
        let mut known = self.known.write().unwrap_or_else(PoisonError::into_inner);
        if let Some(table) = table_of(&known, schema) {
            return table;
        }
        let same = known.iter().find(|known| is_same(known.schema, schema));
        let table = match same {
            Some(same) => Arc::clone(&same.table),
            None => Arc::new(self.make(link, definition::of(schema))),
        };
        known.push(Known {
            schema,
            table: Arc::clone(&table),
        });
        table
    }

    /// The tables that were used so far, each once.
    pub(super) fn all(&self) -> Vec<Arc<IndexedTable>> {
        let known = self.known.read().unwrap_or_else(PoisonError::into_inner);
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

fn table_of(known: &[Known], schema: &'static TableSchema) -> Option<Arc<IndexedTable>> {
    let mut known = known.iter();
    let found = known.find(|known| std::ptr::eq(known.schema, schema));
    found.map(|found| Arc::clone(&found.table))
}

/// Whether two structs declare the same table with the same indexes, whose values they compute in the same way.
fn is_same(a: &TableSchema, b: &TableSchema) -> bool {
    let families = |of: &TableSchema| {
        let names = of.table.families.iter().map(|family| family.name.clone());
        names.collect::<Vec<_>>()
    };
    let mut indexes = a.indexes.iter().zip(b.indexes);
    a.table.name == b.table.name
        && families(a) == families(b)
        && a.indexes.len() == b.indexes.len()
        && indexes.all(|(a, b)| a.has_same_values(b))
}

impl fmt::Debug for Registry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Registry")
            .field("settings", &self.settings)
            .finish_non_exhaustive()
    }
}
