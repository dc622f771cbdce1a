//! The handle of a table's indexes: their state, and what keeps them in order.

use std::marker::PhantomData;
use std::sync::Arc;
use std::time::Duration;

use hbase_backend::Deadline;
use hbase_index::IndexedTable;

use crate::db::connection::Connection;
use crate::db::error::CallContext;
use crate::debug::{cloneable, debug_fields};
use crate::table::FixedName;

impl Connection {
    /// The indexes of the table of `T`: their state, and the calls that build, check and drop them. Rows are written and
    /// queried by the connection itself.
    ///
    /// ```
    /// use hbase_schema::index::{Phase, Verification};
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
    /// }
    ///
    /// # #[tokio::main(flavor = "current_thread")]
    /// # async fn main() -> Result<(), Error> {
    /// # let db = hbase_schema::connect("memory:").await?;
    /// db.create_table::<Mail>().await?;
    /// db.put(&Mail { id: "1".into(), sender: "ada".into() }).await?;
    /// let indexes = db.indexes::<Mail>();
    /// assert_eq!(indexes.state(Mail::BY_SENDER).await?.phase, Phase::Readable);
    /// let found = indexes.verify(Mail::BY_SENDER, Verification::Report).await?;
    /// assert_eq!((found.live, found.missing), (1, 0));
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// For a struct without `#[index]`, [`drop_undeclared`](Indexes::drop_undeclared) drops an index that it no longer
    /// declares.
    pub fn indexes<T: FixedName>(&self) -> Indexes<T> {
        Indexes {
            table: self.indexed_table(T::SCHEMA),
            connection: self.clone(),
            of: PhantomData,
        }
    }
}

/// The indexes of a table: made by [`Connection::indexes`]. Cheap to clone.
///
/// The order of the requests keeps a row and its entries consistent, without transactions: a query returns exactly the
/// rows whose current value matches, even if a client ends at any point. Programs that write the table without this
/// library break that; [`verify`](Self::verify) finds such rows, and repairs the index.
///
/// A write costs a read, a put of the entries and a conditional put of the row. A sequence of new rows needs no read if
/// the table was empty when its index was built. Writes need a backend with `AtomicRowMutation`, `CellTimestamps` and
/// `CheckAndMutate`, and return its [`Unsupported`](hbase_backend::Error::Unsupported) otherwise; queries work with any.
pub struct Indexes<T> {
    pub(super) connection: Connection,
    pub(super) table: Arc<IndexedTable>,
    of: PhantomData<fn() -> T>,
}

impl<T: FixedName> Indexes<T> {
    /// Sets the timeout of each of its calls; a call of several requests applies it to each.
    #[must_use]
    pub fn timeout(mut self, timeout: Duration) -> Self {
        self.connection.options.timeout = timeout;
        self
    }

    pub(super) fn about(call: &'static str) -> CallContext<'static> {
        CallContext::table(call, &T::SCHEMA.table.name)
    }

    pub(super) fn deadline(&self) -> Deadline {
        Deadline::after(self.connection.options.timeout)
    }
}

cloneable!(Indexes[T]: connection, table, of);
debug_fields!(Indexes[T] | rows | table = rows.table.definition().table);
