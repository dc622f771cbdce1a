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

/// The error of a change of the version alone.
pub(in crate::db) const NOT_CHANGED: &str =
    "found a change of the `#[version]`, which each write counts: leave it out";

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

    /// Rejects a change of columns that deletes the version.
    fn leaves_version(&self, about: CallContext<'_>, mutation: &Mutation) -> Result<(), Error> {
        if mutation.cells().iter().any(|cell| self.column.is_of(&cell)) {
            let (family, qualifier) = self.column.name();
            return Err(about.column(family, qualifier).request(NOT_CHANGED));
        }
        Ok(())
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

/// The mutation that stores the first version of a new row. Of a struct without `#[version]`, the same.
pub(in crate::db) fn first_of(
    about: CallContext<'_>,
    table: &TableRef,
    mutation: Mutation,
) -> Result<Mutation, Error> {
    let Some(to) = Versioned::of(table) else {
        return Ok(mutation);
    };
    let put = to.column.put_by(&mutation);
    match put.map_err(|error| to.error(about, &error))? {
        Some(version) if version.is_zero => to.counted(about, &mutation, &version),
        version => {
            let found = version.map_or_else(String::new, |version| version.number);
            Err(about.request(format_args!(
                "found the version {found}, expected 0, the version of a new row"
            )))
        }
    }
}

/// The mutation that stores the next version of a row that a function changed. Of a struct without `#[version]`, the same.
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
    /// Rejects a write whose cells expire: the version of an older write would then come back.
    pub(in crate::db) fn keeps_versions(
        &self,
        about: CallContext<'_>,
        table: &TableRef,
    ) -> Result<(), Error> {
        if self.options.ttl_ms().is_some() && Versioned::of(table).is_some() {
            return Err(about.request(
                "found a time to live of single cells in a table with a `#[version]`, whose older number would come back: set the family's `ttl`",
            ));
        }
        Ok(())
    }

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
            to.leaves_version(about, &mutation)?;
            return self.write_columns(about, to, mutation).await;
        };
        let counted = to.counted(about, &mutation, &version)?;
        let condition = to.expected(&version);
        if self.write_if(about, to.table, condition, counted).await? {
            return Ok(());
        }
        self.not_expected(about, to, &mutation, version).await
    }

    /// What follows if a row has another cell than expected. If the cell is the same number, as another program writes it
    /// (`007`, or a stored 0), the row is written.
    async fn not_expected(
        &self,
        about: CallContext<'_>,
        to: Versioned<'_>,
        mutation: &Mutation,
        read: RowVersion,
    ) -> Result<(), Error> {
        let found = self.read_version(about, to, mutation.row()).await?;
        if let Ok(found) = to.version_of(found.as_ref())
            && found.number == read.number
        {
            let counted = to.counted(about, mutation, &read)?;
            let condition = to.unchanged(&found);
            if self.write_if(about, to.table, condition, counted).await? {
                return Ok(());
            }
        }
        Err(self.changed(about, to, mutation.row(), read).await)
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
            Err(_) => "bytes that are no version".to_owned(),
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
        self.keeps_versions(about, to.table)?;
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
        if held.transpose()? == Some(true) {
            return Ok(());
        }
        let written = self.not_expected(about, to, mutation, version);
        written.await.map_err(RowFailure::Versioned)
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
