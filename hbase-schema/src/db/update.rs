//! Appends, and code shared with increments: both return the new value of a cell.

use std::future::Future;
use std::sync::Arc;

use hbase_model::{Append, Backend, BoxFuture, Deadline, Row};

use super::cell_arg::{self, CellArg};
use super::connection::Connection;
use super::error::{CallContext, Error};
use super::keys;
use super::link::trace_rows;
use super::put::DRAWN;
use crate::cell::{DecodeCell, RowCells};
use crate::column::Column;
use crate::schema::ColumnSchema;
use crate::table::{KeyFor, Table};

/// A cell that bytes can be appended to: text and bytes.
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
        R: Table,
        F: AppendCell + for<'r> DecodeCell<'r, C>,
        V: CellArg<F, C>,
    {
        let name = &R::SCHEMA.table.name;
        let about = CallContext::table("append", name);
        let append = one_row(about, key).and_then(|row| {
            let value = cell_arg::encode(about, &row, column, value)?;
            Ok(self.append_of(row, column.schema(), value.unwrap_or_default()))
        });
        let (schema, row_name) = (column.schema(), R::SCHEMA.row);
        Box::pin(async move {
            let append = append?;
            let row = append.row.clone();
            let about = about.row(&row);
            let answer = self.update(about, schema, |backend, deadline| async move {
                backend.append(name, append, deadline).await
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
    pub(super) async fn update<A>(
        &self,
        about: CallContext<'_>,
        column: &'static ColumnSchema,
        call: impl FnOnce(Arc<dyn Backend>, Deadline) -> A,
    ) -> Result<Row, Error>
    where
        A: Future<Output = hbase_model::Result<Row>>,
    {
        let about = about.column(column.family, column.qualifier.as_bytes());
        let call = |backend, deadline| {
            let answer = call(backend, deadline);
            async move {
                let answer = answer.await?;
                trace_rows([&answer]);
                Ok(answer)
            }
        };
        let answer = self.link.call(about, self.options.timeout, call).await?;
        self.link.counters.written(1, answer.as_block().len());
        Ok(answer)
    }
}

/// The row of a key with only one row.
pub(super) fn one_row<K: KeyFor<R>, R>(about: CallContext<'_>, key: &K) -> Result<Vec<u8>, Error> {
    if keys::drawn::<K>().is_some() {
        return Err(about.request(DRAWN));
    }
    let row = key.encode().map_err(|error| about.key_error(error))?;
    Ok(row.as_ref().to_vec())
}
