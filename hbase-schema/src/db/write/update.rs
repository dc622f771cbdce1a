//! Changes a row by a function of its current value.

use hbase_backend::{BoxFuture, Comparator, CompareOp, Condition, Filter, Get, Mutation, Row};

use super::attempts::Attempts;
use super::put::replace_of;
use super::unversioned::Unversioned;
use super::versioned::next_of;
use crate::cell::{RowCells, column_value};
use crate::db::connection::Connection;
use crate::db::error::{CallContext, Error, UpdateError};
use crate::db::target::keys::{self, RowOfKey};
use crate::db::target::table_ref::TableRef;
use crate::schema::TableSchema;
use crate::table::{FromRowOwned, KeyFor, Writable};

pub(in crate::db) const CALL: &str = "update";

impl Connection {
    /// Changes a row by a function of its current value, in one atomic step: if another client writes the row in the
    /// meantime, the function is called once more, with that client's row. Returns the row as written.
    ///
    /// The row is written as by [`replace`](Self::replace). The function declines by an error of its own type, which
    /// leaves the row unchanged. It may be called several times, so it should have no other effect. It is `'static`: clone
    /// what it needs from outside, and move the clones into it. Generic code needs `T: TableRow + Unversioned + Send`.
    ///
    /// ```
    /// # use hbase_schema::HTable;
    /// use hbase_schema::db::UpdateError;
    ///
    /// #[derive(HTable, Debug, Clone, PartialEq)]
    /// #[table("DLQX:RIDE_DATA")]
    /// #[family("D1")]
    /// struct Ride {
    ///     #[rowkey]
    ///     id: u64,
    ///     driver: Option<String>,
    ///     price: u32,
    /// }
    ///
    /// #[derive(Debug, PartialEq)]
    /// struct Taken(String);
    ///
    /// fn accept(ride: Ride) -> Result<Ride, Taken> {
    ///     match ride.driver {
    ///         Some(other) => Err(Taken(other)),
    ///         None => Ok(Ride { driver: Some("bob".into()), ..ride }),
    ///     }
    /// }
    ///
    /// # #[tokio::main(flavor = "current_thread")]
    /// # async fn main() -> Result<(), hbase_schema::Error> {
    /// # let db = hbase_schema::connect("memory:").await?;
    /// # db.create_table::<Ride>().await?;
    /// let ride = Ride { id: 7, driver: None, price: 900 };
    /// assert!(matches!(db.update(&ride.key(), accept).await, Err(UpdateError::NotFound { .. })));
    /// db.put(&ride).await?;
    /// assert_eq!(db.update(&ride.key(), accept).await.unwrap().driver.as_deref(), Some("bob"));
    /// match db.update(&ride.key(), accept).await {
    ///     Err(UpdateError::Declined(Taken(by))) => assert_eq!(by, "bob"),
    ///     other => panic!("{other:?}"),
    /// }
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # How it works
    /// It reads the row, and writes it on the condition that all declared columns except counters are as they were read.
    /// If another writer came first, it pauses up to 10 ms, at random, and later up to a second. After ten such attempts,
    /// or at the timeout of the call, it returns [`Error::Conflict`].
    /// Columns that the struct does not declare, and counters, stay unchanged. The condition compares several columns by a
    /// filter, which a gateway does not take: there, only a table of one column whose value is not empty can be updated.
    ///
    /// # Errors
    /// [`UpdateError::NotFound`] if the row has no declared column, [`UpdateError::Declined`] with the function's error;
    /// [`UpdateError::Call`] as for [`replace`](Self::replace), with [`Error::Row`] for a row that cannot be decoded and
    /// [`Error::Request`] if the function changed the key.
    pub fn update<'c, K, T, E>(
        &'c self,
        key: &K,
        change: impl Fn(T) -> Result<T, E> + Send + Sync + 'static,
    ) -> BoxFuture<'c, Result<T, UpdateError<E>>>
    where
        K: KeyFor<T>,
        T: Writable + Unversioned + FromRowOwned + Send + 'static,
        E: Send + 'static,
    {
        let row = keys::one::<K, T>(CALL, key);
        Box::pin(async move {
            let row = row?;
            #[cfg(feature = "index")]
            if let Some(schema) = row.table.indexed() {
                let updated = self.update_indexed(schema, &row, change);
                return Box::pin(updated).await;
            }
            self.update_by_attempts(&row, change).await
        })
    }

    async fn update_by_attempts<T, E>(
        &self,
        row: &RowOfKey,
        change: impl Fn(T) -> Result<T, E> + Sync,
    ) -> Result<T, UpdateError<E>>
    where
        T: Unversioned + FromRowOwned,
    {
        let mut attempts = Attempts::within(self.options.timeout);
        loop {
            let within = self.timeout(attempts.remaining());
            if let Some(updated) = within.try_update(row, &change).await? {
                return Ok(updated);
            }
            if let Err(number) = Box::pin(attempts.pause()).await {
                let about = CallContext::table(CALL, &row.table).row(&row.row);
                return Err(about.conflict(number).into());
            }
        }
    }

    /// One attempt; `None` if another writer came first.
    async fn try_update<T, E>(
        &self,
        row: &RowOfKey,
        change: &(impl Fn(T) -> Result<T, E> + Sync),
    ) -> Result<Option<T>, UpdateError<E>>
    where
        T: Unversioned + FromRowOwned,
    {
        let about = CallContext::table(CALL, &row.table).row(&row.row);
        let found = self.read_declared(about, T::SCHEMA, &row.table, &row.row);
        let found = found.await?;
        let decided = decide(&row.table, found.as_ref(), change)?;
        let condition = unchanged(T::SCHEMA, found.as_ref());
        let (table, mutation) = (&row.table, decided.mutation);
        let written = self.write_if(about, table, condition, mutation).await?;
        Ok(written.then_some(decided.row))
    }

    /// Reads all columns that the struct declares.
    pub(super) async fn read_declared(
        &self,
        about: CallContext<'_>,
        schema: &'static TableSchema,
        table: &TableRef,
        key: &[u8],
    ) -> Result<Option<Row>, Error> {
        let mut get = Get::new(key);
        get.read.add_declared(schema.column_names());
        let get = &get;
        let found = self.read(about, |backend, deadline| async move {
            let row = backend.get(table, get, deadline).await?;
            self.link.count_read(&row);
            Ok(row)
        });
        found.await
    }
}

