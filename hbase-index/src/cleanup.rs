//! The deletions of old entries, which wait until no query can need them.
//!
//! Writes carry them out ([`after_writes`](IndexedTable::after_writes)). No task runs in the background, so nothing
//! outlives the runtime.

use std::time::Duration;

use hbase_backend::{Deadline, Error, Mutation};

use crate::domain::Bytes;
use crate::error::{IndexError, Result};
use crate::protocol::{Cleanup, Request, Response};
use crate::queue::Lag;
use crate::table::IndexedTable;

/// The longest pause of [`IndexedTable::run_clean_up`] between two checks of the queue.
const PAUSE: Duration = Duration::from_secs(1);

/// Due deletions that a write collects before it carries them out, so that few writes take longer.
const BATCH: usize = 64;

/// The time for which a due deletion may wait for others.
const LATE: Duration = Duration::from_secs(10);

/// Maximum time that a write spends on due deletions.
const TIME: Duration = Duration::from_secs(1);

impl IndexedTable {
    /// Deletes some of the old entries that are due, after `rows` rows were written. Each written row adds the
    /// old entries of one write, so twice as many deletions keep up. One batch serves many single writes.
    ///
    /// Errors do not concern the writes. The deletions that failed are retried, at first by a write some time
    /// later.
    pub(crate) async fn after_writes(&self, rows: usize, deadline: Deadline) {
        self.finish_after_write(deadline).await;
        let now = self.clocks.progress();
        let Some(until) = now.checked_sub(self.settings.query_limit) else {
            return;
        };
        let late = until.checked_sub(LATE);
        if rows == 0 || self.queue.is_paused(now) || !self.queue.is_due(until, BATCH, late) {
            return;
        }
        let most = rows.max(BATCH).saturating_mul(2);
        let deadline = deadline.min(Deadline::after(TIME));
        if self.delete_due(most, deadline).await.is_err() {
            self.queue.pause_until(now.saturating_add(LATE));
        }
    }

    /// Deletes the old entries whose wait has passed, in batches; returns the number of their writes. If an
    /// index's table was dropped, its entries count as deleted. An error of one index does not stop the
    /// deletions of the others.
    ///
    /// # Errors
    /// The first error, after all other deletions. Deletions that failed, or that a dropped future leaves, are
    /// retried later.
    pub async fn clean_up(&self, deadline: Deadline) -> Result<usize> {
        self.delete_due(usize::MAX, deadline).await
    }

    /// The same for the old entries of about `most` writes.
    pub(crate) async fn delete_due(&self, most: usize, deadline: Deadline) -> Result<usize> {
        let (mut done, mut taken) = (0, 0);
        // They return to the queue at the end, or when the future is dropped, so that this call does not take
        // them twice.
        let mut failed = self.queue.take_none();
        let mut first = None;
        let page = self.settings.page as usize;
        let now = self.clocks.progress();
        let until = now.checked_sub(self.settings.query_limit);
        while let Some(until) = until.filter(|_| taken < most && !deadline.is_over()) {
            let due = self.queue.take(until, page.min(most - taken));
            if due.cleanups().is_empty() {
                break;
            }
            taken += due.cleanups().len();
            let errors = self.delete_all(due.cleanups(), deadline).await;
            let is_deleted = errors.iter().map(Option::is_none);
            done += due.finish(is_deleted, &mut failed);
            first = first.or_else(|| errors.into_iter().flatten().next());
        }
        drop(failed);
        match first {
            Some(error) => Err(error),
            None => Ok(done),
        }
    }

    /// Deletes the old entries of some writes; returns for each the error that left some of them.
    async fn delete_all(
        &self,
        due: &[Cleanup<Bytes>],
        deadline: Deadline,
    ) -> Vec<Option<IndexError>> {
        let mut errors = vec![None; due.len()];
        let mut by_index = vec![(Vec::new(), Vec::new()); self.definition.indexes.len()];
        for (position, cleanup) in due.iter().enumerate() {
            // A copy goes on. The original keeps its wait, and returns to the queue if the deletion fails.
            let cleanup = cleanup.clone().respond(&Response::Done);
            let Some(Request::DeleteEntries { entries, up_to }) = cleanup.request() else {
                continue;
            };
            for entry in entries.iter() {
                match entry.deletion(self.index(entry.index).column(), up_to) {
                    Ok(deletion) => {
                        by_index[entry.index].0.push(position);
                        by_index[entry.index].1.push(deletion);
                    }
                    Err(error) => errors[position] = Some(error.into()),
                }
            }
        }
        for (index, (positions, deletions)) in by_index.into_iter().enumerate() {
            let results = self.delete_of_one(index, deletions, deadline).await;
            for (position, result) in positions.into_iter().zip(results) {
                if let Err(error) = result {
                    errors[position] = Some(error.into());
                }
            }
        }
        errors
    }

    async fn delete_of_one(
        &self,
        index: usize,
        deletions: Vec<Mutation>,
        deadline: Deadline,
    ) -> Vec<Result<(), Error>> {
        let number = deletions.len();
        if number == 0 {
            return Vec::new();
        }
        let table = &self.index(index).table;
        let results = self.backend.mutate_many(table, deletions, deadline).await;
        let results = results.unwrap_or_else(|error| vec![Err(error); number]);
        let gone = |result| match result {
            Err(Error::TableNotFound { .. }) => Ok(()),
            result => result,
        };
        results.into_iter().map(gone).collect()
    }

    /// Deletes old entries until the future is dropped, with `timeout` for each call. Deletions that fail are
    /// retried in a later round. `report` is called with the result of each round, and [`lag`](Self::lag)
    /// counts the deletions.
    pub async fn run_clean_up(
        &self,
        timeout: Duration,
        mut report: impl FnMut(&Result<usize>) + Send,
    ) {
        loop {
            report(&self.clean_up(Deadline::after(timeout)).await);
            let next = self.clocks.progress().saturating_add(PAUSE);
            self.clocks.sleep_until(next).await;
        }
    }

    /// The lag of the deletions of old entries.
    pub fn lag(&self) -> Lag {
        self.queue.lag(self.clocks.progress())
    }
}
