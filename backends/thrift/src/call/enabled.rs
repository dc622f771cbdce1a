//! The tables that are known to be enabled.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use hbase_model::TableName;

/// The time for which an enabled table is assumed to stay enabled.
const TRUSTED: Duration = Duration::from_secs(5);

/// Maximum number of tables remembered.
const MAX_TABLES: usize = 1024;

/// The times at which tables were last seen enabled.
#[derive(Debug, Default)]
pub(crate) struct EnabledTables(Mutex<HashMap<TableName, Instant>>);

impl EnabledTables {
    /// Whether the table was seen enabled a few seconds ago.
    pub(crate) fn is_trusted(&self, table: &TableName) -> bool {
        let seen = self.lock().get(table).copied();
        seen.is_some_and(|seen| seen.elapsed() < TRUSTED)
    }

    pub(crate) fn insert(&self, table: &TableName) {
        let mut tables = self.lock();
        if tables.len() >= MAX_TABLES {
            tables.clear();
        }
        tables.insert(table.clone(), Instant::now());
    }

    pub(crate) fn remove(&self, table: &TableName) {
        self.lock().remove(table);
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<TableName, Instant>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
