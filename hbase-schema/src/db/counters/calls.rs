//! Counters: `increment` and `set_counter`.

use std::borrow::Borrow;

use futures_util::StreamExt;
use futures_util::stream;
use hbase_backend::{BoxFuture, Deadline, Increment, Mutation};
use hbase_model::TableName;

use crate::cell::{CounterCell, NativeCodec, RowCells};
use crate::column::Column;
use crate::db::batches::batch::{EncodeFailure, RowWrites};
use crate::db::batches::call::out_of_time;
use crate::db::batches::report::Report;
use crate::db::connection::Connection;
use crate::db::error::{CallContext, Error, ErrorKind, FailedRow};
use crate::db::target::keys::{self, RowOfKey};
use crate::db::write::append::changes_alone;
use crate::db::write::put::RowWrite;
use crate::key::printable;
use crate::schema::ColumnSchema;
use crate::table::{KeyFor, Table, WithoutIndex};

/// Row keys with an amount for their counter, or the reason why they have no row key.
type CounterRows<'c> = Box<dyn Iterator<Item = Result<(RowOfKey, i64), EncodeFailure>> + Send + 'c>;

impl Connection {
    /// Adds to a counter; returns its new value. An absent one counts as 0; it wraps on overflow of
    /// `i64`. A missing row is created, with only the counter.
    ///
    /// Puts leave a column that is declared `counter` unchanged. Any other column of an `i64` can be
    /// incremented too, and the next put overwrites it.
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
    /// The column's field is an `i64` or an `Option<i64>`.
    ///
    /// # Errors
    /// [`Error::Backend`] if the cell is not 8 bytes long; [`Error::Request`] for a key with a
    /// random or round-robin salt.
    pub fn increment<'c, K, R, F>(
        &'c self,
        key: &K,
        column: Column<R, F, NativeCodec>,
        by: i64,
    ) -> BoxFuture<'c, Result<i64, Error>>
    where
        K: KeyFor<R>,
        R: WithoutIndex,
        F: CounterCell,
    {
        let column = column.schema();
        let row = keys::one("increment", key).and_then(|row| {
            let about = CallContext::table("increment", &row.table).row(&row.row);
            changes_alone::<R>(about, column)?;
            Ok(row)
        });
        Box::pin(async move {
            self.increment_row("increment", &row?, R::SCHEMA.row, column, by)
                .await
        })
    }

    /// Adds to the counter of a row; returns its new value.
    pub(super) async fn increment_row(
        &self,
        call: &'static str,
        row: &RowOfKey,
        row_name: &'static str,
        column: &'static ColumnSchema,
        by: i64,
    ) -> Result<i64, Error> {
        let RowOfKey { table, row } = row;
        let increment = self.increment_of(row.clone(), column, by);
        let about = CallContext::table(call, table).row(row);
        let answer = self.change_cell(about, column, |backend, deadline| async move {
            backend.increment(table, increment, deadline).await
        });
        let answer = answer.await?;
        let value = RowCells::new(&answer, row_name).cell::<i64, NativeCodec>(column);
        value.map_err(|error| about.row_error(error))
    }

    /// Adds to one counter of many rows, at most [`Limits::max_concurrent_scans`] concurrently;
    /// returns the number of rows incremented. Missing rows are created.
    ///
    /// Each row is a separate call. If its response is lost and the backend cannot prove that a retry would not
    /// increment twice, it is unknown whether the row was incremented.
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
    /// The column's field is an `i64` or an `Option<i64>`.
    ///
    /// # Errors
    /// [`Error::Batch`] with the rows that failed and the reasons; the others are incremented. An
    /// error that is not a row's own, such as a lost connection, ends the call, as does the timeout
    /// [`Limits::operation_timeout`] of the whole call.
    ///
    /// [`Limits::max_concurrent_scans`]: crate::Limits::max_concurrent_scans
    /// [`Limits::operation_timeout`]: crate::Limits::operation_timeout
    pub fn increment_many<'c, I, K, R, F>(
        &'c self,
        column: Column<R, F, NativeCodec>,
        counts: I,
    ) -> BoxFuture<'c, Result<u64, Error>>
    where
        I: IntoIterator<Item = (K, i64)>,
        I::IntoIter: Send + 'c,
        K: Borrow<R::Key>,
        R: WithoutIndex + Table<Key: KeyFor<R>>,
        F: CounterCell,
    {
        const CALL: &str = "increment_many";
        let schema = column.schema();
        let rows = counter_rows::<R, K, _>(CALL, schema, counts);
        Box::pin(async move {
            let call = IncrementCall {
                connection: self,
                call: CALL,
                table: &R::SCHEMA.table.name,
                column: schema,
                end: Deadline::after(self.options.operation_timeout),
            };
            call.run(rows?).await
        })
    }

    /// Sets a counter, overwriting its value: the only write of a counter that is not an increment.
    /// Concurrent increments may be lost.
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
    /// The column's field is an `i64` or an `Option<i64>`.
    ///
    /// # Errors
    /// [`Error::Key`], [`Error::Backend`]; [`Error::Request`] for a key with a random or
    /// round-robin salt.
    pub fn set_counter<'c, K, R, F>(
        &'c self,
        key: &K,
        column: Column<R, F, NativeCodec>,
        value: i64,
    ) -> BoxFuture<'c, Result<(), Error>>
    where
        K: KeyFor<R>,
        R: WithoutIndex,
        F: CounterCell,
    {
        const CALL: &str = "set_counter";
        let write = keys::one(CALL, key).and_then(|RowOfKey { table, row }| {
            let mutation = setting(&row, column.schema(), value);
            let about = CallContext::table(CALL, &table).row(&row);
            let mutation = mutation.map_err(|error| about.backend(error))?;
            Ok(RowWrite { table, mutation })
        });
        Box::pin(async move {
            let RowWrite { table, mutation } = write?;
            self.write(CALL, &table, mutation).await
        })
    }

    /// Sets one counter of many rows, in batches like [`put_many`](Self::put_many); returns the
    /// number of counters set.
    ///
    /// The column's field is an `i64` or an `Option<i64>`.
    ///
    /// # Errors
    /// Same as [`put_many`](Self::put_many), and [`Error::Request`] for a key with a random or
    /// round-robin salt.
    pub fn set_counter_many<'c, I, K, R, F>(
        &'c self,
        column: Column<R, F, NativeCodec>,
        values: I,
    ) -> BoxFuture<'c, Result<u64, Error>>
    where
        I: IntoIterator<Item = (K, i64)>,
        I::IntoIter: Send + 'c,
        K: Borrow<R::Key>,
        R: WithoutIndex + Table<Key: KeyFor<R>>,
        F: CounterCell,
    {
        const CALL: &str = "set_counter_many";
        let schema = column.schema();
        let rows = counter_rows::<R, K, _>(CALL, schema, values);
        Box::pin(async move {
            let mutations = rows?.map(|row| {
                let (RowOfKey { table, row }, value) = row?;
                let mutation = setting(&row, schema, value);
                let mutation = mutation.map_err(|error| EncodeFailure {
                    row: Some(printable(&row)),
                    error: CallContext::table(CALL, &table).row(&row).backend(error),
                })?;
                let mutations = [mutation];
                Ok(RowWrites { table, mutations })
            });
            let declared = &R::SCHEMA.table.name;
            self.write_batches(CALL, declared, self.batches_of(mutations))
                .await
        })
    }

    fn increment_of(&self, row: Vec<u8>, column: &ColumnSchema, by: i64) -> Increment {
        Increment {
            row,
            columns: vec![(column.family.into(), column.qualifier.into(), by)],
            durability: self.options.durability(),
            ttl_ms: self.options.ttl_ms(),
        }
    }
}

