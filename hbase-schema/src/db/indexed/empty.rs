//! Truncating and dropping a table with indexes.

use super::calls::IndexedRows;
use crate::db::connection::link::TableCall;
use crate::db::error::Error;
use crate::index::Indexed;

impl<T: Indexed> IndexedRows<T> {
    /// Deletes all rows of the table, with the stamps of deleted ones; keeps its split points. It first drops the
    /// indexes, like [`drop_index`](Self::drop_index). [`create`](Self::create) rebuilds them; no program may call it
    /// before the rows are deleted.
    ///
    /// Waits for twice the write limit, once for all indexes. Without this wait, pending deletions of old entries would
    /// delete entries of new rows that a slower clock wrote.
    ///
    /// # Errors
    /// Same as [`create`](Self::create); [`Error::Index`], before anything is dropped, if the table has
    /// an index that the struct does not declare: [`drop_undeclared`](Self::drop_undeclared) drops it.
    pub async fn truncate(&self) -> Result<(), Error> {
        self.without_indexes("truncate", |backend, table, deadline| {
            backend.truncate_table(table, true, deadline)
        })
        .await
    }

    /// Drops the table and all its rows, after its indexes, like [`truncate`](Self::truncate).
    ///
    /// # Errors
    /// Same as [`truncate`](Self::truncate).
    pub async fn drop_table(&self) -> Result<(), Error> {
        self.without_indexes("drop_table", |backend, table, deadline| {
            backend.drop_table(table, deadline)
        })
        .await
    }

    async fn without_indexes(&self, call: &'static str, run: TableCall) -> Result<(), Error> {
        let dropped = self.table.drop_indexes(self.connection.options.timeout);
        let dropped = dropped.await;
        dropped.map_err(|error| Self::about(call).index(error))?;
        let table = &T::SCHEMA.table.name;
        self.connection.on_table(call, table, run).await
    }
}
