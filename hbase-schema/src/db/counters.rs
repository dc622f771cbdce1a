//! Counters: increments, and setting one.

use std::borrow::Borrow;

use futures_util::StreamExt;
use futures_util::stream;
use hbase_model::{BoxFuture, Deadline, Increment, Mutation, TableName};

use super::batch::Refused;
use super::batch_report::{FailedRow, Report};
use super::connection::Connection;
use super::error::{About, Error};
use super::error_kind::ErrorKind;
use super::keys;
use super::put::DRAWN;
use super::put_many::{Fill, out_of_time};
use super::update::one_row;
use crate::cell::{CounterCell, Native, RowCells};
use crate::column::Column;
use crate::key::{RowKey, printable};
use crate::schema::ColumnSchema;
use crate::table::{KeyFor, Table};

/// The row of an increment with its number in the input, or why it has none.
type Counted = (u64, Result<Increment, FailedRow>);

impl Connection {
    /// Adds to a counter, and gives its new value. An absent one counts as 0; it wraps at the ends
    /// of `i64`. A row that is missing is made, with the counter alone.
    ///
    /// A column that is declared `counter` belongs to increments: puts leave it as it is. Any other
    /// column of an `i64` can be counted too, and is overwritten by the next put.
    ///
    /// ```
    /// # use hbase_schema::{Error, HTable};
    /// # #[derive(HTable, Debug, PartialEq)]
    /// # #[table("DLQX:WEATHER_DATA")]
    /// # #[family("D1")]
    /// # struct Weather { #[rowkey] city: String, #[column(counter)] hits: i64 }
    /// # #[tokio::main(flavor = "current_thread")]
    /// # async fn main() -> Result<(), Error> {
    /// # let db = hbase_schema::connect("memory:").await?;
    /// # db.create_table::<Weather>().await?;
    /// let key = WeatherKey { city: "Seattle".into() };
    /// assert_eq!(db.increment(&key, Weather::HITS, 1).await?, 1);
    /// assert_eq!(db.increment(&key, Weather::HITS, 5).await?, 6);
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    /// [`Error::Backend`] where the cell is not 8 bytes long; [`Error::Request`] for a key whose
    /// salt is drawn when a row is written.
    pub fn increment<'c, K, R, F>(
        &'c self,
        key: &K,
        column: Column<R, F, Native>,
        by: i64,
    ) -> BoxFuture<'c, Result<i64, Error>>
    where
        K: KeyFor<R>,
        R: Table,
        F: CounterCell,
    {
        let name = &R::SCHEMA.table.name;
        let about = About::table("increment", name);
        let row = one_row(about, key);
        let (schema, row_name) = (column.schema(), R::SCHEMA.row);
        Box::pin(async move {
            let row = row?;
            let increment = self.increment_of(row.clone(), schema, by);
            let about = about.row(&row);
            let answer = self.update(about, schema, |backend, deadline| async move {
                backend.increment(name, increment, deadline).await
            });
            let answer = answer.await?;
            let value = RowCells::new(&answer, row_name).cell::<i64, Native>(schema);
            value.map_err(|error| about.row_error(error))
        })
    }

    /// Adds to one counter of many rows, at most [`Limits::max_concurrent_scans`] at once; returns how many
    /// were counted. Rows that are missing are made.
    ///
    /// Every row is counted by a call of its own, and none is retried: where an answer is lost,
    /// nobody knows whether the row was counted.
    ///
    /// ```
    /// # use hbase_schema::{Error, HTable};
    /// # #[derive(HTable, Debug, PartialEq)]
    /// # #[table("DLQX:WEATHER_DATA")]
    /// # #[family("D1")]
    /// # struct Weather { #[rowkey] city: String, #[column(counter)] hits: i64 }
    /// # #[tokio::main(flavor = "current_thread")]
    /// # async fn main() -> Result<(), Error> {
    /// # let db = hbase_schema::connect("memory:").await?;
    /// # db.create_table::<Weather>().await?;
    /// let key = |city: &str| WeatherKey { city: city.into() };
    /// let hits = [(key("Seattle"), 2), (key("New York"), 1), (key("Seattle"), 3)];
    /// assert_eq!(db.increment_many(Weather::HITS, hits).await?, 3);
    /// assert_eq!(db.get(&key("Seattle")).await?.map(|row| row.hits), Some(5));
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    /// [`Error::Batch`], which names the rows that failed and why; the others are counted. A failure
    /// that is not a row's own, as a lost connection, ends the call. So too where all together takes
    /// longer than [`Limits::operation_timeout`].
    ///
    /// [`Limits::max_concurrent_scans`]: crate::Limits::max_concurrent_scans
    /// [`Limits::operation_timeout`]: crate::Limits::operation_timeout
    pub fn increment_many<'c, I, K, R, F>(
        &'c self,
        column: Column<R, F, Native>,
        counts: I,
    ) -> BoxFuture<'c, Result<u64, Error>>
    where
        I: IntoIterator<Item = (K, i64)>,
        I::IntoIter: Send + 'c,
        K: Borrow<R::Key>,
        R: Table,
        F: CounterCell,
    {
        const CALL: &str = "increment_many";
        let about = About::table(CALL, &R::SCHEMA.table.name);
        if keys::drawn::<R::Key>().is_some() {
            return Box::pin(std::future::ready(Err(about.request(DRAWN))));
        }
        let schema = column.schema();
        let mut index = 0..;
        let counts = counts.into_iter().map(move |(key, by)| {
            let index = index.next().unwrap_or(u64::MAX);
            let row = row_of::<R>(about, key.borrow());
            let row = row.map_err(|(row, error)| FailedRow { index, row, error });
            (index, row.map(|row| self.increment_of(row, schema, by)))
        });
        let counts: Box<dyn Iterator<Item = Counted> + Send + 'c> = Box::new(counts);
        Box::pin(self.count_all(CALL, &R::SCHEMA.table.name, counts))
    }

    /// Sets a counter, whatever was counted before: the only way to write one that is not an
    /// increment. Increments that run at the same time may be lost.
    ///
    /// ```
    /// # use hbase_schema::{Error, HTable};
    /// # #[derive(HTable, Debug, PartialEq)]
    /// # #[table("DLQX:WEATHER_DATA")]
    /// # #[family("D1")]
    /// # struct Weather { #[rowkey] city: String, #[column(counter)] hits: i64 }
    /// # #[tokio::main(flavor = "current_thread")]
    /// # async fn main() -> Result<(), Error> {
    /// # let db = hbase_schema::connect("memory:").await?;
    /// # db.create_table::<Weather>().await?;
    /// let key = WeatherKey { city: "Seattle".into() };
    /// db.set_counter(&key, Weather::HITS, 5).await?;
    /// assert_eq!(db.increment(&key, Weather::HITS, 1).await?, 6);
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    /// [`Error::Key`], [`Error::Backend`]; [`Error::Request`] for a key whose salt is drawn when a
    /// row is written.
    pub fn set_counter<'c, K, R, F>(
        &'c self,
        key: &K,
        column: Column<R, F, Native>,
        value: i64,
    ) -> BoxFuture<'c, Result<(), Error>>
    where
        K: KeyFor<R>,
        R: Table,
        F: CounterCell,
    {
        let name = &R::SCHEMA.table.name;
        let about = About::table("set_counter", name);
        let mutation = one_row(about, key).and_then(|row| {
            let mutation = setting(&row, column.schema(), value);
            mutation.map_err(|error| about.row(&row).backend(error))
        });
        Box::pin(async move { self.write(about, name, mutation?).await })
    }

    /// Sets one counter of many rows, in batches as [`put_many`](Self::put_many) writes them;
    /// returns how many were set.
    ///
    /// # Errors
    /// As for [`put_many`](Self::put_many), and [`Error::Request`] for a key whose salt is drawn
    /// when a row is written.
    pub fn set_counter_many<'c, I, K, R, F>(
        &'c self,
        column: Column<R, F, Native>,
        values: I,
    ) -> BoxFuture<'c, Result<u64, Error>>
    where
        I: IntoIterator<Item = (K, i64)>,
        I::IntoIter: Send + 'c,
        K: Borrow<R::Key>,
        R: Table,
        F: CounterCell,
    {
        const CALL: &str = "set_counter_many";
        let about = About::table(CALL, &R::SCHEMA.table.name);
        if keys::drawn::<R::Key>().is_some() {
            return Box::pin(std::future::ready(Err(about.request(DRAWN))));
        }
        let schema = column.schema();
        let mut values = values.into_iter();
        let mut next = move || {
            let (key, value) = values.next()?;
            Some(setting_of::<R>(about, key.borrow(), schema, value))
        };
        let fill: Fill<'c> = Box::new(move |read| self.fill_batch(read, &mut next));
        Box::pin(self.write_batches(CALL, &R::SCHEMA.table.name, fill))
    }

    fn increment_of(&self, row: Vec<u8>, column: &ColumnSchema, by: i64) -> Increment {
        Increment {
            row,
            columns: vec![(column.family.into(), column.qualifier.into(), by)],
            durability: self.options.durability(),
            ttl_ms: self.options.ttl_ms(),
        }
    }

    async fn count_all(
        &self,
        call: &'static str,
        table: &'static TableName,
        counts: Box<dyn Iterator<Item = Counted> + Send + '_>,
    ) -> Result<u64, Error> {
        let mut report = Report::new(call, table);
        let end = Deadline::after(self.options.operation_timeout);
        let most = self.link.limits.max_concurrent_scans.max(1);
        let mut counts = counts.fuse();
        let mut under_way = stream::FuturesUnordered::new();
        let (mut is_over, mut next) = (false, 0);
        loop {
            while !is_over && under_way.len() < most {
                let Some(counted) = counts.next() else {
                    break;
                };
                if end.is_over() {
                    is_over = true;
                    report.stop(counted.0, Some(out_of_time(call, table)));
                    break;
                }
                next = counted.0 + 1;
                under_way.push(self.count_one(call, table, counted, end));
            }
            let Some(counted) = under_way.next().await else {
                return report.into_result();
            };
            match counted {
                Ok(()) => report.done(1),
                Err(failed) => {
                    let error = (!is_of_row(&failed.error)).then(|| failed.error.clone());
                    let goes_on = report.fail(failed) && error.is_none();
                    if !goes_on && !is_over {
                        is_over = true;
                        report.stop(next, error);
                    }
                }
            }
        }
    }

    async fn count_one(
        &self,
        call: &'static str,
        table: &'static TableName,
        (index, increment): Counted,
        end: Deadline,
    ) -> Result<(), FailedRow> {
        let increment = increment?;
        let row = increment.row.clone();
        let about = About::table(call, table).row(&row);
        let timeout = self.options.timeout.min(end.remaining());
        let counted = self
            .link
            .call(about, timeout, |backend, deadline| async move {
                backend.increment(table, increment, deadline).await
            });
        match counted.await {
            Ok(answer) => {
                self.link.counters.written(1, answer.as_block().len());
                Ok(())
            }
            Err(error) => Err(FailedRow {
                index,
                row: Some(printable(&row)),
                error,
            }),
        }
    }
}

