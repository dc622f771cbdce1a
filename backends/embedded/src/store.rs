//! The store: an engine, its catalog, its locks and its clock. Everything here may wait; the
//! backend above keeps it off the runtime's threads.

use std::sync::{Arc, PoisonError, RwLock, RwLockReadGuard};

use hbase_model::{
    Append, CheckAndMutate, Durability, Get, Increment, Mutation, Result, Row, TableChange,
    TableDescriptor, TableName,
};

use crate::catalog::{Catalog, Change};
use crate::compact;
use crate::engine::{Engine, Memory};
use crate::gate::Gate;
use crate::locks::RowLocks;
use crate::options::Options;
use crate::point;
use crate::read::{Pinned, Written};
use crate::table::{Stop, Table};
use crate::upkeep::Upkeep;
use crate::work::Work;
use crate::write::{self, Stage, Stamps, check_mutation};

/// Rows and bytes that go into one batch of the engine at most.
const BATCH_ROWS: usize = 1024;
const BATCH_BYTES: usize = 4 << 20;

/// A store of tables.
#[derive(Debug)]
pub(crate) struct Store {
    engine: Box<dyn Engine>,
    options: Options,
    catalog: RwLock<Catalog>,
    /// Held alone by who changes the catalog.
    turn: Gate,
    locks: RowLocks,
    stamps: Stamps,
    upkeep: Upkeep,
}

impl Drop for Store {
    fn drop(&mut self) {
        let none: Box<dyn Engine> = Box::new(Memory::default());
        std::mem::replace(&mut self.engine, none).close();
    }
}

