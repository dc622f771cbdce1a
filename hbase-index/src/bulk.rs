//! Takes the same step for many rows in one backend call.
//!
//! While some rows are read, others are written. If a call fails as a whole and without effect, its requests
//! are carried out row by row.

use futures_util::future::join3;
use futures_util::{StreamExt, stream};
use hbase_backend::{CheckAndMutate, Deadline, Error, Get, Mutation};

use crate::domain::Bytes;
use crate::error::Result;
use crate::execute::Executed;
use crate::intent::{Intent, Reads};
use crate::protocol::{Request, Response, RowRead};
use crate::table::IndexedTable;

/// Maximum rows that are read or written one by one concurrently.
const CONCURRENT: usize = 64;

/// The next request of one of several writes.
pub(crate) struct RowStep {
    /// The write's position.
    pub(crate) position: usize,
    pub(crate) request: Request<Bytes>,
}

/// The time until which a step's requests may run.
#[derive(Clone, Copy)]
pub(crate) struct Deadlines {
    pub(crate) reads: Deadline,
    pub(crate) changes: Deadline,
}

/// The results of requests, by the positions of their writes.
pub(crate) type AllExecuted = Vec<(usize, Result<Executed>)>;

impl IndexedTable {
    /// Carries out the next requests of writes of different rows. A row's requests are carried out in the order
    /// of its write; those of different rows in any order.
    pub(crate) async fn take_step(
        &self,
        intents: &[Intent],
        steps: Vec<RowStep>,
        deadlines: Deadlines,
    ) -> AllExecuted {
        let (mut reads, mut puts, mut writes) = (Vec::new(), Vec::new(), Vec::new());
        for step in steps {
            match step.request {
                Request::ReadRow => reads.push(step),
                Request::PutEntries { .. } => puts.push(step),
                _ => writes.push(step),
            }
        }
        let (read, put, written) = join3(
            self.read_all(intents, reads, deadlines.reads),
            self.put_all(intents, puts, deadlines.changes),
            self.write_all(intents, writes, deadlines.changes),
        )
        .await;
        let executed = [read, put, written].into_iter();
        executed.flatten().collect()
    }

    /// Carries out requests one by one, because the error of a call with all of them may be the error of only
    /// one.
    async fn one_by_one(
        &self,
        intents: &[Intent],
        steps: Vec<RowStep>,
        deadline: Deadline,
    ) -> AllExecuted {
        let each = steps.into_iter().map(|step| async move {
            let reading = intents[step.position].reading();
            let executed = self.execute(reading, step.request, deadline).await;
            (step.position, executed)
        });
        stream::iter(each).buffered(CONCURRENT).collect().await
    }

    async fn read_all(
        &self,
        intents: &[Intent],
        steps: Vec<RowStep>,
        deadline: Deadline,
    ) -> AllExecuted {
        if steps.is_empty() {
            return Vec::new();
        }
        let of_steps: Vec<&Intent> = steps.iter().map(|step| &intents[step.position]).collect();
        let Ok(reads) = self.read_rows(&of_steps, half(deadline)).await else {
            return self.one_by_one(intents, steps, deadline).await;
        };
        let executed = |read: Result<_>| read.map(|read| Executed::of(Response::Row(read)));
        let read = steps.iter().map(|step| step.position);
        read.zip(reads.into_iter().map(executed)).collect()
    }

    /// Reads rows like [`read_row`](Self::read_row). If new rows are expected, it first checks which ones are
    /// new, and then reads the others. Rows without a stamp are read a second time, whole.
    async fn read_rows(
        &self,
        intents: &[&Intent],
        deadline: Deadline,
    ) -> Result<Vec<Result<RowRead<Bytes>>>> {
        let is_new = self.are_new(intents, deadline).await?;
        let others = (0..intents.len()).filter(|position| !is_new[*position]);
        let others: Vec<usize> = others.collect();
        let readings = others.iter().map(|position| intents[*position].reading());
        let found = self.read_with_newer_all(readings.collect(), deadline);
        let mut reads: Vec<_> = intents.iter().map(|_| self.row_read(None)).collect();
        let (mut open, mut absent) = (Vec::new(), 0);
        for (position, read) in others.iter().zip(found.await?) {
            reads[*position] = read;
            if let Ok(read) = &reads[*position] {
                absent += usize::from(read.old().is_none());
                if self.is_open(read, intents[*position].reads()) {
                    open.push(*position);
                }
            }
        }
        if open.is_empty() && !others.is_empty() {
            self.new_rows.observe_all(absent, others.len());
        }
        self.read_whole(intents, &mut reads, open, deadline).await?;
        Ok(reads)
    }

    /// Reads the rows at these positions once more, whole.
    async fn read_whole(
        &self,
        intents: &[&Intent],
        reads: &mut [Result<RowRead<Bytes>>],
        open: Vec<usize>,
        deadline: Deadline,
    ) -> Result<()> {
        let gets = open.iter();
        let gets = gets.map(|position| self.row_get(intents[*position].row(), Reads::All));
        let gets: Vec<Get> = gets.collect();
        let whole = self.get_all(&gets, deadline).await?;
        let new = whole.iter().filter(|row| row.is_none()).count();
        if !whole.is_empty() {
            self.new_rows.observe_all(new, reads.len());
        }
        for (position, row) in open.into_iter().zip(whole) {
            reads[position] = self.row_read(row.as_ref());
        }
        Ok(())
    }

