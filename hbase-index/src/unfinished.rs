//! Indexes of tables without rows: usable before they are readable.
//!
//! Their creation does not wait for writers that do not know the index. It notes that the table was empty, and later
//! calls finish the build: a write or query of this process, or a query of another process, which starts a wait of its
//! own, since clocks of hosts differ. Until then, queries compute the entries from the rows.

use std::collections::HashMap;
use std::time::Duration;

use hbase_backend::{BoxFuture, Deadline, Mutation};

use crate::error::Result;
use crate::protocol::{AllRules, Build, BuildRequest, IndexState, Phase};
use crate::states::STATE;
use crate::table::IndexedTable;

/// The qualifier of the generation at which the table had no rows.
const EMPTY: &[u8] = b"EMPTY";

/// The deadline of the calls of a write that finishes a build, which spends half of it.
const TIME: Duration = Duration::from_secs(1);

impl IndexedTable {
    /// Leaves the waits of builds to later calls, if the table has no rows; returns the builds that remain.
    pub(crate) async fn put_off(
        &self,
        builds: Vec<(usize, Build<Duration>)>,
        timeout: Duration,
    ) -> Result<Vec<(usize, Build<Duration>)>> {
        let mut left = Vec::new();
        for (index, build) in builds {
            let Some(state) = build.state_before_wait() else {
                left.push((index, build));
                continue;
            };
            self.note_empty(index, state, Deadline::after(timeout))
                .await?;
            let mut waiting = self.waiting.lock().await;
            waiting.insert(index, build.continuing());
            self.advance(index, &mut waiting, timeout).await?;
        }
        Ok(left)
    }

    /// The state for a query, and whether the index is not readable yet and its table had no rows when it was created.
    pub(crate) async fn read_for_query(
        &self,
        index: usize,
        deadline: Deadline,
    ) -> Result<(IndexState, bool)> {
        let (table, family) = &self.definition.states;
        let mut get = self.cell_get(index, STATE);
        get.read.add_column(family, EMPTY);
        let row = self.backend.get(table, &get, deadline).await;
        let row = row.map_err(|error| self.of_states(error))?;
        let value = |qualifier| row.as_ref().and_then(|row| row.value(family, qualifier));
        let stored = self.stored(index, value(STATE).map(<[u8]>::to_vec))?;
        let state = self.checked_state(index, &stored)?;
        let first = match state.phase {
            Phase::WriteOnly => Some(state.generation),
            Phase::Backfilling => state.generation.checked_sub(1),
            _ => None,
        };
        let was_empty = first.is_some_and(|first| value(EMPTY) == Some(&first.to_be_bytes()));
        Ok((state, was_empty))
    }

    /// Notes that the table had no rows at a write-only state.
    pub(crate) async fn note_empty(
        &self,
        index: usize,
        state: IndexState,
        deadline: Deadline,
    ) -> Result<()> {
        let (table, family) = &self.definition.states;
        let mut put = Mutation::new(self.state_row(index));
        put.put(family, EMPTY, &state.generation.to_be_bytes())?;
        Ok(self.backend.mutate(table, put, deadline).await?)
    }

    /// Finishes the builds of this process whose waits are over, as a part of a write.
    pub(crate) async fn finish_after_write(&self, deadline: Deadline) {
        let due: Vec<usize> = match self.waiting.try_lock() {
            Ok(waiting) => {
                let due = waiting.iter().filter(|(_, build)| self.is_due(build));
                due.map(|(index, _)| *index).collect()
            }
            // Another call finishes them.
            Err(_) => return,
        };
        for index in due {
            let deadline = deadline.min(Deadline::after(TIME));
            self.finish_build(index, deadline).await;
        }
    }

    /// Finishes the build of an index if a wait of this process is over; starts one otherwise. After an error or at
    /// the deadline, a later call continues.
    // Boxed: a build may write rows, to repair them.
    pub(crate) fn finish_build(&self, index: usize, deadline: Deadline) -> BoxFuture<'_, ()> {
        Box::pin(async move {
            if self.check_capabilities().is_err() {
                return;
            }
            let left = deadline.remaining() / 2;
            let finished = self.finish_if_unfinished(index, left);
            // After an error, the rows are read instead: the call need not fail.
            drop(tokio::time::timeout(left, finished).await);
        })
    }

    async fn finish_if_unfinished(&self, index: usize, timeout: Duration) -> Result<()> {
        let Ok(mut waiting) = self.waiting.try_lock() else {
            return Ok(());
        };
        let state = self.read_state(index, Deadline::after(timeout)).await?;
        if !matches!(state.phase, Phase::WriteOnly | Phase::Backfilling) {
            waiting.remove(&index);
            return Ok(());
        }
        self.advance(index, &mut waiting, timeout).await
    }

    /// Runs a build until it has to wait, or to its end.
    async fn advance(
        &self,
        index: usize,
        waiting: &mut HashMap<usize, Build<Duration>>,
        timeout: Duration,
    ) -> Result<()> {
        let mut build = waiting.remove(&index).unwrap_or_default().continuing();
        while let Some(request) = build.request() {
            if matches!(request, BuildRequest::WaitForWriters { .. }) && !self.is_due(&build) {
                waiting.insert(index, build);
                return Ok(());
            }
            let response = match request {
                BuildRequest::Backfill => self.fill(index, timeout, &mut |_| {}).await?,
                _ => self.change(index, request, timeout).await?,
            };
            build = build.respond(AllRules, response, self.clocks.progress());
        }
        self.cache_states(None);
        Ok(())
    }

    fn is_due(&self, build: &Build<Duration>) -> bool {
        match build.request() {
            Some(BuildRequest::WaitForWriters { since }) => {
                self.clocks.progress() >= self.end_of_writers(since)
            }
            _ => true,
        }
    }

    /// When every write that started before `since` has ended: one limit from the read of the states to its last
    /// request, and one more until servers carry out a request that its client no longer awaits.
    pub(crate) fn end_of_writers(&self, since: Duration) -> Duration {
        since.saturating_add(self.settings.write_limit.saturating_mul(2))
    }
}