impl Store {
    /// A store on an engine, with the tables that it holds.
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
            upkeep: Upkeep::default(),
        })
    }

    /// A store that many use, and that keeps itself in order.
    pub(crate) fn shared(engine: Box<dyn Engine>, options: Options) -> Result<Arc<Self>> {
        let store = Arc::new(Self::new(engine, options)?);
        store.upkeep.set_store(&store);
        if store.engine.waits() {
            // An earlier process may have left something to do.
            store.upkeep.wake();
        }
        Ok(store)
    }

    pub(crate) fn upkeep(&self) -> &Upkeep {
        &self.upkeep
    }

    /// What was written since the store was opened.
    pub(crate) fn written(&self) -> &Written {
        self.upkeep.written()
    }

    /// Notes what may keep a snapshot.
    pub(crate) fn note_pinned(&self, scan: &Arc<dyn Pinned>) {
        self.upkeep.note_pinned(scan);
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

    fn change(&self, work: &Work) -> Change<'_> {
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

    pub(crate) fn create_namespace(&self, name: &str, work: &Work) -> Result<()> {
        self.change(work).add_namespace(name)
    }

    pub(crate) fn drop_namespace(&self, name: &str, work: &Work) -> Result<()> {
        self.change(work).drop_namespace(name)
    }

    pub(crate) fn create_table(&self, table: &TableDescriptor, work: &Work) -> Result<()> {
        self.change(work).create_table(table)
    }

    pub(crate) fn drop_table(&self, name: &TableName, work: &Work) -> Result<()> {
        self.change(work).drop_table(name)?;
        self.upkeep.wake();
        Ok(())
    }

    pub(crate) fn truncate_table(
        &self,
        name: &TableName,
        preserve_splits: bool,
        work: &Work,
    ) -> Result<()> {
        self.change(work).truncate_table(name, preserve_splits)?;
        self.upkeep.wake();
        Ok(())
    }

    /// Makes the changes one after the other; each of them as a whole or not at all.
    pub(crate) fn alter_table(
        &self,
        name: &TableName,
        changes: &[TableChange],
        work: &mut Work,
    ) -> Result<()> {
        self.table(name)?;
        changes.iter().try_for_each(|change| {
            work.check()?;
            change.validate()?;
            self.change(work).alter_table(name, change)
        })
    }

    /// Reads from a table, once more where it was altered in between.
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

    /// Writes to a table, from the beginning where it was altered before anything was written.
    fn write<T>(
        &self,
        name: &TableName,
        mut write: impl FnMut(&Table) -> Result<T, Stop>,
    ) -> Result<T> {
        loop {
            let table = self.table(name)?;
            match write(&table) {
                Ok(answer) => return Ok(answer),
                Err(Stop::Outdated) => {}
                Err(Stop::Refused(_)) if table.is_outdated() => {}
                Err(Stop::Refused(error) | Stop::Failed(error)) => return Err(error),
            }
        }
    }

    pub(crate) fn get(&self, name: &TableName, get: &Get, work: &mut Work) -> Result<Option<Row>> {
        self.read(name, |table| point::get(self, table, get, work))
    }

    pub(crate) fn get_many(
        &self,
        name: &TableName,
        gets: &[Get],
        work: &mut Work,
    ) -> Result<Vec<Option<Row>>> {
        self.table(name)?;
        gets.iter()
            .map(|get| {
                work.check()?;
                self.get(name, get, work)
            })
            .collect()
    }

    pub(crate) fn mutate(
        &self,
        name: &TableName,
        mutation: &Mutation,
        work: &mut Work,
    ) -> Result<()> {
        self.write(name, |table| {
            check_mutation(table, mutation)?;
            let _row = self
                .locks
                .lock(table.id(), [mutation.row()], work.deadline())?;
            let mut stage = Stage::new(self, table);
            stage.mutation(mutation, 0, work)?;
            self.commit(stage, &[mutation.row()], mutation.durability, work)
        })
    }

    /// Many rows, in batches: each batch is written at once, a row that is refused is left out.
    pub(crate) fn mutate_many(
        &self,
        name: &TableName,
        mutations: &[Mutation],
        work: &mut Work,
    ) -> Result<Vec<Result<()>>> {
        self.table(name)?;
        let mut outcomes = Vec::with_capacity(mutations.len());
        let mut rest = mutations;
        while !rest.is_empty() {
            let (batch, later) = rest.split_at(batch_len(rest));
            rest = later;
            outcomes.extend(self.write(name, |table| self.mutate_batch(table, batch, work))?);
        }
        Ok(outcomes)
    }

    fn mutate_batch(
        &self,
        table: &Table,
        mutations: &[Mutation],
        work: &mut Work,
    ) -> Result<Vec<Result<()>>, Stop> {
        let rows: Vec<&[u8]> = mutations.iter().map(Mutation::row).collect();
        let locked = self
            .locks
            .lock(table.id(), rows.iter().copied(), work.deadline());
        let _rows = locked?;
        let mut stage = Stage::new(self, table);
        let mut durability = Durability::SkipWal;
        let mut outcomes = Vec::with_capacity(mutations.len());
        for mutation in mutations {
            let before = stage.batch.len();
            let outcome =
                check_mutation(table, mutation).and_then(|()| stage.mutation(mutation, 0, work));
            if outcome.is_err() {
                stage.batch.truncate(before);
            }
            if table.safety(mutation.durability) >= table.safety(durability) {
                durability = mutation.durability;
            }
            outcomes.push(outcome);
        }
        self.commit(stage, &rows, durability, work)?;
        Ok(outcomes)
    }

    fn commit(
        &self,
        mut stage: Stage<'_>,
        rows: &[&[u8]],
        durability: Durability,
        work: &Work,
    ) -> Result<(), Stop> {
        if stage.batch.is_empty() {
            return Ok(());
        }
        let table = stage.table;
        let _table = table.hold(work.deadline())?;
        let safety = table.safety(durability);
        let cells = stage.batch.len();
        for mark in &stage.marks {
            mark.put(&mut stage.batch);
        }
        let bytes = stage.batch.bytes();
        let written = self.engine.commit(stage.batch, safety, work.deadline());
        written.map_err(Stop::Failed)?;
        self.stamps.written(&stage.marks);
        self.upkeep.note_written(bytes);
        table.note_written(rows, cells);
        Ok(())
    }

    pub(crate) fn check_and_mutate(
        &self,
        name: &TableName,
        check: &CheckAndMutate,
        work: &mut Work,
    ) -> Result<bool> {
        check.validate()?;
        let mutation = &check.mutation;
        self.write(name, |table| {
            let _row = self
                .locks
                .lock(table.id(), [mutation.row()], work.deadline())?;
            let observed = write::observe(self, table, check, work)?;
            if !observed.holds {
                return Ok(false);
            }
            let mut stage = Stage::new(self, table);
            stage.mutation(mutation, observed.timestamp, work)?;
            self.commit(stage, &[mutation.row()], mutation.durability, work)?;
            Ok(true)
        })
    }

    pub(crate) fn increment(
        &self,
        name: &TableName,
        increment: &Increment,
        work: &mut Work,
    ) -> Result<Row> {
        increment.validate()?;
        let row = increment.row.as_slice();
        self.write(name, |table| {
            let _row = self.locks.lock(table.id(), [row], work.deadline())?;
            let mut stage = Stage::new(self, table);
            let answer = write::stage_increment(&mut stage, increment, work)?;
            self.commit(stage, &[row], increment.durability, work)?;
            Ok(answer)
        })
    }

    pub(crate) fn append(&self, name: &TableName, append: &Append, work: &mut Work) -> Result<Row> {
        append.validate()?;
        let row = append.row.as_slice();
        self.write(name, |table| {
            let _row = self.locks.lock(table.id(), [row], work.deadline())?;
            let mut stage = Stage::new(self, table);
            let answer = write::stage_append(&mut stage, append, work)?;
            self.commit(stage, &[row], append.durability, work)?;
            Ok(answer)
        })
    }

    pub(crate) fn flush(&self, name: &TableName, work: &mut Work) -> Result<()> {
        self.write(name, |table| compact::flush(self, table, work))
    }

    pub(crate) fn major_compact(&self, name: &TableName, work: &mut Work) -> Result<()> {
        self.write(name, |table| compact::major(self, table, work))?;
        // The files that were merged are left to delete.
        if self.engine.waits() {
            self.upkeep.wake();
        }
        Ok(())
    }
}

/// How many of the mutations go into one batch; at least one.
fn batch_len(mutations: &[Mutation]) -> usize {
    let mut bytes = 0;
    let fits = |mutation: &&Mutation| {
        bytes += mutation.cells().as_bytes().len();
        bytes <= BATCH_BYTES
    };
    let count = mutations.iter().take(BATCH_ROWS).take_while(fits).count();
    count.max(1)
}
