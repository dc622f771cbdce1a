//! The handle of a table with indexes, and its writes.

use std::any::TypeId;
use std::marker::PhantomData;
use std::sync::{Arc, PoisonError};
use std::time::Duration;

use hbase_backend::{BoxFuture, Deadline, Mutation};
use hbase_index::{Clocks, IndexedTable, Intent, Settings, SystemClocks, Written};

use super::definition;
use super::gated::Gated;
use crate::db::connection::Connection;
use crate::db::error::{CallContext, Error};
use crate::db::target::keys::{self, RowOfKey};
use crate::db::write::put::{RowWrite, put_of, replace_of};
use crate::db::write::unversioned::Unversioned;
use crate::debug::{cloneable, debug_fields};
use crate::index::Indexed;
use crate::table::KeyFor;

impl Connection {
    /// The table of `T` with its indexes, which all clones of the connection share.
    ///
    /// ```
    /// # use std::time::Duration;
    /// # use hbase_schema::index::Settings;
    /// use hbase_schema::{Error, HTable};
    ///
    /// #[derive(HTable, Debug, Clone, PartialEq)]
    /// #[table("DLQX:MAIL_BOXES")]
    /// #[family("D1")]
    /// struct Mail {
    ///     #[rowkey]
    ///     id: String,
    ///     #[index("DLQX:MAIL_BY_SENDER")]
    ///     sender: String,
    ///     subject: String,
    /// }
    ///
    /// # #[tokio::main(flavor = "current_thread")]
    /// # async fn main() -> Result<(), Error> {
    /// # let db = hbase_schema::connect("memory:").await?;
    /// let mails = db.indexed::<Mail>();
    /// # let mails = mails.settings(Settings::default().write_limit(Duration::from_millis(50)));
    /// mails.create().await?;
    /// let mail = |id: &str, sender: &str| Mail {
    ///     id: id.into(),
    ///     sender: sender.into(),
    ///     subject: "minutes".into(),
    /// };
    /// mails.put_many([mail("1", "ada"), mail("2", "bob"), mail("3", "ada")]).await?;
    /// let found = mails.query(Mail::BY_SENDER.eq("ada")).rows().collect().await?;
    /// assert_eq!(found, [mail("1", "ada"), mail("3", "ada")]);
    ///
    /// mails.put(&mail("1", "bea")).await?;
    /// let found = mails.query(Mail::BY_SENDER.prefix("b")).rows().collect().await?;
    /// assert_eq!(found, [mail("1", "bea"), mail("2", "bob")]);
    /// # Ok(())
    /// # }
    /// ```
    pub fn indexed<T: Indexed>(&self) -> IndexedRows<T> {
        let known = self.indexed.lock();
        let mut known = known.unwrap_or_else(PoisonError::into_inner);
        let table = known.entry(TypeId::of::<T>()).or_insert_with(|| {
            IndexedRows::<T>::table_of(self, Settings::default(), Arc::new(SystemClocks))
        });
        IndexedRows::new(self.clone(), Arc::clone(table))
    }
}

/// The rows of a table with indexes: made by [`Connection::indexed`]. Cheap to clone.
///
/// The order of the requests keeps a row and its entries consistent, without transactions: a query returns exactly the
/// rows whose current value matches, even if a client ends at any point. Writes that bypass these calls break that;
/// [`verify`](Self::verify) finds them, and repairs the index.
///
/// A write costs a read, a put of the entries and a conditional put of the row. A sequence of new rows needs no read if
/// the table was empty when its index was built. Entries of old values are deleted later, by
/// [`clean_up`](Self::clean_up) or [`run_clean_up`](Self::run_clean_up), which one task of each process should run.
///
/// Writes need a backend with `AtomicRowMutation`, `CellTimestamps` and `CheckAndMutate`, and return its
/// [`Unsupported`](hbase_backend::Error::Unsupported) otherwise; queries work with any.
pub struct IndexedRows<T> {
    pub(super) connection: Connection,
    pub(super) table: Arc<IndexedTable>,
    of: PhantomData<fn() -> T>,
}

impl<T: Indexed> IndexedRows<T> {
    fn new(connection: Connection, table: Arc<IndexedTable>) -> Self {
        Self {
            connection,
            table,
            of: PhantomData,
        }
    }

    fn table_of(
        connection: &Connection,
        settings: Settings,
        clocks: Arc<dyn Clocks>,
    ) -> Arc<IndexedTable> {
        let backend = Arc::new(Gated(Arc::clone(&connection.link)));
        let definition = Arc::new(definition::of::<T>());
        let table = IndexedTable::with_clocks(backend, definition, settings, clocks);
        Arc::new(table.counting_in(Arc::clone(&connection.link.counters.index)))
    }

