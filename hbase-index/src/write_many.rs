//! Writes many rows: each step is one backend call for all of them.

use std::collections::HashSet;
use std::iter::Peekable;
use std::vec::IntoIter;

use futures_util::{StreamExt, stream};
use hbase_backend::Deadline;
use hbase_backend::retry::Pauses;

use crate::bulk::{Deadlines, RowStep};
use crate::domain::Bytes;
use crate::error::{IndexError, Result};
use crate::intent::Intent;
use crate::protocol::Request;
use crate::table::IndexedTable;
use crate::write::{Limits, Running, Written};

/// Maximum rows that are written together.
const ROWS: usize = 512;

impl IndexedTable {
    /// Writes several rows, many at a time; returns one result per row, in their order. Writes of one row take
    /// effect in that order. A failed write does not prevent the others.
    ///
    /// The rows take the steps of [`write`](Self::write) together, each step in one call of the backend. Reads
    /// and puts of entries take at most half of the time that is left, so that only the rows whose server does
    /// not respond fail.
    pub async fn write_many(
        &self,
        intents: Vec<Intent>,
        deadline: Deadline,
    ) -> Vec<Result<Written>> {
        let concurrent = self.backend.concurrent_batches().max(1);
        let mut results = Vec::with_capacity(intents.len());
        let mut rest = intents.into_iter().peekable();
        while rest.peek().is_some() {
            let (mut rows, mut groups) = (HashSet::new(), Vec::new());
            while let Some(group) = next_group(&mut rest, &mut rows) {
                groups.push(self.write_group(group, deadline));
            }
            let written = stream::iter(groups).buffered(concurrent);
            let written: Vec<Vec<_>> = written.collect().await;
            results.extend(written.into_iter().flatten());
        }
        let written = results.iter().filter(|result| result.is_ok()).count();
        self.after_writes(written, deadline).await;
        results
    }

    /// Writes different rows.
    async fn write_group(&self, intents: Vec<Intent>, deadline: Deadline) -> Vec<Result<Written>> {
        let count = intents.len();
        match self.start_group(intents, deadline).await {
            Ok(group) => group.run().await,
            Err(error) => vec![Err(error); count],
        }
    }

    async fn start_group(&self, intents: Vec<Intent>, deadline: Deadline) -> Result<Group<'_>> {
        self.check_capabilities()?;
        let (since, states) = self.states(deadline).await?;
        let domain = self.domain(states.iter().map(|state| state.is_written()).collect());
        let writes = intents.iter().zip(self.inputs(intents.len()));
        let writes =
            writes.map(|(intent, input)| self.start_write(intent.clone(), &domain, &input));
        let writes: Vec<_> = writes.collect();
        Ok(Group {
            intents: writes.iter().map(|write| write.intent.clone()).collect(),
            results: writes.iter().map(|_| None).collect(),
            late: Vec::new(),
            domain,
            table: self,
            limits: Limits { since, deadline },
            writes: writes.into_iter().map(Some).collect(),
        })
    }
}

/// The next rows, none of which is in `rows`.
fn next_group(
    intents: &mut Peekable<IntoIter<Intent>>,
    rows: &mut HashSet<Vec<u8>>,
) -> Option<Vec<Intent>> {
    let mut group = Vec::new();
    while group.len() < ROWS
        // A row that is already in a group ends the round: its two writes could otherwise take effect in
        // either order.
        && let Some(intent) = intents.next_if(|intent| rows.insert(intent.row().to_vec()))
    {
        group.push(intent);
    }
    (!group.is_empty()).then_some(group)
}

/// The writes of different rows.
struct Group<'t> {
    table: &'t IndexedTable,
    domain: Bytes,
    limits: Limits,
    intents: Vec<Intent>,
    /// The writes that have not ended.
    writes: Vec<Option<Running>>,
    /// The results of those that have.
    results: Vec<Option<Result<Written>>>,
    /// The writes that have written their rows too late.
    late: Vec<(usize, Running)>,
}

impl Group<'_> {
    async fn run(mut self) -> Vec<Result<Written>> {
        self.take_steps().await;
        for (position, write) in std::mem::take(&mut self.late) {
            let result = self.table.finish_in_time(self.limits, write).await;
            self.results[position] = Some(result);
        }
        self.results.into_iter().flatten().collect()
    }

    async fn take_steps(&mut self) {
        let mut pauses = Pauses::default();
        loop {
            if self.is_disturbed() {
                self.table.pause(&mut pauses, self.limits).await;
            }
            let changes = self
                .table
                .changes_deadline(self.limits.since, self.limits.deadline);
            let requests = self.requests(changes.as_ref().err());
            if requests.is_empty() {
                return;
            }
            let deadlines = Deadlines {
                reads: self.limits.deadline,
                changes: changes.unwrap_or(self.limits.deadline),
            };
            let executed = self
                .table
                .take_step(&self.intents, requests, deadlines)
                .await;
            let inputs = self.table.inputs(executed.len());
            for ((position, executed), input) in executed.into_iter().zip(inputs) {
                let write = self.writes[position].take();
                let respond = |write: Running| write.respond(&self.domain, executed, &input);
                self.writes[position] = write.map(respond);
            }
        }
    }

    /// Whether other writers changed all rows that remain: no other row waits for the pause.
    fn is_disturbed(&self) -> bool {
        let mut remaining = self.writes.iter().flatten().peekable();
        remaining.peek().is_some() && remaining.all(|running| running.write.is_disturbed())
    }

    /// The next request of each write. Writes that have none, or that are too late, end.
    fn requests(&mut self, late: Option<&IndexError>) -> Vec<RowStep> {
        let mut requests = Vec::new();
        for (position, slot) in self.writes.iter_mut().enumerate() {
            let Some(write) = slot.take() else { continue };
            self.results[position] = match (write.write.request(), late) {
                (None, _) if self.table.is_late(self.limits.since, &write) => {
                    self.late.push((position, write));
                    None
                }
                (None, _) => Some(self.table.finish(write, self.limits)),
                // A read changes nothing, so it may be late. After a lost response it shows whether the row
                // was written.
                (Some(request), Some(late)) if !matches!(request, Request::ReadRow) => {
                    Some(Err(late.clone()))
                }
                (Some(request), _) => {
                    requests.push(RowStep { position, request });
                    let concurrent = write.write.concurrent_request();
                    let concurrent = concurrent.map(|request| RowStep { position, request });
                    requests.extend(concurrent);
                    *slot = Some(write);
                    None
                }
            };
        }
        requests
    }
}