/// Whether the next row may fare better.
fn is_of_row(error: &Error) -> bool {
    matches!(
        error.kind(),
        ErrorKind::InvalidRequest | ErrorKind::Encode | ErrorKind::Decode | ErrorKind::Other
    )
}

/// The only row of a key.
fn row_of<R: Table>(about: About<'_>, key: &R::Key) -> Result<Vec<u8>, Refused> {
    match key.encode() {
        Ok(row) => Ok(row.as_ref().to_vec()),
        Err(error) => Err((None, about.key_error(error))),
    }
}

fn setting_of<R: Table>(
    about: About<'_>,
    key: &R::Key,
    column: &ColumnSchema,
    value: i64,
) -> Result<Vec<Mutation>, Refused> {
    let row = row_of::<R>(about, key)?;
    match setting(&row, column, value) {
        Ok(mutation) => Ok(vec![mutation]),
        Err(error) => Err((Some(printable(&row)), about.row(&row).backend(error))),
    }
}

/// A mutation that sets a counter.
pub(super) fn setting(
    row: &[u8],
    column: &ColumnSchema,
    value: i64,
) -> hbase_model::Result<Mutation> {
    let mut mutation = Mutation::new(row);
    let (family, qualifier) = (column.family.as_bytes(), column.qualifier.as_bytes());
    mutation.put(family, qualifier, &value.to_be_bytes())?;
    Ok(mutation)
}
