//! Writes of rows with a `#[version]`: each one succeeds only if the row has the version that its writer has read, and
//! stores the next one.

use std::time::Duration;

use futures_util::stream::{self, StreamExt};
use hbase_backend::{CellKind, CheckAndMutate, Condition, Deadline, Get, Mutation, Row};

use super::attempts::Attempts;
use crate::codec::CodecError;
use crate::db::connection::Connection;
use crate::db::error::{CallContext, ChangedRow, Error, RowFailure};
use crate::db::target::table_ref::TableRef;
use crate::schema::{RowVersion, TableSchema, VersionColumn};

/// The table of a call, whose struct has a `#[version]`.
#[derive(Clone, Copy)]
pub(in crate::db) struct Versioned<'t> {
    table: &'t TableRef,
    schema: &'static TableSchema,
    column: VersionColumn,
}

/// Maximum rows of a batch that are read at the same time, to report them as they are now.
const READ_AT_ONCE: usize = 16;

impl<'t> Versioned<'t> {
    /// `None` for a struct without `#[version]`.
    pub(in crate::db) fn of(table: &'t TableRef) -> Option<Self> {
        let schema = table.schema();
        Some(Self {
            table,
            schema,
            column: schema.version?,
        })
    }

    /// Whether a write needs no version: the deletion of a whole row.
    pub(in crate::db) fn is_free(mutation: &Mutation) -> bool {
        mutation.row_deletion().is_some()
    }

    /// The condition that a row still has the version that was found.
    fn unchanged(&self, version: &RowVersion) -> Condition {
        let (family, qualifier) = self.column.name();
        Condition::unchanged(family, qualifier, version.cell.clone())
    }

    /// The condition that a row has the version that a put contains. Usually, 0 is not stored.
    fn expected(&self, version: &RowVersion) -> Condition {
        let (family, qualifier) = self.column.name();
        let cell = version.cell.clone().filter(|_| !version.is_zero);
        Condition::unchanged(family, qualifier, cell)
    }

    /// The mutation with the next version.
    fn counted(
        &self,
        about: CallContext<'_>,
        mutation: &Mutation,
        version: &RowVersion,
    ) -> Result<Mutation, Error> {
        let counted = self.column.counted(mutation, version);
        counted.map_err(|error| about.backend(error))
    }

    /// The error of a version that cannot be read, or is the last one.
    fn error(&self, about: CallContext<'_>, error: &CodecError) -> Error {
        let (family, qualifier) = self.column.name();
        about.column(family, qualifier).request(error)
    }

    /// A row's write, with its condition and the version that it expects.
    fn write_of(
        &self,
        about: CallContext<'_>,
        mutation: &Mutation,
    ) -> Result<(RowVersion, CheckAndMutate), Error> {
        let put = self.column.put_by(mutation);
        let version = put.map_err(|error| self.error(about, &error))?;
        let version = version.ok_or_else(|| about.request("found a row without its version"))?;
        let counted = self.counted(about, mutation, &version)?;
        let check = CheckAndMutate::new(self.expected(&version), counted);
        Ok((version, check))
    }

    /// The version of a row.
    fn version_of(&self, row: Option<&Row>) -> Result<RowVersion, CodecError> {
        let (family, qualifier) = self.column.name();
        self.column
            .read(row.and_then(|row| row.value(family.as_bytes(), qualifier)))
    }
}

/// A mutation that stores the version after the one that it contains. Of a struct without `#[version]`, the same.
pub(in crate::db) fn counted(
    about: CallContext<'_>,
    table: &TableRef,
    mutation: Mutation,
) -> Result<Mutation, Error> {
    let Some(versioned) = Versioned::of(table) else {
        return Ok(mutation);
    };
    let put = versioned.column.put_by(&mutation);
    match put.map_err(|error| versioned.error(about, &error))? {
        Some(version) => versioned.counted(about, &mutation, &version),
        None => Ok(mutation),
    }
}

/// The same, of a row that a function changed.
pub(in crate::db) fn counted_from(
    about: CallContext<'_>,
    table: &TableRef,
    found: &Row,
    mutation: Mutation,
) -> Result<Mutation, Error> {
    let Some(to) = Versioned::of(table) else {
        return Ok(mutation);
    };
    let error = |error| to.error(about, &error);
    let read = to.version_of(Some(found)).map_err(error)?;
    match to.column.put_by(&mutation).map_err(error)? {
        Some(version) if version.number == read.number => to.counted(about, &mutation, &version),
        _ => Err(about.request(format_args!(
            "the function changed the `#[version]`, which was {}: leave it as it is, the call counts the write",
            read.number
        ))),
    }
}

impl Connection {
    /// Writes a row on the condition that it has the version that the mutation contains. Changes of single columns contain
    /// none: they are written at whatever version the row has.
    pub(in crate::db) async fn write_versioned(
        &self,
        about: CallContext<'_>,
        to: Versioned<'_>,
        mutation: Mutation,
    ) -> Result<(), Error> {
        if Versioned::is_free(&mutation) {
            return self.send(about, to.table, mutation).await;
        }
        let put = to.column.put_by(&mutation);
        let Some(version) = put.map_err(|error| to.error(about, &error))? else {
            return self.write_columns(about, to, mutation).await;
        };
        let counted = to.counted(about, &mutation, &version)?;
        let condition = to.expected(&version);
        if self.write_if(about, to.table, condition, counted).await?
            || self.write_over_zero(about, to, &mutation, &version).await?
        {
            return Ok(());
        }
        Err(self.changed(about, to, mutation.row(), version).await)
    }

