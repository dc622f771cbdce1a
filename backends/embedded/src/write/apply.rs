//! Writes rows, from their locks to the commit.

use hbase_backend::{Append, CheckAndMutate, Durability, Increment, Mutation, Result, Row};
use hbase_model::TableName;

use super::condition::observe;
use super::stage::{Stage, check_mutation};
use super::update::{stage_append, stage_increment};
use crate::locks::Locked;
use crate::store::Store;
use crate::table::{Table, WriteError};
use crate::work::Work;

/// Maximum rows and bytes of one batch of the engine.
pub(super) const BATCH_ROWS: usize = 1024;
pub(super) const BATCH_BYTES: usize = 4 << 20;

impl Store {
    pub(crate) fn mutate(
        &self,
        name: &TableName,
        mutation: &Mutation,
        work: &mut Work,
    ) -> Result<()> {
        self.write(name, |table| {
            check_mutation(table, mutation)?;
            let _row = self.lock_row(table, mutation.row(), work)?;
            let mut stage = Stage::new(self, table);
            stage.mutation(mutation, 0, work)?;
            self.commit(stage, &[mutation.row()], mutation.durability, work)
        })
    }

    /// Writes many rows in atomic batches, without rejected rows.
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
    ) -> Result<Vec<Result<()>>, WriteError> {
        let rows: Vec<&[u8]> = mutations.iter().map(Mutation::row).collect();
        let locked = self
            .locks()
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
            // The batch is one write: it gets the strongest durability of its rows.
            if table.safety(mutation.durability) >= table.safety(durability) {
                durability = mutation.durability;
            }
            outcomes.push(outcome);
        }
        self.commit(stage, &rows, durability, work)?;
        Ok(outcomes)
    }

    fn lock_row(&self, table: &Table, row: &[u8], work: &Work) -> Result<Locked<'_>> {
        self.locks().lock(table.id(), [row], work.deadline())
    }

    pub(super) fn commit(
        &self,
        mut stage: Stage<'_>,
        rows: &[&[u8]],
        durability: Durability,
        work: &Work,
    ) -> Result<(), WriteError> {
        if stage.batch.is_empty() {
            return Ok(());
        }
        let table = stage.table;
        // After the row locks, as in compactions. In the other order, a writer that holds the table could wait
        // for a row whose holder waits for the table: a waiting alteration lets nobody else in.
        let _table = table.hold(work.deadline())?;
        let safety = table.safety(durability);
        let cells = stage.batch.len();
        for mark in &stage.marks {
            mark.put(&mut stage.batch);
        }
        let bytes = stage.batch.bytes();
        let written = self.engine().commit(stage.batch, safety, work.deadline());
        written.map_err(WriteError::Failed)?;
        // Only now: until a mark is written, later writes at such times have to bring it along.
        self.stamps().written(&stage.marks);
        self.activity().note_written(bytes);
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
            let _row = self.lock_row(table, mutation.row(), work)?;
            let observed = observe(self, table, check, work)?;
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
            let _row = self.lock_row(table, row, work)?;
            let mut stage = Stage::new(self, table);
            let answer = stage_increment(&mut stage, increment, work)?;
            self.commit(stage, &[row], increment.durability, work)?;
            Ok(answer)
        })
    }

    pub(crate) fn append(&self, name: &TableName, append: &Append, work: &mut Work) -> Result<Row> {
        append.validate()?;
        let row = append.row.as_slice();
        self.write(name, |table| {
            let _row = self.lock_row(table, row, work)?;
            let mut stage = Stage::new(self, table);
            let answer = stage_append(&mut stage, append, work)?;
            self.commit(stage, &[row], append.durability, work)?;
            Ok(answer)
        })
    }
}

/// Number of mutations of the next batch; at least one.
fn batch_len(mutations: &[Mutation]) -> usize {
    let mut bytes = 0;
    let fits = |mutation: &&Mutation| {
        bytes += mutation.cells().as_bytes().len();
        bytes <= BATCH_BYTES
    };
    let count = mutations.iter().take(BATCH_ROWS).take_while(fits).count();
    count.max(1)
}
