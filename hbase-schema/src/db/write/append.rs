//! Appends, and code shared with increments: both return the new value of a cell.

use std::future::Future;
use std::sync::Arc;

use hbase_backend::{Append, Backend, BoxFuture, Deadline, Row};

use super::cell_arg::{self, CellArg};
use super::versioned::NOT_CHANGED;
use crate::cell::{DecodeCell, RowCells};
use crate::column::Column;
use crate::db::connection::Connection;
use crate::db::connection::link::trace_rows;
use crate::db::error::{CallContext, Error};
use crate::db::target::keys::{self, RowOfKey};
use crate::schema::ColumnSchema;
use crate::table::{KeyFor, Table, WithoutIndex};

/// A cell that bytes can be appended to: text and bytes.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "nothing can be appended to a column of `{Self}`",
    label = "expected text or bytes"
)]
pub trait AppendCell {}

impl AppendCell for String {}
impl AppendCell for Vec<u8> {}
impl AppendCell for Option<String> {}
impl AppendCell for Option<Vec<u8>> {}

impl Connection {
    /// Appends to a column of text or bytes; returns its new value. An absent cell counts as empty.
    ///
    /// ```
    /// # use hbase_schema::{Error, HTable};
    /// # #[derive(HTable, Debug, PartialEq)]
    /// # #[table("DLQX:WEATHER_DATA")]
    /// # #[family("D1")]
    /// # struct Weather { #[rowkey] city: String, notes: String }
    /// # #[tokio::main(flavor = "current_thread")]
    /// # async fn main() -> Result<(), Error> {
    /// # let db = hbase_schema::connect("memory:").await?;
    /// # db.create_table::<Weather>().await?;
    /// let key = WeatherKey { city: "Seattle".into() };
    /// db.append(&key, Weather::NOTES, "wet").await?;
    /// assert_eq!(db.append(&key, Weather::NOTES, ", windy").await?, "wet, windy");
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    /// [`Error::Backend`]; [`Error::Request`] for a key with a random or round-robin salt.
    pub fn append<'c, K, R, F, C, V>(
        &'c self,
        key: &K,
        column: Column<R, F, C>,
        value: V,
    ) -> BoxFuture<'c, Result<F, Error>>
    where
        K: KeyFor<R>,
        R: WithoutIndex,
        F: AppendCell + for<'r> DecodeCell<'r, C>,
        V: CellArg<F, C>,
    {
        let append = keys::one("append", key).and_then(|RowOfKey { table, row }| {
            let about = CallContext::table("append", &table);
            changes_alone::<R>(about.row(&row), column.schema())?;
            if R::SCHEMA.version.is_some() {
                return Err(about.row(&row).request(
                    "found an append to a row with a `#[version]`, which it would not count: use `update`",
                ));
            }
            let value = cell_arg::encode(about, &row, column, value)?;
            let append = self.append_of(row, column.schema(), value.unwrap_or_default());
            Ok((table, append))
        });
        let (schema, row_name) = (column.schema(), R::SCHEMA.row);
        Box::pin(async move {
            let (ref table, append) = append?;
            let row = append.row.clone();
            let about = CallContext::table("append", table).row(&row);
            let answer = self.change_cell(about, schema, |backend, deadline| async move {
                backend.append(table, append, deadline).await
            });
            let answer = answer.await?;
            let value = RowCells::new(&answer, row_name).cell::<F, C>(schema);
            value.map_err(|error| about.row_error(error))
        })
    }

    fn append_of(&self, row: Vec<u8>, column: &ColumnSchema, value: Vec<u8>) -> Append {
        Append {
            row,
            columns: vec![(column.family.into(), column.qualifier.into(), value)],
            durability: self.options.durability(),
            ttl_ms: self.options.ttl_ms(),
        }
    }

    /// Sends a change of one column; the response contains the column's new value.
    pub(in crate::db) async fn change_cell<A>(
        &self,
        about: CallContext<'_>,
        column: &'static ColumnSchema,
        call: impl FnOnce(Arc<dyn Backend>, Deadline) -> A,
    ) -> Result<Row, Error>
    where
        A: Future<Output = hbase_backend::Result<Row>>,
    {
        let about = about.column(column.family, column.qualifier.as_bytes());
        self.change_row(about, call).await
    }

    /// Sends a change of a row's columns; the response contains their new values.
    pub(in crate::db) async fn change_row<A>(
        &self,
        about: CallContext<'_>,
        call: impl FnOnce(Arc<dyn Backend>, Deadline) -> A,
    ) -> Result<Row, Error>
    where
        A: Future<Output = hbase_backend::Result<Row>>,
    {
        let call = |backend, deadline| {
            let answer = call(backend, deadline);
            async move {
                let answer = answer.await?;
                trace_rows([&answer]);
                Ok(answer)
            }
        };
        let answer = self.call(about, call).await?;
        self.link.counters.written(1, answer.as_block().len());
        Ok(answer)
    }
}

/// Rejects a change of the `#[version]`, and one on the server's time if each version is a period; counters belong to no
/// period.
pub(in crate::db) fn changes_alone<R: Table>(
    about: CallContext<'_>,
    column: &'static ColumnSchema,
) -> Result<(), Error> {
    let name = (column.family, column.qualifier.as_bytes());
    if R::SCHEMA
        .version
        .is_some_and(|version| version.name() == name)
    {
        return Err(about.request(NOT_CHANGED));
    }
    let Some(period) = R::SCHEMA.period.filter(|_| !column.counter) else {
        return Ok(());
    };
    let about = about.column(column.family, column.qualifier.as_bytes());
    Err(about.request(format_args!(
        "found a change at the server's time, where each version is a {period}: it would make another version; put the record's new value by `mutate` with its `version`"
    )))
}
