//! Tables as a whole: made, described, emptied, dropped.

use hbase_model::{Backend, BoxFuture, Capability, Deadline, TableDescriptor, TableName};

use super::connection::Connection;
use super::error::{About, Error};
use crate::table::Table;

impl Connection {
    /// Creates the table of `T`, with its splits, and its namespace where that is missing.
    ///
    /// # Errors
    /// [`hbase_model::Error::TableExists`] where it is there already, in whatever form.
    pub async fn create_table<T: Table>(&self) -> Result<(), Error> {
        let table = T::SCHEMA.table;
        let about = About::table("create_table", &table.name);
        if !table.name.is_default_namespace() {
            self.ensure_namespace(about, table.name.namespace()).await?;
        }
        self.link
            .call(about, self.options.timeout, |backend, deadline| {
                backend.create_table(table, deadline)
            })
            .await
    }

    async fn ensure_namespace(
        &self,
        about: About<'_>,
        namespace: &'static str,
    ) -> Result<(), Error> {
        let backend = self.backend();
        // A backend without namespaces has nothing to make; where one is missing, it says so itself.
        if !backend.capabilities().has(Capability::Namespaces) {
            return Ok(());
        }
        let created = self
            .link
            .call(about, self.options.timeout, |backend, deadline| {
                backend.create_namespace(namespace, deadline)
            })
            .await;
        match created {
            Err(error)
                if matches!(
                    error.as_backend(),
                    Some(hbase_model::Error::NamespaceExists { .. })
                ) =>
            {
                Ok(())
            }
            answer => answer,
        }
    }

    /// The table of `T` as it is on the backend.
    ///
    /// # Errors
    /// [`hbase_model::Error::TableNotFound`] where it is missing.
    pub async fn describe<T: Table>(&self) -> Result<TableDescriptor, Error> {
        let name = &T::SCHEMA.table.name;
        let about = About::table("describe", name);
        self.link
            .read(about, self.options.timeout, |backend, deadline| {
                backend.describe_table(name, deadline)
            })
            .await
    }

    /// Removes all rows of the table of `T`; its splits stay.
    ///
    /// # Errors
    /// [`hbase_model::Error::TableNotFound`] where it is missing.
    pub async fn truncate<T: Table>(&self) -> Result<(), Error> {
        self.on_table::<T>("truncate", |backend, name, deadline| {
            backend.truncate_table(name, true, deadline)
        })
        .await
    }

    /// Drops the table of `T` and all its rows.
    ///
    /// # Errors
    /// [`hbase_model::Error::TableNotFound`] where it is missing.
    pub async fn drop_table<T: Table>(&self) -> Result<(), Error> {
        self.on_table::<T>("drop_table", |backend, name, deadline| {
            backend.drop_table(name, deadline)
        })
        .await
    }

    /// Writes what of the table of `T` is in memory to files.
    ///
    /// # Errors
    /// [`hbase_model::Error::Unsupported`] where the backend does so only by itself.
    pub async fn flush<T: Table>(&self) -> Result<(), Error> {
        self.on_table::<T>("flush", |backend, name, deadline| {
            backend.flush(name, deadline)
        })
        .await
    }

    /// Merges the files of the table of `T`, and drops what is deleted, expired or one version too
    /// many.
    ///
    /// # Errors
    /// [`hbase_model::Error::Unsupported`] where the backend does so only by itself.
    pub async fn major_compact<T: Table>(&self) -> Result<(), Error> {
        self.on_table::<T>("major_compact", |backend, name, deadline| {
            backend.major_compact(name, deadline)
        })
        .await
    }

    async fn on_table<T: Table>(
        &self,
        call: &'static str,
        run: impl for<'b> FnOnce(
            &'b dyn Backend,
            &'static TableName,
            Deadline,
        ) -> BoxFuture<'b, hbase_model::Result<()>>,
    ) -> Result<(), Error> {
        let name = &T::SCHEMA.table.name;
        let about = About::table(call, name);
        self.link
            .call(about, self.options.timeout, |backend, deadline| {
                run(backend, name, deadline)
            })
            .await
    }
}
