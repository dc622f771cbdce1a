//! Creating a table with its indexes. Those of a new table are readable at once.

use std::time::Duration;

use futures_util::future::join_all;
use hbase_backend::{Deadline, Error};
use hbase_model::{FamilyDescriptor, TableChange, TableDescriptor};
use tokio::sync::Mutex;

use crate::created::{id_of, identify};
use crate::error::{IndexError, Result};
use crate::fill::Progress;
use crate::ids;
use crate::protocol::{AllRules, Build, BuildRequest, BuildResponse, Phase};
use crate::table::IndexedTable;

impl IndexedTable {
    /// Creates what is missing: the table of the states, those of the indexes, and `rows`, the table with the rows;
    /// an existing one gets the family of the stamps if it lacks that. It then makes the indexes readable. Returns
    /// whether this call has created the table with the rows. Namespaces are created too.
    ///
    /// If it has, and neither these indexes nor a table of this name existed before, the indexes are readable at
    /// once. Otherwise it builds them as [`build`](Self::build) does: they wait together, and are filled one after
    /// the other. It also waits after an earlier call that ended in between and has left the table.
    ///
    /// # Errors
    /// [`IndexError::Rejected`] for the descriptor of another table, or one without the family of the stamps;
    /// otherwise as [`build`](Self::build), of the first index that fails; the others are built.
    pub async fn create_all(
        &self,
        rows: &TableDescriptor,
        timeout: Duration,
        report: &mut (dyn FnMut(&Progress) + Send),
    ) -> Result<bool> {
        self.create(rows, false, timeout, report).await
    }

    /// The same, but it does not wait if the table has no rows. Until their builds are finished, queries by these indexes
    /// read the table itself, up to [`max_rows_before_index`](crate::Settings::max_rows_before_index) rows, with the same
    /// results.
    ///
    /// The first query or write of this process after the wait finishes the builds. In another process, the first query
    /// starts a wait, and a query after it finishes them. So does [`create_all`](Self::create_all).
    ///
    /// # Errors
    /// As [`create_all`](Self::create_all).
    pub async fn create_at_once(&self, rows: &TableDescriptor, timeout: Duration) -> Result<bool> {
        self.create(rows, true, timeout, &mut |_| {}).await
    }

    async fn create(
        &self,
        rows: &TableDescriptor,
        at_once: bool,
        timeout: Duration,
        report: &mut (dyn FnMut(&Progress) + Send),
    ) -> Result<bool> {
        self.check_capabilities()?;
        let stamps = self.stamps_of(rows)?;
        self.create_states(timeout).await?;
        let report = Mutex::new(report);
        let indexes = 0..self.definition.indexes.len();
        let builds = indexes.map(|index| self.build_to_rows(index, timeout));
        let builds = join_all(builds).await.into_iter();
        let builds = builds.collect::<Result<Vec<_>>>()?;
        // Only now: whoever sees the table has to find all of its indexes.
        let is_own = self.create_rows(rows, stamps, timeout).await?;
        let created = |build: Build<Duration>| {
            let response = BuildResponse::Created(is_own);
            build.respond(AllRules, response, self.clocks.progress())
        };
        let builds: Vec<Build<Duration>> = builds.into_iter().map(created).collect();
        if is_own && builds.iter().all(ends_at_once) {
            self.note_all_stamped(timeout).await?;
        }
        let mut builds: Vec<_> = builds.into_iter().enumerate().collect();
        let would_wait = builds
            .iter()
            .any(|(_, build)| build.state_before_wait().is_some());
        if at_once && would_wait && self.has_no_rows(timeout).await? {
            builds = self.put_off(builds, timeout).await?;
        }
        let builds = builds.into_iter();
        let builds = builds.map(|(index, build)| self.run_build(index, build, timeout, &report));
        join_all(builds).await.into_iter().collect::<Result<()>>()?;
        self.check_index_tables(timeout).await?;
        Ok(is_own)
    }

    /// Checks that the tables of readable indexes exist: somebody may have dropped one, and not its state.
    async fn check_index_tables(&self, timeout: Duration) -> Result<()> {
        for index in &self.definition.indexes {
            let live = self
                .backend
                .describe_table(&index.table, Deadline::after(timeout));
            match live.await {
                Err(Error::TableNotFound { .. }) => {
                    let why = format!(
                        "found no table of the index {}, which is readable: drop the index by `drop_index`, then create it",
                        index.table
                    );
                    let table = self.definition.table.clone();
                    return Err(IndexError::Rejected { table, why });
                }
                live => drop(live?),
            }
        }
        Ok(())
    }