    /// Another handle with these settings, which all clients of the table must share. Deletions of old entries wait in
    /// this handle and its clones, so keep it.
    #[must_use]
    pub fn settings(self, settings: Settings) -> Self {
        self.with_clocks(settings, Arc::new(SystemClocks))
    }

    /// The same, with other clocks, for tests.
    #[must_use]
    pub fn with_clocks(self, settings: Settings, clocks: Arc<dyn Clocks>) -> Self {
        let table = Self::table_of(&self.connection, settings, clocks);
        Self::new(self.connection, table)
    }

    /// Sets the timeout of each of its calls; a call of several requests applies it to each.
    #[must_use]
    pub fn timeout(mut self, timeout: Duration) -> Self {
        self.connection.options.timeout = timeout;
        self
    }

    /// Writes a row, with its entries. A `None` leaves its cell unchanged;
    /// [`replace`](Self::replace) deletes it.
    ///
    /// # Errors
    /// [`Error::Row`] and [`Error::Key`] as for [`Connection::put`]; [`Error::Backend`], after which the
    /// row is unchanged; [`Error::Index`] if other writers came first each time, for a durability or a TTL that an
    /// index excludes, and if the response was lost, so that the outcome is unknown.
    pub fn put<'c>(&'c self, row: &T) -> BoxFuture<'c, Result<(), Error>> {
        const CALL: &str = "put";
        let put = put_of(row).map_err(|error| Self::about(CALL).row_error(error));
        Box::pin(async move { self.write_mutation(CALL, put?, Intent::put).await.map(drop) })
    }

    /// Writes a row and deletes the declared columns that it lacks, in one atomic step, like [`Connection::replace`].
    ///
    /// # Errors
    /// Same as [`put`](Self::put).
    pub fn replace<'c>(&'c self, row: &T) -> BoxFuture<'c, Result<(), Error>>
    where
        T: Unversioned,
    {
        const CALL: &str = "replace";
        let put = replace_of(row).map_err(|error| Self::about(CALL).row_error(error));
        Box::pin(async move { self.write_mutation(CALL, put?, Intent::put).await.map(drop) })
    }

    /// Writes a row if it has no cells: of several programs that insert a row, one succeeds.
    ///
    /// # Errors
    /// [`Error::Exists`] if the row exists; otherwise same as [`put`](Self::put).
    pub fn insert<'c>(&'c self, row: &T) -> BoxFuture<'c, Result<(), Error>> {
        const CALL: &str = "insert";
        let put = put_of(row).map_err(|error| Self::about(CALL).row_error(error));
        Box::pin(async move {
            let put = put?;
            let row = put.mutation.row().to_vec();
            match self.write_mutation(CALL, put, Intent::insert).await? {
                Written::Yes => Ok(()),
                Written::Unchanged => Err(Self::about(CALL).row(&row).exists()),
            }
        })
    }

    /// Deletes a row by its key. A missing row is not an error.
    ///
    /// # Errors
    /// Same as [`put`](Self::put).
    pub fn delete<'c, K: KeyFor<T>>(&'c self, key: &K) -> BoxFuture<'c, Result<(), Error>> {
        const CALL: &str = "delete";
        let row = keys::one::<K, T>(CALL, key);
        Box::pin(async move {
            let RowOfKey { row, .. } = row?;
            let intent = Intent::delete(row.as_slice());
            let deleted = self.table.write(intent, self.deadline()).await;
            let deleted = deleted.map_err(|error| Self::about(CALL).row(&row).index(error));
            deleted.map(drop)
        })
    }

    async fn write_mutation(
        &self,
        call: &'static str,
        write: RowWrite,
        intent: fn(Mutation) -> Intent,
    ) -> Result<Written, Error> {
        let mut mutation = write.mutation;
        self.connection.options.apply(&mut mutation);
        let row = mutation.row().to_vec();
        let bytes = mutation.cells().as_bytes().len();
        let written = self.table.write(intent(mutation), self.deadline()).await;
        let about = Self::about(call).row(&row);
        let written = written.map_err(|error| about.index(error))?;
        if written == Written::Yes {
            self.connection.link.counters.written(1, bytes);
        }
        Ok(written)
    }

    pub(super) fn about(call: &'static str) -> CallContext<'static> {
        CallContext::table(call, &T::SCHEMA.table.name)
    }

    pub(super) fn deadline(&self) -> Deadline {
        Deadline::after(self.connection.options.timeout)
    }
}

cloneable!(IndexedRows[T]: connection, table, of);
debug_fields!(IndexedRows[T] | rows | table = rows.table.definition().table);
