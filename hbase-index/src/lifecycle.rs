//! Building and dropping an index.

use std::sync::Arc;
use std::time::Duration;

use futures_util::future::join_all;
use hbase_backend::{Deadline, Error, RowBound};
use hbase_model::TableName;
use tokio::sync::Mutex;

use crate::definition::{IndexDefinition, TableDefinition};
use crate::error::{IndexError, Result};
use crate::execute::printable;
use crate::fill::Progress;
use crate::protocol::{AllRules, Build, BuildOutcome, BuildRequest, BuildResponse, Removal};
use crate::table::IndexedTable;
use crate::verify::{Findings, Verification};

impl IndexedTable {
    /// Creates an index, fills it and makes it readable, or continues where another process ended: a backfill
    /// continues after its last page. It first waits twice the write limit, so that every write that does not
    /// know the index has ended; [`create_all`](Self::create_all) need not wait for a new table. Each request has
    /// `timeout`; `report` is called after each page.
    ///
    /// Rows whose values cannot be computed get no entries. The other rows are still filled, but the index does
    /// not become readable, because its queries would not find those rows.
    ///
    /// # Errors
    /// [`IndexError::Superseded`] if another process drops the index meanwhile, [`IndexError::OtherDefinition`]
    /// for an index that another definition has filled, [`IndexError::OtherTable`] for a table with its name
    /// that does not belong to this index, [`IndexError::Undecodable`] at the end if the values of some rows
    /// cannot be computed, and those of the backend; it can then be retried.
    pub async fn build(
        &self,
        index: &TableName,
        timeout: Duration,
        report: &mut (dyn FnMut(&Progress) + Send),
    ) -> Result<()> {
        self.check_capabilities()?;
        let position = self.position(index)?;
        let (build, report) = (Build::default(), Mutex::new(report));
        self.run_build(position, build, timeout, &report).await
    }

    /// Whoever fills an index holds the lock.
    pub(crate) async fn run_build(
        &self,
        position: usize,
        mut build: Build<Duration>,
        timeout: Duration,
        report: &Mutex<&mut (dyn FnMut(&Progress) + Send)>,
    ) -> Result<()> {
        while let Some(request) = build.request() {
            let response = if request == BuildRequest::Backfill {
                let mut report = report.lock().await;
                self.fill(position, timeout, &mut **report).await?
            } else {
                self.change(position, request, timeout).await?
            };
            build = build.respond(AllRules, response, self.clocks.progress());
        }
        self.check_outcome(position, build.outcome(), timeout).await
    }

    /// Drops an index: queries fail, then writers end their work on it, then its table is dropped.
    ///
    /// # Errors
    /// As [`build`](Self::build).
    pub async fn drop_index(&self, index: &TableName, timeout: Duration) -> Result<()> {
        self.check_capabilities()?;
        let position = self.position(index)?;
        // Before the index is dropped: from then on, programs without it may write rows that have no stamp.
        self.forget_all_stamped(timeout).await?;
        let mut removal = Removal::default();
        let mut read = self.clocks.moment();
        while let Some(request) = removal.request() {
            let deadline = Deadline::after(timeout);
            let response = match request {
                BuildRequest::ReadState => {
                    // Before the read: the limit of `drop_deadline` has to count from a state that was still
                    // current.
                    read = self.clocks.moment();
                    BuildResponse::Current(self.read_own(position, deadline).await?)
                }
                BuildRequest::DropTable => {
                    self.drop_in_time(position, read, deadline).await?;
                    BuildResponse::Done
                }
                _ => self.change(position, request, timeout).await?,
            };
            removal = removal.respond(AllRules, response, self.clocks.progress());
        }
        // Deleted once more: a build of another index may have recorded it meanwhile.
        self.forget_all_stamped(timeout).await?;
        self.check_outcome(position, removal.outcome(), timeout)
            .await
    }

    /// Drops all indexes of this table, with one wait, and records that the table with the rows is dropped: the next
    /// [`create_all`](Self::create_all) waits. Call it before you drop that table, or delete its rows together with
    /// their stamps: without stamps, later writes could have timestamps below those of deletions of old entries
    /// that still wait. Returns `false` if there is neither that table nor an index of it: then do not drop a table that
    /// another process may create meanwhile.
    ///
    /// # Errors
    /// [`IndexError::NotDeclared`] if the table has further indexes, before any is dropped; otherwise as
    /// [`drop_index`](Self::drop_index).
    pub async fn drop_indexes(&self, timeout: Duration) -> Result<bool> {
        if !self.record_drop(timeout).await? {
            return Ok(false);
        }
        // After the record: an index that is listed later finds it.
        let (states, get) = (&self.definition.states.0, self.listing_get());
        let listing = self.backend.get(states, &get, Deadline::after(timeout));
        self.check_listing(listing.await?.as_ref())?;
        let indexes = self.definition.indexes.iter();
        let dropped = indexes.map(|index| self.drop_index(&index.table, timeout));
        let dropped = join_all(dropped).await.into_iter();
        dropped.collect::<Result<()>>().map(|()| true)
    }