    /// Builds an index until the table with the rows is needed.
    async fn build_to_rows(&self, index: usize, timeout: Duration) -> Result<Build<Duration>> {
        let mut build = Build::with_rows();
        while let Some(request) = build.request()
            && request != BuildRequest::CreateRows
        {
            let response = self.change(index, request, timeout).await?;
            build = build.respond(AllRules, response, self.clocks.progress());
        }
        Ok(build)
    }

    /// Creates the table of the states if it is missing.
    pub(crate) async fn create_states(&self, timeout: Duration) -> Result<()> {
        let states = self.definition.states_descriptor();
        match self.create_table(&states, timeout).await {
            Err(Error::TableExists { .. }) => Ok(()),
            created => Ok(created?),
        }
    }

    /// Creates the table with the rows if it is missing; returns whether this call has created it, which only the
    /// identifier proves. After a lost response, the table may exist by this call or another one.
    async fn create_rows(
        &self,
        rows: &TableDescriptor,
        stamps: &FamilyDescriptor,
        timeout: Duration,
    ) -> Result<bool> {
        let (mut identified, id) = (rows.clone(), ids::one());
        identify(&mut identified, id)?;
        let created = self.create_table(&identified, timeout).await;
        let live = self.describe_rows(timeout).await;
        let is_own = live.as_ref().is_ok_and(|live| id_of(live) == Some(id));
        if is_own {
            return Ok(true);
        }
        match created {
            Ok(()) | Err(Error::TableExists { .. }) => {}
            Err(error) => return Err(error.into()),
        }
        if live?.family(&self.definition.stamp.0).is_none() {
            self.add_stamps(stamps, timeout).await?;
        }
        Ok(false)
    }

    /// Creates a table, and its namespace if that is missing.
    async fn create_table(&self, table: &TableDescriptor, timeout: Duration) -> Result<(), Error> {
        let created = self.backend.create_table(table, Deadline::after(timeout));
        match created.await {
            Err(Error::NamespaceNotFound { .. }) => {}
            created => return created,
        }
        let (namespace, deadline) = (table.name.namespace(), Deadline::after(timeout));
        match self.backend.create_namespace(namespace, deadline).await {
            Ok(()) | Err(Error::NamespaceExists { .. }) => {}
            Err(error) => return Err(error),
        }
        self.backend
            .create_table(table, Deadline::after(timeout))
            .await
    }

    /// Adds the family of the stamps to a table that was created without indexes.
    async fn add_stamps(&self, stamps: &FamilyDescriptor, timeout: Duration) -> Result<()> {
        let changes = [TableChange::AddFamily(stamps.clone())];
        let (table, deadline) = (&self.definition.table, Deadline::after(timeout));
        let Err(error) = self.backend.alter_table(table, &changes, deadline).await else {
            return Ok(());
        };
        // Another process may have added it at the same time.
        let live = self.describe_rows(timeout).await?;
        let has_stamps = live.family(&self.definition.stamp.0).is_some();
        has_stamps.then_some(()).ok_or(IndexError::Backend(error))
    }

    async fn describe_rows(&self, timeout: Duration) -> Result<TableDescriptor, Error> {
        let (table, deadline) = (&self.definition.table, Deadline::after(timeout));
        self.backend.describe_table(table, deadline).await
    }

    /// The family of the stamps in the descriptor of the table with the rows.
    fn stamps_of<'r>(&self, rows: &'r TableDescriptor) -> Result<&'r FamilyDescriptor> {
        let table = self.definition.table.clone();
        if rows.name != table {
            let why = format!(
                "found the descriptor of {}, expected that of {table}: pass the descriptor of the table with the rows",
                rows.name
            );
            return Err(IndexError::Rejected { table, why });
        }
        let family = &self.definition.stamp.0;
        rows.family(family).ok_or_else(|| {
            let family = String::from_utf8_lossy(family);
            let why = format!(
                "its descriptor lacks the family {family} of the stamps: add it, with VERSIONS 1 and without TTL"
            );
            IndexError::Rejected { table, why }
        })
    }
}

/// Whether the index becomes readable next.
fn ends_at_once(build: &Build<Duration>) -> bool {
    matches!(build.request(), Some(BuildRequest::SetState { to, .. }) if to.phase == Phase::Readable)
}
