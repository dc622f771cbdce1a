//! Lists, creates and drops namespaces.

use crate::db::connection::Connection;
use crate::db::error::{CallContext, Error};

impl Connection {
    /// Returns the names of all namespaces, including `default` and `hbase`, in order.
    ///
    /// ```
    /// # #[tokio::main(flavor = "current_thread")]
    /// # async fn main() -> Result<(), hbase_schema::Error> {
    /// # let db = hbase_schema::connect("memory:").await?;
    /// db.create_namespace("DLQX").await?;
    /// assert!(db.namespaces().await?.contains(&"DLQX".to_owned()));
    /// db.drop_namespace("DLQX").await?;
    /// assert!(!db.namespaces().await?.contains(&"DLQX".to_owned()));
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    /// [`Error::Backend`].
    pub async fn namespaces(&self) -> Result<Vec<String>, Error> {
        let about = CallContext::call("namespaces");
        let names = self.read(about, |backend, deadline| async move {
            backend.list_namespaces(deadline).await
        });
        names.await
    }

    /// Creates a namespace. [`create_table`](Self::create_table) creates a missing one itself.
    ///
    /// # Errors
    /// [`ErrorKind::AlreadyExists`](crate::ErrorKind::AlreadyExists) if it exists,
    /// [`ErrorKind::InvalidRequest`](crate::ErrorKind::InvalidRequest) for a name that `HBase` does
    /// not allow.
    pub async fn create_namespace(&self, name: &str) -> Result<(), Error> {
        self.make_namespace(CallContext::call("create_namespace"), name)
            .await
    }

    /// Drops a namespace without tables.
    ///
    /// # Errors
    /// [`ErrorKind::NotFound`](crate::ErrorKind::NotFound) if it is missing,
    /// [`ErrorKind::InvalidRequest`](crate::ErrorKind::InvalidRequest) if it has tables.
    pub async fn drop_namespace(&self, name: &str) -> Result<(), Error> {
        let about = CallContext::call("drop_namespace");
        let dropped = self.call(about, |backend, deadline| async move {
            backend.drop_namespace(name, deadline).await
        });
        dropped.await
    }

    pub(super) async fn make_namespace(
        &self,
        about: CallContext<'_>,
        name: &str,
    ) -> Result<(), Error> {
        let created = self.call(about, |backend, deadline| async move {
            backend.create_namespace(name, deadline).await
        });
        created.await
    }
}
