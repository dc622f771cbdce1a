//! Indexes of tables without rows: usable before they are readable.
//!
//! Their creation does not wait for writers that do not know the index. It notes that the table was empty, and later
//! calls finish the build: a write or query of this process, or a query of another process, which starts a wait of its
//! own, since clocks of hosts differ. Until then, queries compute the entries from the rows.

use std::collections::{BTreeMap, HashMap};
use std::ops::{Bound, Deref};
use std::time::Duration;

use hbase_backend::{BoxFuture, Deadline, Mutation, Scan};

use crate::content::Content;
use crate::domain::Bytes;
use crate::entry::EntryKey;
use crate::error::{IndexError, Result};
use crate::execute::printable;
use crate::protocol::{AllRules, Build, BuildRequest, IndexState, Phase, QueryResponse};
use crate::query::Rows;
use crate::states::STATE;
use crate::table::IndexedTable;

/// The builds that wait, by the positions of their indexes. Whoever continues one holds the lock.
pub(crate) type Waiting = tokio::sync::Mutex<HashMap<usize, Build<Duration>>>;

/// The entries of rows, by their positions in the order of a query.
pub(crate) type Computed = BTreeMap<Vec<u8>, EntryKey>;

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

impl<T: Deref<Target = IndexedTable>> Rows<T> {
    /// The state of the index. One that is not readable yet is finished before, if that is possible.
    pub(crate) async fn read_first_state(
        &self,
        deadline: Deadline,
    ) -> Result<QueryResponse<Bytes>> {
        let index = self.wanted.index();
        let (state, was_empty) = self.table.read_for_query(index, deadline).await?;
        if !was_empty {
            return Ok(QueryResponse::Current(state));
        }
        self.table.finish_build(index, deadline).await;
        let (state, was_empty) = self.table.read_for_query(index, deadline).await?;
        if was_empty {
            Ok(QueryResponse::Unfinished(state))
        } else {
            Ok(QueryResponse::Current(state))
        }
    }

    /// A page of entries that are computed from the rows.
    pub(crate) async fn compute_entries(
        &self,
        after: Option<EntryKey>,
        deadline: Deadline,
    ) -> Result<QueryResponse<Bytes>> {
        // From one scan: a row may move to a position that a query has passed.
        let computed = if let Some(computed) = self.computed.get() {
            computed
        } else {
            let computed = self.entries_of_rows(deadline).await?;
            self.computed.get_or_init(|| computed)
        };
        let after = after.map(|entry| entry.key());
        let start = after.map_or(Bound::Unbounded, Bound::Excluded);
        let mut rest = computed.range((start, Bound::Unbounded));
        let most = usize::try_from(self.first_page).unwrap_or(usize::MAX);
        let page: Vec<_> = rest.by_ref().take(most).collect();
        let last = page.last().filter(|_| rest.next().is_some());
        Ok(QueryResponse::Page {
            next: last.map(|(at, _)| self.entry_at((*at).clone())),
            entries: page.into_iter().map(|(_, entry)| entry.clone()).collect(),
        })
    }

    async fn entries_of_rows(&self, deadline: Deadline) -> Result<Computed> {
        let (table, index) = (&*self.table, self.wanted.index());
        let most = table.settings.max_rows_before_index;
        let mut scan = Scan {
            limit: Some(u64::try_from(most).unwrap_or(u64::MAX).saturating_add(1)),
            ..Scan::new()
        };
        for (family, qualifier) in &table.index(index).depends_on {
            scan.read.add_column(family, qualifier);
        }
        let rows = table
            .scan_all(&table.definition.table, scan, deadline)
            .await?;
        if rows.len() > most {
            return Err(self.too_many(deadline).await);
        }
        let mut computed = Computed::new();
        for row in rows {
            let key = row.key().to_vec();
            let values = self.domain.values_of(index, &Content(Some(row)));
            let values = values.map_err(|why| self.undecodable(&key, why))?;
            for value in values.into_iter().filter(|value| self.wanted.has(value)) {
                let (at, row) = (self.wanted.position_of(&value, &key), key.clone());
                computed.insert(at, EntryKey { index, value, row });
            }
        }
        Ok(computed)
    }

    async fn too_many(&self, deadline: Deadline) -> IndexError {
        let (table, index) = (&*self.table, self.wanted.index());
        match table.read_state(index, deadline).await {
            Ok(state) => self.too_many_at(state),
            Err(error) => error,
        }
    }

    fn too_many_at(&self, state: IndexState) -> IndexError {
        let table = &*self.table;
        IndexError::TooManyRowsBeforeIndex {
            index: table.index(self.wanted.index()).table.clone(),
            state,
            most: table.settings.max_rows_before_index,
        }
    }

    /// The index does not become readable either.
    fn undecodable(&self, row: &[u8], why: String) -> IndexError {
        IndexError::Undecodable {
            index: self.table.index(self.wanted.index()).table.clone(),
            rows: 1,
            row: printable(row),
            why,
        }
    }
}