/// The rows of keys, each with its number; an error if a key may have several rows.
fn counter_rows<'c, R, K, I>(
    call: &'static str,
    column: &'static ColumnSchema,
    numbers: I,
) -> Result<CounterRows<'c>, Error>
where
    I: IntoIterator<Item = (K, i64)>,
    I::IntoIter: Send + 'c,
    K: Borrow<R::Key>,
    R: Table<Key: KeyFor<R>>,
{
    let about = CallContext::of::<R>(call);
    if keys::drawn(R::SCHEMA.key).is_some() {
        return Err(about.request(keys::DRAWN));
    }
    changes_alone::<R>(about, column)?;
    let row = move |(key, number): (K, i64)| match keys::one::<_, R>(call, key.borrow()) {
        Ok(row) => Ok((row, number)),
        Err(error) => Err(EncodeFailure { row: None, error }),
    };
    Ok(Box::new(numbers.into_iter().map(row)))
}

/// A call that increments one counter of many rows, each by a separate request.
struct IncrementCall<'c> {
    connection: &'c Connection,
    call: &'static str,
    /// As declared: with the pattern of a date.
    table: &'static TableName,
    column: &'static ColumnSchema,
    /// The deadline of the whole operation.
    end: Deadline,
}

impl IncrementCall<'_> {
    async fn run(self, rows: CounterRows<'_>) -> Result<u64, Error> {
        let mut report = Report::new(self.call, self.table);
        let most = self.connection.link.limits.max_concurrent_scans.max(1);
        let mut rows = (0..).zip(rows).fuse();
        let mut next = 0;
        let mut under_way = stream::FuturesUnordered::new();
        loop {
            while !report.is_stopped() && under_way.len() < most {
                let Some((index, row)) = rows.next() else {
                    break;
                };
                if self.end.is_over() {
                    let about = CallContext::table(self.call, self.table);
                    report.stop(index, Some(out_of_time(about)));
                    break;
                }
                next = index + 1;
                under_way.push(self.increment(index, row));
            }
            match under_way.next().await {
                None => return report.into_result(),
                Some(Ok(())) => report.row_done(),
                Some(Err(failed)) => failed_increment(&mut report, failed, next),
            }
        }
    }

    async fn increment(
        &self,
        index: u64,
        row: Result<(RowOfKey, i64), EncodeFailure>,
    ) -> Result<(), FailedRow> {
        let (row, by) = row.map_err(|failure| failure.of_row(index))?;
        let RowOfKey { ref table, row } = row;
        let connection = self.connection;
        let increment = connection.increment_of(row.clone(), self.column, by);
        let timeout = connection.options.timeout.min(self.end.remaining());
        let connection = connection.timeout(timeout);
        let about = CallContext::table(self.call, table).row(&row);
        let answer = connection.change_cell(about, self.column, |backend, deadline| async move {
            backend.increment(table, increment, deadline).await
        });
        answer.await.map(drop).map_err(|error| FailedRow {
            index,
            row: Some(printable(&row)),
            error,
        })
    }
}