    /// Writes a row of the version 0 over one in which another program has stored this 0; returns whether it did.
    async fn write_over_zero(
        &self,
        about: CallContext<'_>,
        to: Versioned<'_>,
        mutation: &Mutation,
        version: &RowVersion,
    ) -> Result<bool, Error> {
        if !version.is_zero {
            return Ok(false);
        }
        let counted = to.counted(about, mutation, version)?;
        let condition = to.unchanged(version);
        self.write_if(about, to.table, condition, counted).await
    }

    /// The error of a row that has another version than expected.
    async fn changed(
        &self,
        about: CallContext<'_>,
        to: Versioned<'_>,
        key: &[u8],
        read: RowVersion,
    ) -> Error {
        let row = match self.read_declared(about, to.schema, to.table, key).await {
            Ok(row) => row,
            Err(error) => return error,
        };
        let row = row.filter(|row| to.schema.has_put_cell(row));
        let found = row.as_ref().map(|row| match to.version_of(Some(row)) {
            Ok(version) => version.number,
            Err(error) => error.to_string(),
        });
        Error::Changed(Box::new(ChangedRow {
            context: about.into(),
            read: read.number,
            found,
            row,
            period: to.table.period(),
        }))
    }

    /// Changes single columns, and the version with them.
    async fn write_columns(
        &self,
        about: CallContext<'_>,
        to: Versioned<'_>,
        mutation: Mutation,
    ) -> Result<(), Error> {
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
        let version = to.version_of(row.as_ref());
        let version = version.map_err(|error| to.error(about, &error))?;
        let mut kinds = mutation.cells().iter().map(|cell| cell.kind);
        let changed = if version.cell.is_none() && kinds.all(CellKind::is_delete) {
            // A version alone would be a row.
            mutation.clone()
        } else {
            to.counted(about, mutation, &version)?
        };
        let condition = to.unchanged(&version);
        self.write_if(about, to.table, condition, changed).await
    }

    async fn read_version(
        &self,
        about: CallContext<'_>,
        to: Versioned<'_>,
        key: &[u8],
    ) -> Result<Option<Row>, Error> {
        let mut get = Get::new(key);
        let (family, qualifier) = to.column.name();
        get.read.add_column(family.as_bytes(), qualifier);
        let get = &get;
        let found = self.read(about, |backend, deadline| async move {
            backend.get(to.table, get, deadline).await
        });
        found.await
    }

    /// Writes rows together, each on its own condition; returns one result per row.
    pub(in crate::db) async fn write_rows_versioned(
        &self,
        about: CallContext<'_>,
        to: Versioned<'_>,
        mutations: Vec<Mutation>,
        timeout: Duration,
    ) -> Result<Vec<Result<(), RowFailure>>, Error> {
        let deadline = Deadline::after(timeout);
        let mut checks = Vec::with_capacity(mutations.len());
        let writes = mutations.iter().map(|mutation| {
            let (version, check) = to.write_of(about.row(mutation.row()), mutation)?;
            checks.push(check);
            Ok((mutation, version))
        });
        let writes: Vec<Result<_, Error>> = writes.collect();
        let mut held = self
            .write_all_if(about, to, checks, timeout)
            .await?
            .into_iter();
        let within = self.timeout(deadline.remaining());
        let results = writes.into_iter().map(|write| {
            let held = write.is_ok().then(|| held.next()).flatten();
            within.result_of(about, to, write, held)
        });
        let results: Vec<_> = results.collect();
        Ok(stream::iter(results).buffered(READ_AT_ONCE).collect().await)
    }

    /// The result of a write whose condition did or did not hold. A write without version was not sent.
    async fn result_of(
        &self,
        about: CallContext<'_>,
        to: Versioned<'_>,
        write: Result<(&Mutation, RowVersion), Error>,
        held: Option<Result<bool, RowFailure>>,
    ) -> Result<(), RowFailure> {
        let (mutation, version) = write.map_err(RowFailure::Versioned)?;
        let about = about.row(mutation.row());
        let over_zero = self.write_over_zero(about, to, mutation, &version);
        if held.transpose()? == Some(true) || over_zero.await.map_err(RowFailure::Versioned)? {
            return Ok(());
        }
        let changed = self.changed(about, to, mutation.row(), version).await;
        Err(RowFailure::Versioned(changed))
    }

    /// Sends writes with conditions together; returns for each whether its condition held.
    async fn write_all_if(
        &self,
        about: CallContext<'_>,
        to: Versioned<'_>,
        checks: Vec<CheckAndMutate>,
        timeout: Duration,
    ) -> Result<Vec<Result<bool, RowFailure>>, Error> {
        #[cfg(feature = "index")]
        if let Some(schema) = to.table.indexed() {
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
