//! Writes of rows with a `#[version]`: each one succeeds only if the row has the version that its writer has read, and
//! stores the next one.

use std::time::Duration;

use futures_util::stream::{self, StreamExt};
use hbase_backend::{CellKind, CheckAndMutate, Deadline, Get, Mutation, Row};

use super::attempts::Attempts;
use super::rounds::rounds;
use super::update::unchanged;
use super::versioned::Versioned;
use crate::db::connection::Connection;
use crate::db::error::{CallContext, Error, RowFailure};
use crate::db::target::table_ref::TableRef;
use crate::schema::RowVersion;

/// Maximum rows of a batch that are read at the same time.
const ROWS: usize = 16;

impl Connection {
    /// Rejects a write whose cells expire: the version of an older write would then reappear.
    pub(super) fn has_no_ttl(&self, about: CallContext<'_>, table: &TableRef) -> Result<(), Error> {
        if self.options.ttl_ms().is_some() && Versioned::of(table).is_some() {
            return Err(about.request(
                "found a time to live of single cells in a table with a `#[version]`, whose older number would come back: set the family's `ttl`",
            ));
        }
        Ok(())
    }

    /// Writes a row on the condition that it has the version that the mutation contains. Changes of single columns contain
    /// none: they are written at whatever version the row has.
    pub(super) async fn write_versioned(
        &self,
        about: CallContext<'_>,
        to: Versioned<'_>,
        mutation: Mutation,
    ) -> Result<(), Error> {
        if Versioned::is_free(&mutation) {
            return self.send(about, to.table, mutation).await;
        }
        let Some(version) = to.put_by(about, &mutation)? else {
            return self.write_columns(about, to, mutation).await;
        };
        let write = to.write_at(about, &mutation, &version)?;
        let written = self.write_if(about, to.table, write.condition, write.mutation);
        if written.await? {
            return Ok(());
        }
        self.not_expected(about, to, &mutation, version).await
    }

    /// Handles a row whose version cell differs from the expected one. If the cell contains the same number in other bytes
    /// (`007`, or a stored 0), the row is written.
    async fn not_expected(
        &self,
        about: CallContext<'_>,
        to: Versioned<'_>,
        mutation: &Mutation,
        read: RowVersion,
    ) -> Result<(), Error> {
        let key = mutation.row();
        let mut row = self.read_declared(about, to.schema, to.table, key).await?;
        if to.has_number(row.as_ref(), &read) {
            let counted = to.counted(about, mutation, &read)?;
            let condition = to.unchanged(row.as_ref());
            if self.write_if(about, to.table, condition, counted).await? {
                return Ok(());
            }
            row = self.read_declared(about, to.schema, to.table, key).await?;
        }
        Err(to.changed(about, read, row))
    }

    /// Changes single columns, and the version with them.
    async fn write_columns(
        &self,
        about: CallContext<'_>,
        to: Versioned<'_>,
        mutation: Mutation,
    ) -> Result<(), Error> {
        to.leaves_version(about, &mutation)?;
        let mut attempts = Attempts::within(self.options.timeout);
        loop {
            let within = self.timeout(attempts.remaining());
            if within.try_columns(about, to, &mutation).await? {
                return Ok(());
            }
            if let Err(number) = attempts.pause().await {
                return Err(about.conflict(number));
            }
        }
    }

    /// One attempt; `false` if another writer came first.
    async fn try_columns(
        &self,
        about: CallContext<'_>,
        to: Versioned<'_>,
        mutation: &Mutation,
    ) -> Result<bool, Error> {
        let row = self.read_version(about, to, mutation.row()).await?;
        let version = to.version_of(about, row.as_ref())?;
        let mut kinds = mutation.cells().iter().map(|cell| cell.kind);
        if version.cell.is_none() && kinds.all(CellKind::is_delete) {
            return self.try_first_deletes(about, to, mutation).await;
        }
        let counted = to.counted(about, mutation, &version)?;
        let condition = to.unchanged(row.as_ref());
        self.write_if(about, to.table, condition, counted).await
    }

    /// One attempt to delete columns of a row without a version. A missing row gets none: a version alone would be a row.
    async fn try_first_deletes(
        &self,
        about: CallContext<'_>,
        to: Versioned<'_>,
        mutation: &Mutation,
    ) -> Result<bool, Error> {
        let row = self.read_declared(about, to.schema, to.table, mutation.row());
        let row = row.await?.filter(|row| to.schema.has_put_cell(row));
        let Some(row) = row else {
            let condition = to.unchanged(None);
            return self
                .write_if(about, to.table, condition, mutation.clone())
                .await;
        };
        let version = to.version_of(about, Some(&row))?;
        let counted = to.counted(about, mutation, &version)?;
        let condition = unchanged(to.schema, Some(&row));
        self.write_if(about, to.table, condition, counted).await
    }