/// Reports a failed row; an error that is not its own, or too many errors, stop the call before the
/// row `next`.
fn failed_increment(report: &mut Report, failed: FailedRow, next: u64) {
    let (row, error) = (failed.index, failed.error.clone());
    report.row_failed(failed);
    if !is_of_row(&error) {
        report.stop_by_row(next, row, error);
    } else if report.has_too_many_failed() {
        report.stop(next, None);
    }
}

/// Whether the error concerns only the row, so that others may succeed.
fn is_of_row(error: &Error) -> bool {
    matches!(
        error.kind(),
        ErrorKind::InvalidRequest | ErrorKind::Encode | ErrorKind::Decode | ErrorKind::Other
    )
}

/// A mutation that sets a counter.
fn setting(row: &[u8], column: &ColumnSchema, value: i64) -> hbase_backend::Result<Mutation> {
    let mut mutation = Mutation::new(row);
    let (family, qualifier) = (column.family.as_bytes(), column.qualifier.as_bytes());
    mutation.put(family, qualifier, &value.to_be_bytes())?;
    Ok(mutation)
}

#[cfg(test)]
mod tests {
    use hbase_backend::Error as Cause;

    use super::*;
    use crate::db::error::MAX_FAILED;

    static TABLE: TableName = TableName::from_static("A", "B");

    fn failed(index: u64, cause: Cause) -> FailedRow {
        FailedRow {
            index,
            row: None,
            error: CallContext::table("increment_many", &TABLE).backend(cause),
        }
    }

    #[test]
    fn an_error_of_one_row_leaves_the_others_and_another_ends_the_call() {
        let server = Cause::Server {
            class: "java.lang.NullPointerException".into(),
            message: String::new(),
        };
        let missing = Cause::TableNotFound {
            table: TABLE.clone(),
        };
        for (cause, ends) in [
            (Cause::invalid("x"), false),
            (server, false),
            (missing, true),
            (Cause::DeadlineExceeded { doing: "x" }, true),
            (Cause::Unavailable { why: "x".into() }, true),
        ] {
            let mut report = Report::new("increment_many", &TABLE);
            failed_increment(&mut report, failed(3, cause), 7);
            assert_eq!(report.is_stopped(), ends);
            let Err(Error::Batch(error)) = report.into_result() else {
                panic!("a row has failed")
            };
            assert_eq!(error.failed[0].index, 3);
            let stopped = error.stopped;
            let stopped = stopped.map(|stopped| (stopped.not_tried_from, stopped.failed_row));
            assert_eq!(stopped, ends.then_some((7, Some(3))));
        }
    }

    #[test]
    fn too_many_failed_rows_end_the_call() {
        let mut report = Report::new("increment_many", &TABLE);
        for index in 0..MAX_FAILED as u64 {
            assert!(!report.is_stopped());
            failed_increment(&mut report, failed(index, Cause::invalid("x")), index + 1);
        }
        assert!(report.is_stopped());
    }
}
