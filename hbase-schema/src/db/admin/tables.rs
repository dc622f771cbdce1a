//! Creates, describes, truncates and drops tables.

use hbase_backend::{BoxFuture, Capability};
use hbase_model::{TableDescriptor, TableName};

use crate::db::connection::Connection;
use crate::db::connection::link::TableCall;
use crate::db::error::{CallContext, Error, ErrorKind};
use crate::db::layout::recorded;
use crate::schema::TableSchema;
use crate::table::{FixedName, Writable};

const CREATE: &str = "create_table";

impl Connection {
    /// Creates the table of `T` with its splits, and its namespace if that is missing. The indexes of `T` are built, as
    /// by [`create_table_if_missing`](Self::create_table_if_missing).
    ///
    /// # Errors
    /// [`ErrorKind::AlreadyExists`](crate::ErrorKind) if a table of this name exists, with any
    /// families; [`create_table_if_missing`](Self::create_table_if_missing) accepts that. If a table with indexes was only
    /// created in part, as after a lost connection, it completes it.
    pub fn create_table<T: FixedName>(&self) -> BoxFuture<'_, Result<(), Error>> {
        Box::pin(async move {
            #[cfg(feature = "index")]
            if !T::SCHEMA.indexes.is_empty() {
                return self.create_new_indexed(CREATE, T::SCHEMA).await;
            }
            self.create_recorded(CREATE, T::SCHEMA, T::SCHEMA.table)
                .await
        })
    }

    /// Creates the table of a struct with its layout record.
    pub(in crate::db) async fn create_recorded(
        &self,
        call: &'static str,
        schema: &'static TableSchema,
        table: &TableDescriptor,
    ) -> Result<(), Error> {
        let recorded = recorded(table, schema, self.backend().capabilities());
        let created = self.create_described(call, &recorded).await;
        self.link.layouts.forget(&table.name);
        created
    }

    pub(in crate::db) async fn create_described(
        &self,
        call: &'static str,
        table: &TableDescriptor,
    ) -> Result<(), Error> {
        let about = CallContext::table(call, &table.name);
        if !table.name.is_default_namespace() {
            self.ensure_namespace(about, table.name.namespace()).await?;
        }
        let created = self.call(about, |backend, deadline| async move {
            backend.create_table(table, deadline).await
        });
        created.await
    }

    /// Creates the table of `T` if it is missing; returns whether it did. If several programs call
    /// this concurrently, one creates it.
    ///
    /// An existing table may differ from `T`: [`verify`](Self::verify) compares them.
    ///
    /// # Indexes
    /// If `T` has indexes, the call also creates the missing ones of their tables, the table of their states, and the
    /// family of the stamps in an existing table, and fills the indexes with the existing rows. A further call continues
    /// where another process ended. [`Indexes::build`] does the same, and reports its progress.
    ///
    /// If this call creates the table of the rows, its indexes are readable at once. If the table exists and has rows, all
    /// indexes that are not built yet wait together, for twice the
    /// [`index_write_limit`](crate::Limits::index_write_limit) (30 s by default), so that every write that does not know an
    /// index has ended. If it has no rows, or was dropped before, the call does not wait: until these indexes are built,
    /// queries read the table of the rows, up to
    /// [`max_rows_before_index`](crate::index::Settings::max_rows_before_index) rows. After the wait, a query or write
    /// builds them; [`Indexes::build`] waits for it.
    ///
    /// An index is bound to its table, its columns and the encodings of its values: after a change of these, drop it
    /// ([`Indexes::drop_index`]) and create it again. Rows whose values cannot be decoded have no entries. The index is
    /// filled with the others; after the undecodable rows were rewritten or deleted, another call makes it readable.
    /// Programs of the same table that declare another index, but not this one, cannot write rows from then on. Programs
    /// that declare no index can, so they must no longer run. If the table has an index that `T` does not declare, the
    /// call returns [`Error::Differs`]: declare it, or drop it by [`Indexes::drop_undeclared`].
    ///
    /// [`Indexes::build`]: crate::db::Indexes::build
    /// [`Indexes::drop_index`]: crate::db::Indexes::drop_index
    /// [`Indexes::drop_undeclared`]: crate::db::Indexes::drop_undeclared
    ///
    /// ```
    /// # use hbase_schema::HTable;
    /// # #[derive(HTable)]
    /// # #[table("DLQX:WEATHER_DATA")]
    /// # #[family("D1")]
    /// # struct Weather { #[rowkey] city: String, rain_mm: u32 }
    /// # #[tokio::main(flavor = "current_thread")]
    /// # async fn main() -> Result<(), hbase_schema::Error> {
    /// # let db = hbase_schema::connect("memory:").await?;
    /// assert!(db.create_table_if_missing::<Weather>().await?);
    /// assert!(!db.create_table_if_missing::<Weather>().await?);
    /// db.verify::<Weather>().await?;
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    /// [`Error::Backend`]. For a table with indexes, `Error::Index` if another process drops an index meanwhile, for rows
    /// whose values cannot be decoded, for an index that another definition has filled, and for a foreign table with an
    /// index's name; [`Error::Differs`] if a live table differs from its declaration so that queries would miss rows, such
    /// as by the TTL of an indexed column: [`apply`](Self::apply) and `hbase-schema apply` alter it. Completed steps
    /// remain.
    pub fn create_table_if_missing<T: FixedName>(&self) -> BoxFuture<'_, Result<bool, Error>> {
        Box::pin(async move {
            #[cfg(feature = "index")]
            if !T::SCHEMA.indexes.is_empty() {
                return self.create_indexed_at_once(CREATE, T::SCHEMA).await;
            }
            let created = self.create_recorded(CREATE, T::SCHEMA, T::SCHEMA.table);
            match created.await {
                Ok(()) => Ok(true),
                Err(error) if exists_already(&error) => {
                    self.check_declares_indexes(CREATE, T::SCHEMA).await?;
                    Ok(false)
                }
                Err(error) => Err(error),
            }
        })
    }

    async fn ensure_namespace(&self, about: CallContext<'_>, namespace: &str) -> Result<(), Error> {
        // A backend that does not support namespaces reports a missing one when it creates the table.
        if !self.backend().capabilities().has(Capability::Namespaces) {
            return Ok(());
        }
        match self.make_namespace(about, namespace).await {
            Err(error) if exists_already(&error) => Ok(()),
            answer => answer,
        }
    }

    /// Returns the names of all tables, in order, whether or not a struct declares them.
    ///
    /// # Errors
    /// [`Error::Backend`].
    pub async fn tables(&self) -> Result<Vec<TableName>, Error> {
        let about = CallContext::call("tables");
        let tables = self.read(about, |backend, deadline| async move {
            backend.list_tables(deadline).await
        });
        tables.await
    }

    /// Describes the live table of `T`.
    ///
    /// # Errors
    /// [`hbase_backend::Error::TableNotFound`] if it is missing.
    pub fn describe<T: FixedName>(&self) -> BoxFuture<'_, Result<TableDescriptor, Error>> {
        Box::pin(self.describe_schema(T::SCHEMA))
    }

    pub(in crate::db) async fn describe_schema(
        &self,
        schema: &'static TableSchema,
    ) -> Result<TableDescriptor, Error> {
        let name = &schema.table.name;
        let about = CallContext::table("describe", name);
        let live = self.read(about, move |backend, deadline| async move {
            backend.describe_table(name, deadline).await
        });
        live.await
    }

    /// Deletes all rows of the table of `T`; keeps its split points.
    ///
    /// The indexes of `T` are dropped before, and built again after it. Each of the two steps waits for twice the
    /// [`index_write_limit`](crate::Limits::index_write_limit): pending deletions of old entries would delete entries of
    /// new rows. Until the end, queries by an index return errors; rows that are written before the rows are deleted are
    /// deleted too. If the call fails, run it once more.
    ///
    /// # Errors
    /// [`hbase_backend::Error::TableNotFound`] if it is missing; an error of
    /// [`ErrorKind::Differs`](crate::ErrorKind), before anything is dropped, if the table has an index that `T` does not
    /// declare: `Indexes::drop_undeclared` drops it.
    pub fn truncate<T: FixedName + Writable>(&self) -> BoxFuture<'_, Result<(), Error>> {
        const CALL: &str = "truncate";
        Box::pin(async move {
            let truncated = self.empty(CALL, T::SCHEMA, |backend, name, deadline| {
                backend.truncate_table(name, true, deadline)
            });
            truncated.await?;
            #[cfg(feature = "index")]
            if !T::SCHEMA.indexes.is_empty() {
                self.create_indexed(CALL, T::SCHEMA, &mut |_| {}).await?;
            }
            Ok(())
        })
    }

    /// Drops the table of `T` and all its rows, after its indexes, as [`truncate`](Self::truncate) does.
    ///
    /// # Errors
    /// Same as [`truncate`](Self::truncate).
    pub fn drop_table<T: FixedName + Writable>(&self) -> BoxFuture<'_, Result<(), Error>> {
        Box::pin(
            self.empty("drop_table", T::SCHEMA, |backend, name, deadline| {
                backend.drop_table(name, deadline)
            }),
        )
    }

    async fn empty(
        &self,
        call: &'static str,
        schema: &'static TableSchema,
        run: TableCall,
    ) -> Result<(), Error> {
        #[cfg(feature = "index")]
        if !schema.indexes.is_empty() {
            return self.without_indexes(call, schema, run).await;
        }
        self.check_declares_indexes(call, schema).await?;
        self.on_table(call, &schema.table.name, run).await
    }

    /// Flushes the table of `T`: writes its memstores to files.
    ///
    /// # Errors
    /// [`hbase_backend::Error::Unsupported`] if the backend does not support it.
    pub fn flush<T: FixedName>(&self) -> BoxFuture<'_, Result<(), Error>> {
        Box::pin(
            self.on_table("flush", &T::SCHEMA.table.name, |backend, name, deadline| {
                backend.flush(name, deadline)
            }),
        )
    }

    /// Compacts the table of `T`: merges its files, without deleted and expired cells and surplus
    /// versions.
    ///
    /// # Errors
    /// [`hbase_backend::Error::Unsupported`] if the backend does not support it.
    pub fn major_compact<T: FixedName>(&self) -> BoxFuture<'_, Result<(), Error>> {
        Box::pin(self.on_table(
            "major_compact",
            &T::SCHEMA.table.name,
            |backend, name, deadline| backend.major_compact(name, deadline),
        ))
    }
}

pub(in crate::db) fn exists_already(error: &Error) -> bool {
    error.kind() == ErrorKind::AlreadyExists
}
