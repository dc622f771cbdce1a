//! Creates, describes, truncates and drops tables.

use hbase_backend::{BoxFuture, Capability};
use hbase_model::{TableDescriptor, TableName};

use crate::db::connection::Connection;
use crate::db::error::{CallContext, Error, ErrorKind};
use crate::table::{FixedName, Unindexed};

const CREATE: &str = "create_table";

impl Connection {
    /// Creates the table of `T` with its splits, and its namespace if that is missing.
    ///
    /// # Errors
    /// [`ErrorKind::AlreadyExists`](crate::ErrorKind) if a table of this name exists, with any
    /// families; [`create_table_if_missing`](Self::create_table_if_missing) accepts that.
    pub fn create_table<T: FixedName>(&self) -> BoxFuture<'_, Result<(), Error>> {
        Box::pin(self.create_described(CREATE, T::SCHEMA.table))
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
    /// [`Error::Backend`].
    pub fn create_table_if_missing<T: FixedName>(&self) -> BoxFuture<'_, Result<bool, Error>> {
        Box::pin(async move {
            match self.create_described(CREATE, T::SCHEMA.table).await {
                Ok(()) => Ok(true),
                Err(error) if exists_already(&error) => Ok(false),
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
        let name = &T::SCHEMA.table.name;
        let about = CallContext::table("describe", name);
        Box::pin(self.read(about, move |backend, deadline| async move {
            backend.describe_table(name, deadline).await
        }))
    }

    /// Deletes all rows of the table of `T`; keeps its split points. To truncate a table with indexes, use
    /// [`indexed`](Self::indexed), which drops the indexes first.
    ///
    /// # Errors
    /// [`hbase_backend::Error::TableNotFound`] if it is missing.
    pub fn truncate<T: FixedName + Unindexed>(&self) -> BoxFuture<'_, Result<(), Error>> {
        Box::pin(self.on_table(
            "truncate",
            &T::SCHEMA.table.name,
            |backend, name, deadline| backend.truncate_table(name, true, deadline),
        ))
    }

    /// Drops the table of `T` and all its rows. To drop a table with indexes, use [`indexed`](Self::indexed), which
    /// drops the indexes first.
    ///
    /// # Errors
    /// [`hbase_backend::Error::TableNotFound`] if it is missing.
    pub fn drop_table<T: FixedName + Unindexed>(&self) -> BoxFuture<'_, Result<(), Error>> {
        Box::pin(self.on_table(
            "drop_table",
            &T::SCHEMA.table.name,
            |backend, name, deadline| backend.drop_table(name, deadline),
        ))
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

fn exists_already(error: &Error) -> bool {
    error.kind() == ErrorKind::AlreadyExists
}
