//! The store's state: an engine, its catalog, locks and clock. The operations on it are in `point`, `read`,
//! `write`, `ddl`, `compact` and `upkeep`. All of them may block; the backend keeps them off the runtime's
//! threads.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use hbase_backend::{Deadline, Result};
use hbase_model::TableName;
use parking_lot::{Mutex, RwLock, RwLockReadGuard};

use crate::activity::Activity;
use crate::catalog::{Catalog, Change};
use crate::engine::{Batch, Engine, Memory, Safety};
use crate::gate::Gate;
use crate::locks::RowLocks;
use crate::options::Options;
use crate::stamps::Stamps;
use crate::table::{Table, WriteError};
use crate::work::Work;

/// Maximum time for which changes of the catalog may delay opening a failed engine's files again.
const REOPENING: Duration = Duration::from_secs(5);

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
    /// Held by the thread that opens the engine's files again.
    reopening: Mutex<()>,
    /// Whether the stored catalog may have changes that failed.
    is_unrestored: AtomicBool,
}

impl Drop for Store {
    fn drop(&mut self) {
        self.record_newest_time();
        let none: Box<dyn Engine> = Box::new(Memory::default());
        std::mem::replace(&mut self.engine, none).close();
    }
}

impl Store {
    /// If it fails, times after the next opening may be a little ahead of the clock, as after a kill.
    fn record_newest_time(&self) {
        let Some(mark) = self.stamps.at_close() else {
            return;
        };
        let mut batch = Batch::default();
        mark.put(&mut batch);
        let soon = Deadline::after(Duration::from_secs(1));
        let _ = self.engine.commit(batch, Safety::Logged, soon);
    }

    /// Opens the files of a failed engine again, if that may succeed now. Changes of the catalog that failed
    /// are undone in the files. Returns whether the store takes writes.
    ///
    /// The caller holds no lock of the store.
    pub(crate) fn reopen_if_failed(&self) -> bool {
        let is_sound = || !self.engine.is_failed() && !self.is_unrestored.load(Ordering::Acquire);
        if is_sound() {
            return true;
        }
        let Some(_one) = self.reopening.try_lock() else {
            return false;
        };
        let work = Work::new("opening files again", Deadline::after(REOPENING));
        let change = self.change(&work);
        // If it fails, the next call tries again.
        let _ = change.alone_in_catalog(|| self.reopen(&change));
        is_sound()
    }

    fn reopen(&self, change: &Change<'_>) {
        let release = || self.activity.release_snapshots();
        if self.engine.reopen(&release) {
            self.is_unrestored.store(true, Ordering::Release);
        }
        // Also after an earlier call that opened the files, and could not restore the catalog.
        if !self.engine.is_failed() && change.restore().is_ok() {
            self.is_unrestored.store(false, Ordering::Release);
        }
    }

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
            reopening: Mutex::default(),
            is_unrestored: AtomicBool::default(),
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
        self.catalog.read()
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
                // The error may be that of the old state, such as a keyspace that was dropped.
                Err(WriteError::Rejected(_)) if table.is_outdated() => {}
                Err(WriteError::Rejected(error) | WriteError::Failed(error)) => return Err(error),
            }
        }
    }
}
