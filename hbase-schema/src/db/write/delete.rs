//! Deletes rows and columns.

use std::future::{Future, IntoFuture};
use std::marker::PhantomData;

use hbase_backend::cell::given_timestamp;
use hbase_backend::{BoxFuture, Mutation, ReadOptions, Row};

use crate::cell::VersionBound;
use crate::db::batches::delete_many::delete_version;
use crate::db::connection::Connection;
use crate::db::error::{CallContext, Error};
use crate::db::read::select::ColumnSet;
use crate::db::target::keys::{self, RowsOfKey};
use crate::db::target::table_ref::TableRef;
use crate::db::versions::time_range::{last_of, version_of};
use crate::debug::debug_fields;
use crate::key::KeyError;
use crate::schema::{ColumnQualifier, TableSchema};
use crate::table::{KeyFor, Table, WithoutIndex, Writable};

const CALL: &str = "delete";

impl Connection {
    /// Deletes a row by its key: `db.delete(&key).await`. A missing row is not an error.
    ///
    /// If a field holds the cells' timestamp (`#[timestamp]`), versions need not be times: the
    /// delete reads the row's newest version and deletes up to it, so that later versions can still
    /// be put. [`up_to`](DeleteRequest::up_to) and [`version`](DeleteRequest::version) set a version
    /// instead, without a read.
    ///
    /// In `HBase` a delete hides a put of the same row in the same millisecond; the embedded store
    /// assigns each write to a row its own timestamp.
    ///
    /// ```
    /// # use hbase_schema::{Error, HTable};
    /// # #[derive(HTable, Debug, PartialEq)]
    /// # #[table("DLQX:WEATHER_DATA")]
    /// # #[family("D1")]
    /// # struct Weather { #[rowkey] city: String, rain_mm: u32, note: Option<String> }
    /// # #[tokio::main(flavor = "current_thread")]
    /// # async fn main() -> Result<(), Error> {
    /// # let db = hbase_schema::connect("memory:").await?;
    /// # db.create_table::<Weather>().await?;
    /// let row = Weather { city: "Seattle".into(), rain_mm: 11, note: Some("wet".into()) };
    /// db.put(&row).await?;
    /// db.delete(&row.key()).columns(Weather::NOTE).await?;
    /// assert_eq!(db.get(&row.key()).await?.map(|row| row.note), Some(None));
    /// db.delete(&row.key()).await?;
    /// assert_eq!(db.get(&row.key()).await?, None);
    /// # Ok(())
    /// # }
    /// ```
    pub fn delete<K: KeyFor<R>, R: Writable>(&self, key: &K) -> DeleteRequest<R> {
        DeleteRequest {
            connection: self.clone(),
            rows: keys::of(key),
            columns: Vec::new(),
            versions: Some(DeletedVersions::All),
            of: PhantomData,
        }
    }
}

/// A request to delete a row or some of its columns: created by [`Connection::delete`], sent by
/// `.await`.
#[must_use = "a delete is sent by `.await`"]
pub struct DeleteRequest<R> {
    connection: Connection,
    rows: Result<RowsOfKey, KeyError>,
    /// Empty for the whole row.
    columns: Vec<(&'static str, ColumnQualifier)>,
    /// `None` if the caller passed `None` as a version, which must not delete all.
    versions: Option<DeletedVersions>,
    of: PhantomData<fn() -> R>,
}

/// The versions to delete.
#[derive(Clone, Copy, Debug)]
enum DeletedVersions {
    All,
    UpTo(i64),
    Only(i64),
}

impl<R: Table> DeleteRequest<R> {
    /// Deletes only these columns: a token, or a tuple of tokens.
    pub fn columns(mut self, columns: impl ColumnSet<R>) -> Self {
        columns.for_each(&mut |family, qualifier| self.columns.push((family, qualifier)));
        self
    }

    setter!(timeout);

    /// Deletes this version and all older ones. `None` is an error when the request is sent.
    #[allow(
        clippy::needless_pass_by_value,
        reason = "a time or a number, given as it is"
    )]
    pub fn up_to<V: VersionBound>(mut self, version: V) -> Self
    where
        R: WithoutIndex,
    {
        self.versions = last_of(&version).map(DeletedVersions::UpTo);
        self
    }

    /// Deletes only this version, so that the next older one becomes visible; with
    /// `#[timestamp(day)]` that of the time's day. `None` is an error when the request is sent.
    ///
    /// Until a major compaction the deletion also hides later puts of the same version.
    #[allow(
        clippy::needless_pass_by_value,
        reason = "a time or a number, given as it is"
    )]
    pub fn version<V: VersionBound>(mut self, version: V) -> Self
    where
        R: WithoutIndex,
    {
        self.versions = version_of::<R, V>(&version).map(DeletedVersions::Only);
        self
    }

    fn send(self) -> impl Future<Output = Result<(), Error>> {
        let request = RowDelete {
            schema: R::SCHEMA,
            is_versioned: R::VERSIONED,
            columns: self.columns,
        };
        request.send(self.connection, self.rows, self.versions)
    }
}