    async fn read_version(
        &self,
        about: CallContext<'_>,
        to: Versioned<'_>,
        key: &[u8],
    ) -> Result<Option<Row>, Error> {
        let mut get = Get::new(key);
        let (family, qualifier) = to.name();
        get.read.add_column(family.as_bytes(), qualifier);
        let get = &get;
        let found = self.read(about, |backend, deadline| async move {
            backend.get(to.table, get, deadline).await
        });
        found.await
    }

    /// Writes rows together, each on its own condition, and those of one row in order; returns one result per row.
    pub(super) async fn write_rows_versioned(
        &self,
        about: CallContext<'_>,
        to: Versioned<'_>,
        mutations: Vec<Mutation>,
        timeout: Duration,
    ) -> Result<Vec<Result<(), RowFailure>>, Error> {
        self.has_no_ttl(about, to.table)?;
        let deadline = Deadline::after(timeout);
        let mut results = Vec::with_capacity(mutations.len());
        for round in rounds(mutations) {
            let (indexes, mutations): (Vec<_>, Vec<_>) = round.into_iter().unzip();
            let within = self.timeout(deadline.remaining());
            let written = if mutations.iter().any(|mutation| to.is_whole(mutation)) {
                within.write_different_rows(about, to, &mutations).await?
            } else {
                within.change_different_rows(about, to, &mutations).await
            };
            results.extend(indexes.into_iter().zip(written));
        }
        results.sort_unstable_by_key(|(index, _)| *index);
        Ok(results.into_iter().map(|(_, result)| result).collect())
    }

    /// Changes single columns of rows, and their versions with them.
    async fn change_different_rows(
        &self,
        about: CallContext<'_>,
        to: Versioned<'_>,
        mutations: &[Mutation],
    ) -> Vec<Result<(), RowFailure>> {
        let changes = mutations.iter().map(|mutation| {
            let changed = self.write_columns(about.row(mutation.row()), to, mutation.clone());
            async move { changed.await.map_err(RowFailure::Versioned) }
        });
        let changes: Vec<_> = changes.collect();
        stream::iter(changes).buffered(ROWS).collect().await
    }

    async fn write_different_rows(
        &self,
        about: CallContext<'_>,
        to: Versioned<'_>,
        mutations: &[Mutation],
    ) -> Result<Vec<Result<(), RowFailure>>, Error> {
        let deadline = Deadline::after(self.options.timeout);
        let mut checks = Vec::with_capacity(mutations.len());
        let writes = mutations.iter().map(|mutation| {
            let about = about.row(mutation.row());
            let version = to.put_by(about, mutation)?;
            let version =
                version.ok_or_else(|| about.request("found a row without its version"))?;
            checks.push(to.write_at(about, mutation, &version)?);
            Ok((mutation, version))
        });
        let writes: Vec<Result<_, Error>> = writes.collect();
        let held = self.write_all_if(about, to, checks).await?;
        let mut held = held.into_iter();
        let within = self.timeout(deadline.remaining());
        let results = writes.into_iter().map(|write| {
            // A write that has an error was not sent.
            let held = write.is_ok().then(|| held.next()).flatten();
            within.result_of(about, to, write, held)
        });
        let results: Vec<_> = results.collect();
        Ok(stream::iter(results).buffered(ROWS).collect().await)
    }

    /// The result of a write, whose condition held or did not.
    async fn result_of(
        &self,
        about: CallContext<'_>,
        to: Versioned<'_>,
        write: Result<(&Mutation, RowVersion), Error>,
        held: Option<Result<bool, RowFailure>>,
    ) -> Result<(), RowFailure> {
        let (mutation, version) = write.map_err(RowFailure::Versioned)?;
        if held.transpose()? == Some(true) {
            return Ok(());
        }
        let about = about.row(mutation.row());
        let written = self.not_expected(about, to, mutation, version);
        written.await.map_err(RowFailure::Versioned)
    }

    /// Sends writes with conditions together; returns for each whether its condition held.
    async fn write_all_if(
        &self,
        about: CallContext<'_>,
        to: Versioned<'_>,
        checks: Vec<CheckAndMutate>,
    ) -> Result<Vec<Result<bool, RowFailure>>, Error> {
        let timeout = self.options.timeout;
        #[cfg(feature = "index")]
        if let Some(schema) = to.table.indexed() {
            self.link.check_layout(&about, timeout).await?;
            return Ok(Box::pin(self.write_many_indexed_if(schema, checks, timeout)).await);
        }
        let held = self
            .link
            .call_rows(about, timeout, |backend, deadline| async move {
                let table = to.table;
                backend.check_and_mutate_many(table, checks, deadline).await
            });
        let held = held.await?.into_iter();
        Ok(held.map(|held| held.map_err(RowFailure::Backend)).collect())
    }
}