    /// Drops an index that this table's definition no longer has, by its name; does nothing if no such index exists.
    ///
    /// # Errors
    /// [`IndexError::Rejected`] if the definition has it: drop that one by
    /// [`drop_index`](Self::drop_index); otherwise as [`build`](Self::build).
    pub async fn drop_undeclared(&self, index: &TableName, timeout: Duration) -> Result<()> {
        let table = self.definition.table.clone();
        if self.position(index).is_ok() {
            let why = format!("the index {index} is declared: drop it by `drop_index`");
            return Err(IndexError::Rejected { table, why });
        }
        let definition = TableDefinition {
            indexes: vec![IndexDefinition::undeclared(index.clone())],
            ..(*self.definition).clone()
        };
        let (backend, clocks) = (Arc::clone(&self.backend), Arc::clone(&self.clocks));
        let settings = self.settings.clone();
        let alone = Self::with_clocks(backend, Arc::new(definition), settings, clocks);
        let dropped = alone.drop_index(index, timeout).await;
        self.cache_states(None);
        match dropped {
            Err(IndexError::Backend(Error::TableNotFound { table }))
                if table == self.definition.states.0 =>
            {
                Ok(())
            }
            dropped => dropped,
        }
    }

    pub(crate) async fn change(
        &self,
        index: usize,
        request: BuildRequest<Duration>,
        timeout: Duration,
    ) -> Result<BuildResponse> {
        let deadline = Deadline::after(timeout);
        Ok(match request {
            BuildRequest::ReadState => {
                BuildResponse::Current(self.read_state(index, deadline).await?)
            }
            BuildRequest::SetState { from, to } => {
                let changed = self.set_state(index, from, to, deadline).await?;
                BuildResponse::Changed(changed)
            }
            BuildRequest::CreateTable => {
                BuildResponse::Table(self.create_index_table(index, deadline).await?)
            }
            BuildRequest::ReadDropped => BuildResponse::Dropped(self.was_dropped(deadline).await?),
            BuildRequest::List { state } => {
                self.list(index, state, deadline).await?;
                BuildResponse::Done
            }
            BuildRequest::Unlist { state } => {
                self.unlist(index, state, deadline).await?;
                BuildResponse::Done
            }
            BuildRequest::WaitForWriters { since } => {
                self.clocks.sleep_until(self.end_of_writers(since)).await;
                BuildResponse::Done
            }
            // Carried out by the callers.
            BuildRequest::Backfill | BuildRequest::DropTable | BuildRequest::CreateRows => {
                BuildResponse::Failed
            }
        })
    }

    /// Drops an index's table within the write limit since its state was read: a build that starts later waits until
    /// that has passed.
    async fn drop_in_time(&self, index: usize, since: Duration, deadline: Deadline) -> Result<()> {
        let limit = self.settings.write_limit;
        let took = || self.clocks.moment().saturating_sub(since);
        let too_slow = |cause: String| IndexError::TooSlow {
            doing: format!("dropping the table {}", self.index(index).table),
            cause,
            took: took(),
            limit,
        };
        let rest = limit.checked_sub(took());
        let rest = rest.ok_or_else(|| too_slow("the request was not sent".to_owned()))?;
        match self
            .drop_index_table(index, deadline.min(Deadline::after(rest)))
            .await
        {
            Err(IndexError::Backend(Error::DeadlineExceeded { doing })) if !deadline.is_over() => {
                Err(too_slow(format!("no answer: {doing}")))
            }
            dropped => dropped,
        }
    }

    /// Adds the entries of all rows, continues after an earlier attempt's last row, and verifies them.
    // Only a backfill that starts may note `ALL_STAMPED`: one that continues has found rows before.
    pub(crate) async fn fill(
        &self,
        index: usize,
        timeout: Duration,
        report: &mut (dyn FnMut(&Progress) + Send),
    ) -> Result<BuildResponse> {
        let soon = || Deadline::after(timeout);
        let generation = self.read_state(index, soon()).await?.generation;
        let done = self.read_progress(index, generation, soon()).await?;
        if done.is_none() {
            self.note_all_stamped(timeout).await?;
        }
        let mut start = done.map_or(RowBound::Unbounded, RowBound::Excluded);
        let mut progress = Progress::default();
        loop {
            let stop = RowBound::Unbounded;
            let page = self.fill_page(index, start, stop, timeout, &mut progress);
            let Some(last) = page.await? else {
                break;
            };
            // After the page's puts: a build that ends in between puts the same entries once more.
            self.put_progress(index, generation, &last, soon()).await?;
            progress.last_row.clone_from(&last);
            report(&progress);
            start = RowBound::Excluded(last);
        }
        let mut findings = Findings::default();
        self.verify_rows(
            index,
            Verification::Repair,
            timeout,
            &mut findings,
            &mut |_| {},
        )
        .await?;
        match findings.undecodable_example {
            None => Ok(BuildResponse::Done),
            Some((row, why)) => Err(IndexError::Undecodable {
                index: self.index(index).table.clone(),
                rows: findings.undecodable,
                row: printable(&row),
                why,
            }),
        }
    }

    async fn check_outcome(
        &self,
        index: usize,
        outcome: Option<BuildOutcome>,
        timeout: Duration,
    ) -> Result<()> {
        self.cache_states(None);
        if outcome == Some(BuildOutcome::Done) {
            return Ok(());
        }
        let state = self.read_own(index, Deadline::after(timeout)).await?;
        Err(IndexError::Superseded {
            index: self.index(index).table.clone(),
            state,
        })
    }
}