/// The delete of a row of the table of `schema`.
struct RowDelete {
    schema: &'static TableSchema,
    /// Whether a field holds the cells' timestamp.
    is_versioned: bool,
    columns: Vec<(&'static str, ColumnQualifier)>,
}

impl RowDelete {
    async fn send(
        self,
        connection: Connection,
        rows: Result<RowsOfKey, KeyError>,
        versions: Option<DeletedVersions>,
    ) -> Result<(), Error> {
        let about = CallContext::table(CALL, &self.schema.table.name);
        let RowsOfKey { table, rows } = rows.map_err(|error| about.key_error(error))?;
        let about = CallContext::table(CALL, &table);
        let Some(versions) = versions else {
            return Err(about.request(
                "a `None` as the version to delete: give the version, or leave it out to delete all of them",
            ));
        };
        let mut mutations = Vec::with_capacity(rows.len());
        if self.is_versioned && matches!(versions, DeletedVersions::All) {
            for newest in self.newest_versions(&connection, &table, rows).await? {
                mutations.push(self.up_to_newest(about, &newest)?);
            }
        } else {
            for row in &rows {
                mutations.push(self.mutation(about, row, versions)?);
            }
        }
        connection.write_all(CALL, &table, mutations).await
    }

    /// The delete of a row, or of the selected columns, up to the newest version that was read.
    fn up_to_newest(&self, about: CallContext<'_>, newest: &Row) -> Result<Mutation, Error> {
        if !self.columns.is_empty() {
            let version = newest.cells().map(|cell| cell.timestamp).max();
            let versions = version.map_or(DeletedVersions::All, DeletedVersions::UpTo);
            return self.mutation(about, newest.key(), versions);
        }
        let mut mutation = Mutation::new(newest.key());
        let deleted = delete_version(&mut mutation, self.schema, newest);
        deleted.map_err(|error| about.row(newest.key()).backend(error))?;
        Ok(mutation)
    }

    /// Reads the existing rows without their values.
    async fn newest_versions(
        &self,
        connection: &Connection,
        table: &TableRef,
        rows: Vec<Vec<u8>>,
    ) -> Result<Vec<Row>, Error> {
        let mut read = ReadOptions::default();
        for (family, qualifier) in &self.columns {
            read.add_column(family.as_bytes(), qualifier.as_bytes());
        }
        let found = connection.read_timestamps(CALL, table, rows, read);
        let found = found.await?;
        Ok(found.into_iter().flatten().collect())
    }

    fn mutation(
        &self,
        about: CallContext<'_>,
        row: &[u8],
        versions: DeletedVersions,
    ) -> Result<Mutation, Error> {
        let mut mutation = Mutation::new(row);
        self.markers(&mut mutation, versions)
            .map_err(|error| about.row(row).backend(error))?;
        Ok(mutation)
    }

    fn markers(
        &self,
        mutation: &mut Mutation,
        versions: DeletedVersions,
    ) -> hbase_backend::Result<()> {
        if let DeletedVersions::UpTo(version) | DeletedVersions::Only(version) = versions {
            given_timestamp(version)?;
        }
        for (family, qualifier) in &self.columns {
            let (family, qualifier) = (family.as_bytes(), qualifier.as_bytes());
            match versions {
                DeletedVersions::All => mutation.delete_column(family, qualifier, None)?,
                DeletedVersions::UpTo(version) => {
                    mutation.delete_column(family, qualifier, Some(version))?
                }
                DeletedVersions::Only(version) => {
                    mutation.delete_version(family, qualifier, Some(version))?
                }
            };
        }
        if !self.columns.is_empty() {
            return Ok(());
        }
        match versions {
            DeletedVersions::All => _ = mutation.delete_row(None),
            DeletedVersions::UpTo(version) => _ = mutation.delete_row(Some(version)),
            DeletedVersions::Only(version) => {
                for family in &*self.schema.table.families {
                    mutation.delete_family_version(family.name.as_bytes(), version)?;
                }
            }
        }
        Ok(())
    }
}

awaitable!(DeleteRequest<R: Table> => ());

debug_fields!(DeleteRequest[R]: columns, versions);
