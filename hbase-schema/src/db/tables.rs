//! Tables as a whole: created, described, emptied, dropped.

use hbase_model::{Backend, BoxFuture, Capability, Deadline, TableDescriptor, TableName};

use super::connection::Connection;
use super::error::{About, Error};
use super::error_kind::ErrorKind;
use crate::table::Table;

impl Connection {
    /// Creates the table of `T`, with its splits, and its namespace where that is missing.
    ///
    /// # Errors
    /// [`ErrorKind::AlreadyExists`](crate::ErrorKind) where it is there already, in
    /// whatever form: [`create_table_if_missing`](Self::create_table_if_missing) takes that for
    /// done.
    pub fn create_table<T: Table>(&self) -> BoxFuture<'_, Result<(), Error>> {
        Box::pin(self.make_table(T::SCHEMA.table))
    }

    async fn make_table(&self, table: &'static TableDescriptor) -> Result<(), Error> {
        let about = About::table("create_table", &table.name);
        if !table.name.is_default_namespace() {
            self.ensure_namespace(about, table.name.namespace()).await?;
        }
        self.link
            .call(
                about,
                self.options.timeout,
                |backend, deadline| async move { backend.create_table(table, deadline).await },
            )
            .await
    }

    /// Creates the table of `T` unless it is there; returns whether it was made. Of several
    /// programs that call this at once, one makes it.
    ///
    /// A table that is there may be of another form: [`verify`](Self::verify) compares it with `T`.
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
    pub fn create_table_if_missing<T: Table>(&self) -> BoxFuture<'_, Result<bool, Error>> {
        Box::pin(async move {
            match self.make_table(T::SCHEMA.table).await {
                Ok(()) => Ok(true),
                Err(error) if is_there(&error) => Ok(false),
                Err(error) => Err(error),
            }
        })
    }

    async fn ensure_namespace(&self, about: About<'_>, namespace: &str) -> Result<(), Error> {
        // A backend without namespaces has nothing to make; where one is missing, it says so itself.
        if !self.backend().capabilities().has(Capability::Namespaces) {
            return Ok(());
        }
        match self.make_namespace(about, namespace).await {
            Err(error) if is_there(&error) => Ok(()),
            answer => answer,
        }
    }

    /// The names of all tables, in order, whether or not a struct declares them.
    ///
    /// # Errors
    /// [`Error::Backend`].
    pub async fn tables(&self) -> Result<Vec<TableName>, Error> {
        self.link
            .read(
                About::call("tables"),
                self.options.timeout,
                |backend, deadline| async move { backend.list_tables(deadline).await },
            )
            .await
    }

    /// The table of `T` as it is on the backend.
    ///
    /// # Errors
    /// [`hbase_model::Error::TableNotFound`] where it is missing.
    pub fn describe<T: Table>(&self) -> BoxFuture<'_, Result<TableDescriptor, Error>> {
        let name = &T::SCHEMA.table.name;
        let about = About::table("describe", name);
        let timeout = self.options.timeout;
        Box::pin(
            self.link
                .read(about, timeout, move |backend, deadline| async move {
                    backend.describe_table(name, deadline).await
                }),
        )
    }

    /// Removes all rows of the table of `T`; its splits stay.
    ///
    /// # Errors
    /// [`hbase_model::Error::TableNotFound`] where it is missing.
    pub fn truncate<T: Table>(&self) -> BoxFuture<'_, Result<(), Error>> {
        self.on_table(T::SCHEMA.table, "truncate", |backend, name, deadline| {
            backend.truncate_table(name, true, deadline)
        })
    }

    /// Drops the table of `T` and all its rows.
    ///
    /// # Errors
    /// [`hbase_model::Error::TableNotFound`] where it is missing.
    pub fn drop_table<T: Table>(&self) -> BoxFuture<'_, Result<(), Error>> {
        self.on_table(T::SCHEMA.table, "drop_table", |backend, name, deadline| {
            backend.drop_table(name, deadline)
        })
    }

    /// Writes what of the table of `T` is in memory to files.
    ///
    /// # Errors
    /// [`hbase_model::Error::Unsupported`] where the backend does so only by itself.
    pub fn flush<T: Table>(&self) -> BoxFuture<'_, Result<(), Error>> {
        self.on_table(T::SCHEMA.table, "flush", |backend, name, deadline| {
            backend.flush(name, deadline)
        })
    }

    /// Merges the files of the table of `T`, and drops what is deleted, expired or one version too
    /// many.
    ///
    /// # Errors
    /// [`hbase_model::Error::Unsupported`] where the backend does so only by itself.
    pub fn major_compact<T: Table>(&self) -> BoxFuture<'_, Result<(), Error>> {
        self.on_table(
            T::SCHEMA.table,
            "major_compact",
            |backend, name, deadline| backend.major_compact(name, deadline),
        )
    }

    fn on_table(
        &self,
        table: &'static TableDescriptor,
        call: &'static str,
        run: impl for<'b> FnOnce(
            &'b dyn Backend,
            &'static TableName,
            Deadline,
        ) -> BoxFuture<'b, hbase_model::Result<()>>
        + Send
        + 'static,
    ) -> BoxFuture<'_, Result<(), Error>> {
        let name = &table.name;
        let about = About::table(call, name);
        let timeout = self.options.timeout;
        Box::pin(
            self.link
                .call(about, timeout, move |backend, deadline| async move {
                    run(&*backend, name, deadline).await
                }),
        )
    }
}

/// Whether what was to be made is there already.
fn is_there(error: &Error) -> bool {
    error.kind() == ErrorKind::AlreadyExists
}
