//! The store's state: an engine, its catalog, locks and clock. The operations are in `point`,
//! `read`, `write`, `ddl`, `compact` and `upkeep`, above it. All of them may block; the backend
//! keeps them off the runtime's threads.

use std::sync::{Arc, PoisonError, RwLock, RwLockReadGuard};

use hbase_model::{Result, TableName};

use crate::activity::Activity;
use crate::catalog::{Catalog, Change};
use crate::engine::{Engine, Memory};
use crate::gate::Gate;
use crate::locks::RowLocks;
use crate::options::Options;
use crate::stamps::Stamps;
use crate::table::{Table, WriteError};
use crate::work::Work;

/// A store of tables.
#[derive(Debug)]
pub(crate) struct Store {
    engine: Box<dyn Engine>,
    options: Options,
    catalog: RwLock<Catalog>,
    /// Held exclusively by the thread that changes the catalog.
    turn: Gate,
    locks: RowLocks,
    stamps: Stamps,
    activity: Activity,
}

impl Drop for Store {
    fn drop(&mut self) {
        let none: Box<dyn Engine> = Box::new(Memory::default());
        std::mem::replace(&mut self.engine, none).close();
    }
}

impl Store {
    /// A store on an engine, with the engine's tables.
    pub(crate) fn new(engine: Box<dyn Engine>, options: Options) -> Result<Self> {
        let catalog = Catalog::load(engine.as_ref())?;
        let has_tables = !catalog.tables().is_empty();
        let stamps = Stamps::load(engine.as_ref(), has_tables, options.clock.now_ms())?;
        Ok(Self {
            engine,
            options,
            catalog: RwLock::new(catalog),
            turn: Gate::default(),
            locks: RowLocks::default(),
            stamps,
            activity: Activity::default(),
        })
    }

    pub(crate) fn activity(&self) -> &Activity {
        &self.activity
    }

    pub(crate) fn engine(&self) -> &dyn Engine {
        self.engine.as_ref()
    }

    pub(crate) fn options(&self) -> &Options {
        &self.options
    }

    pub(crate) fn locks(&self) -> &RowLocks {
        &self.locks
    }

    pub(crate) fn stamps(&self) -> &Stamps {
        &self.stamps
    }

    /// The server's time, in milliseconds since 1970.
    pub(crate) fn now(&self) -> i64 {
        self.options.clock.now_ms()
    }

    pub(crate) fn catalog(&self) -> RwLockReadGuard<'_, Catalog> {
        self.catalog.read().unwrap_or_else(PoisonError::into_inner)
    }

    /// Starts a change of the catalog.
    pub(crate) fn change(&self, work: &Work) -> Change<'_> {
        Change {
            engine: self.engine(),
            catalog: &self.catalog,
            turn: &self.turn,
            deadline: work.deadline(),
        }
    }

    pub(crate) fn table(&self, name: &TableName) -> Result<Arc<Table>> {
        self.catalog().table(name)
    }

    /// Reads from a table; retries if it was altered meanwhile.
    pub(crate) fn read<T>(
        &self,
        name: &TableName,
        mut read: impl FnMut(&Table) -> Result<T>,
    ) -> Result<T> {
        loop {
            let table = self.table(name)?;
            match read(&table) {
                Err(_) if table.is_outdated() => {}
                answer => return answer,
            }
        }
    }

    /// Writes to a table; retries if it was altered before anything was written.
    pub(crate) fn write<T>(
        &self,
        name: &TableName,
        mut write: impl FnMut(&Table) -> Result<T, WriteError>,
    ) -> Result<T> {
        loop {
            let table = self.table(name)?;
            match write(&table) {
                Ok(answer) => return Ok(answer),
                Err(WriteError::Outdated) => {}
                Err(WriteError::Rejected(_)) if table.is_outdated() => {}
                Err(WriteError::Rejected(error) | WriteError::Failed(error)) => return Err(error),
            }
        }
    }
}