    /// Which rows have no cells, if most are expected to have none.
    async fn are_new(&self, intents: &[&Intent], deadline: Deadline) -> Result<Vec<bool>> {
        if !self.new_rows.are_expected()
            || intents.iter().any(|intent| intent.reads() == Reads::All)
        {
            return Ok(vec![false; intents.len()]);
        }
        let gets = intents
            .iter()
            .map(|intent| self.existence_get(intent.row()));
        let gets: Vec<Get> = gets.collect();
        let found = self.get_all(&gets, deadline).await?;
        let is_new: Vec<bool> = found.iter().map(Option::is_none).collect();
        let new = is_new.iter().filter(|is_new| **is_new).count();
        self.new_rows.observe_all(new, is_new.len());
        Ok(is_new)
    }

    /// Puts the entries of rows, in one call for each index.
    async fn put_all(
        &self,
        intents: &[Intent],
        steps: Vec<RowStep>,
        deadline: Deadline,
    ) -> AllExecuted {
        let mut failures: Vec<Option<Error>> = vec![None; steps.len()];
        for (index, (owners, puts)) in self.puts(&steps, &mut failures).into_iter().enumerate() {
            if puts.is_empty() {
                continue;
            }
            let table = &self.index(index).table;
            match self.backend.mutate_many(table, puts, half(deadline)).await {
                Ok(mut results) => {
                    let missing = || Err(Error::invalid("a put without a result"));
                    results.resize_with(owners.len(), missing);
                    for (owner, result) in owners.into_iter().zip(results) {
                        failures[owner] = failures[owner].take().or(result.err());
                    }
                }
                Err(error) if error.is_without_effect() => {
                    // Entries of other indexes that were put are put once more, at the same timestamp and
                    // with the same value.
                    return self.one_by_one(intents, steps, deadline).await;
                }
                Err(error) => owners
                    .into_iter()
                    .for_each(|owner| failures[owner] = Some(error.clone())),
            }
        }
        let put = |failure: Option<Error>| {
            let put = failure.map_or(Ok(()), Err);
            Ok(Executed::from_result(put, |()| Response::Done))
        };
        let positions = steps.iter().map(|step| step.position);
        positions.zip(failures.into_iter().map(put)).collect()
    }

    /// The puts of each index, and the writes that they belong to.
    fn puts(
        &self,
        steps: &[RowStep],
        failures: &mut [Option<Error>],
    ) -> Vec<(Vec<usize>, Vec<Mutation>)> {
        let mut puts = vec![(Vec::new(), Vec::new()); self.definition.indexes.len()];
        for (owner, step) in steps.iter().enumerate() {
            let Request::PutEntries { entries, at } = &step.request else {
                continue;
            };
            for entry in entries.iter() {
                let (owners, of_index) = &mut puts[entry.index];
                match entry.put(self.index(entry.index), *at) {
                    Ok(put) => {
                        owners.push(owner);
                        of_index.push(put);
                    }
                    Err(error) => failures[owner] = Some(error),
                }
            }
        }
        puts
    }

    async fn write_all(
        &self,
        intents: &[Intent],
        steps: Vec<RowStep>,
        deadline: Deadline,
    ) -> AllExecuted {
        if steps.is_empty() {
            return Vec::new();
        }
        let (mut executed, mut sent, mut checks) = (Vec::new(), Vec::new(), Vec::new());
        for step in steps {
            match self.check_of(&step.request) {
                Ok(Some(check)) => {
                    checks.push(check);
                    sent.push(step);
                }
                Ok(None) => executed.push((step.position, Ok(Executed::of(Response::Lost)))),
                Err(error) => executed.push((step.position, Err(error))),
            }
        }
        let table = &self.definition.table;
        let checked = self.backend.check_and_mutate_many(table, checks, deadline);
        let mut results = match checked.await {
            Ok(results) => results,
            // Only then: if the first request took effect, a second one would fail its check.
            Err(error) if error.is_without_effect() => {
                executed.extend(self.one_by_one(intents, sent, deadline).await);
                return executed;
            }
            Err(error) => sent.iter().map(|_| Err(error.clone())).collect(),
        };
        results.resize_with(sent.len(), || {
            Err(Error::invalid("a write without a result"))
        });
        for (step, result) in sent.into_iter().zip(results) {
            executed.push((
                step.position,
                Ok(Executed::from_result(result, Response::Checked)),
            ));
        }
        executed
    }

    /// The conditional mutation of a row's write; writes send no other change of a row.
    fn check_of(&self, request: &Request<Bytes>) -> Result<Option<CheckAndMutate>> {
        let Request::WriteRow {
            check,
            stamp,
            change,
        } = request
        else {
            return Ok(None);
        };
        let mutation = self.stamped(change, *stamp)?;
        Ok(Some(self.checked(*check, mutation)))
    }
}

/// Half of the remaining time; the other half is for the next steps.
fn half(deadline: Deadline) -> Deadline {
    Deadline::after(deadline.remaining() / 2)
}