/// A row that a function changed.
pub(in crate::db) struct Decided<T> {
    pub(in crate::db) row: T,
    pub(in crate::db) mutation: Mutation,
}

/// The changed row.
pub(in crate::db) fn decide<T, E>(
    table: &TableRef,
    found: Option<&Row>,
    change: impl Fn(T) -> Result<T, E>,
) -> Result<Decided<T>, UpdateError<E>>
where
    T: Unversioned + FromRowOwned,
{
    let Some(found) = found.filter(|found| T::SCHEMA.has_put_cell(found)) else {
        return Err(UpdateError::NotFound);
    };
    let about = CallContext::table(CALL, table).row(found.key());
    let cells = RowCells::new(found, T::SCHEMA.row).of_period(table.period());
    let row = T::from_row(&cells).map_err(|error| about.row_error(error))?;
    let mut row = change(row).map_err(UpdateError::Declined)?;
    let write = replace_of(&row).map_err(|error| about.row_error(error))?;
    if write.mutation.row() != found.key() || write.table != *table {
        let error = about.request(
            "the function changed the row key: a row of another key is another row: put it, and delete this one",
        );
        return Err(error.into());
    }
    let mutation = next_of(about, table, found, write.mutation)?;
    row.count_write();
    Ok(Decided { row, mutation })
}

/// The condition that a row's declared columns, except counters, are as they were read.
pub(super) fn unchanged(schema: &TableSchema, found: Option<&Row>) -> Condition {
    let value = |family: &str, name: &[u8]| {
        let value = found.and_then(|row| row.value(family.as_bytes(), name));
        value.map(<[u8]>::to_vec)
    };
    let names: Vec<_> = schema.put_names().collect();
    if let [(family, name)] = names.as_slice()
        // To a condition without a filter, an empty value is a missing one.
        && let Some(value) = value(family, name.as_bytes()).filter(|value| !value.is_empty())
    {
        return Condition::unchanged(*family, name.as_bytes(), Some(value));
    }
    let columns = names.into_iter().map(|(family, name)| {
        let value = value(family, name.as_bytes());
        same_value(family.as_bytes(), name.as_bytes(), value)
    });
    Condition::Filter(Filter::And(columns.collect()))
}

/// Rows whose column has this value; `None` for rows without the column.
fn same_value(family: &[u8], qualifier: &[u8], value: Option<Vec<u8>>) -> Filter {
    let (op, or_missing) = match value {
        Some(_) => (CompareOp::Equal, false),
        // No value sorts below the empty one: only rows without the column remain.
        None => (CompareOp::Less, true),
    };
    let value = Comparator::Binary(value.unwrap_or_default());
    column_value(family, qualifier, op, value, or_missing)
}
