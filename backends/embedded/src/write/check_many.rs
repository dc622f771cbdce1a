//! Many conditional mutations: one commit for each batch of them.

use std::collections::HashSet;

use hbase_backend::{CheckAndMutate, Durability, Result};
use hbase_model::TableName;

use super::apply::{BATCH_BYTES, BATCH_ROWS};
use super::condition::observe;
use super::stage::Stage;
use crate::store::Store;
use crate::table::{Table, WriteError};
use crate::work::Work;

impl Store {
    /// Checks and writes rows in batches. A batch has each row at most once, so that each condition sees the
    /// writes of the mutations before it. A batch's error is the error of each of its rows; the results of
    /// earlier batches are kept.
    pub(crate) fn check_and_mutate_many(
        &self,
        name: &TableName,
        checks: &[CheckAndMutate],
        work: &mut Work,
    ) -> Result<Vec<Result<bool>>> {
        self.table(name)?;
        let mut outcomes = Vec::with_capacity(checks.len());
        let mut rest = checks;
        while !rest.is_empty() {
            let (batch, later) = rest.split_at(batch_len(rest));
            rest = later;
            match self.write(name, |table| self.check_batch(table, batch, work)) {
                Ok(of_batch) => outcomes.extend(of_batch),
                Err(error) => outcomes.extend(batch.iter().map(|_| Err(error.clone()))),
            }
        }
        Ok(outcomes)
    }

    fn check_batch(
        &self,
        table: &Table,
        checks: &[CheckAndMutate],
        work: &mut Work,
    ) -> Result<Vec<Result<bool>>, WriteError> {
        let rows = checks.iter().map(|check| check.mutation.row());
        let locked = self.locks().lock(table.id(), rows, work.deadline());
        let _rows = locked?;
        let mut stage = Stage::new(self, table);
        let mut durability = Durability::SkipWal;
        let (mut written, mut outcomes) = (Vec::new(), Vec::with_capacity(checks.len()));
        for check in checks {
            let before = stage.batch.len();
            let outcome = stage_checked(&mut stage, check, work);
            let mutation = &check.mutation;
            if matches!(outcome, Ok(true)) {
                written.push(mutation.row());
                if table.safety(mutation.durability) >= table.safety(durability) {
                    durability = mutation.durability;
                }
            } else {
                stage.batch.truncate(before);
            }
            outcomes.push(outcome);
        }
        self.commit(stage, &written, durability, work)?;
        Ok(outcomes)
    }
}

/// Adds a mutation if its condition holds; returns whether it does.
fn stage_checked(stage: &mut Stage<'_>, check: &CheckAndMutate, work: &mut Work) -> Result<bool> {
    check.validate()?;
    let observed = observe(stage.store, stage.table, check, work)?;
    if observed.holds {
        stage.mutation(&check.mutation, observed.timestamp, work)?;
    }
    Ok(observed.holds)
}

/// Number of mutations of the next batch: at least one, and at most one of each row.
fn batch_len(checks: &[CheckAndMutate]) -> usize {
    let (mut bytes, mut count) = (0, 0);
    let mut rows = HashSet::new();
    for check in checks.iter().take(BATCH_ROWS) {
        bytes += check.mutation.cells().as_bytes().len();
        if bytes > BATCH_BYTES || !rows.insert(check.mutation.row()) {
            break;
        }
        count += 1;
    }
    count.max(1)
}
