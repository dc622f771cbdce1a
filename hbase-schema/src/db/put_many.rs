//! Many rows written in batches.

use std::pin::{Pin, pin};

use futures_core::Stream;
use futures_util::StreamExt;
use futures_util::future::{self, Either};
use hbase_model::{BoxFuture, Deadline, Mutation, TableName};

use super::batch::{Batch, Encoder, Places, Refused};
use super::batch_report::{Report, Written};
use super::connection::Connection;
use super::error::{About, Error};
use super::link::OPERATION;
use crate::table::Table;

/// Makes the next batch; the number says how many rows of the input were taken so far.
pub(in crate::db) type Fill<'c> = Box<dyn FnMut(&mut u64) -> Batch + Send + 'c>;

/// A stream's rows as mutations, boxed for the same reason as [`Fill`]: see
/// [`write_batches`](Connection::write_batches).
type Encoded<'c> = Pin<Box<dyn Stream<Item = Result<Mutation, Refused>> + Send + 'c>>;

impl Connection {
    /// Writes many rows, in the order given, in batches bounded by [`Limits::batch_rows`] and
    /// [`Limits::batch_bytes`]. Says how many were written.
    ///
    /// Each row is atomic by itself; a row that fails does not keep the others from being written.
    ///
    /// ```
    /// # use hbase_schema::{Error, HTable};
    /// # #[derive(HTable)]
    /// # #[table("DLQX:WEATHER_DATA")]
    /// # #[family("D1")]
    /// # struct Weather { #[rowkey] city: String, rain_mm: u32 }
    /// # #[tokio::main(flavor = "current_thread")]
    /// # async fn main() -> Result<(), Error> {
    /// # let db = hbase_schema::connect("memory:").await?;
    /// # db.create_table::<Weather>().await?;
    /// let rows = (0..5000).map(|n| Weather { city: format!("city {n}"), rain_mm: n });
    /// assert_eq!(db.put_many(rows).await?, 5000);
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    /// [`Error::Batch`], which says which rows failed and why; the others are in. So too where all
    /// together takes longer than [`Limits::operation_timeout`].
    ///
    /// [`Limits::operation_timeout`]: crate::Limits::operation_timeout
    /// [`Limits::batch_rows`]: crate::Limits::batch_rows
    /// [`Limits::batch_bytes`]: crate::Limits::batch_bytes
    pub fn put_many<'c, I>(&'c self, rows: I) -> BoxFuture<'c, Result<u64, Error>>
    where
        I: IntoIterator,
        I::IntoIter: Send + 'c,
        I::Item: Table,
    {
        let mut rows = rows.into_iter();
        let table = &<I::Item as Table>::SCHEMA.table.name;
        let mut encoder = Encoder::new("put_many", self.options);
        let fill: Fill<'c> = Box::new(move |read| {
            let mut batch = Batch::default();
            while batch.has_room(&self.link.limits) {
                let Some(row) = rows.next() else {
                    batch.is_last = true;
                    break;
                };
                batch.take(*read, encoder.encode(&row));
                *read += 1;
            }
            batch
        });
        Box::pin(self.write_batches("put_many", table, fill))
    }

    /// Writes batches, each filled when its turn comes.
    ///
    /// What fills them is boxed: a future that held the caller's iterator by its type would not be
    /// seen to be `Send` where that type is a closure over references.
    pub(in crate::db) async fn write_batches(
        &self,
        call: &'static str,
        table: &'static TableName,
        mut fill: Fill<'_>,
    ) -> Result<u64, Error> {
        let mut report = Report::new(call, table);
        let mut read = 0;
        let end = Deadline::after(self.options.operation_timeout);
        loop {
            let mut batch = fill(&mut read);
            if !report.goes_on_with(&mut batch, read) {
                return report.into_result();
            }
            if end.is_over() {
                report.stop_before(&batch, out_of_time(call, table));
                return report.into_result();
            }
            let is_last = batch.is_last;
            let (places, written) = self.write_batch(call, table, batch, Some(end)).await;
            report.add(&places, written);
            if is_last {
                return report.into_result();
            }
        }
    }

    /// Writes the rows of a stream, as [`put_many`](Self::put_many) does. While a batch is being
    /// written, the next one is read from the stream; never more than these two are in memory. A
    /// batch is written when it is full, or the stream ends: a row of a slow stream waits for those
    /// behind it.
    ///
    /// # Errors
    /// [`Error::Batch`], which says which rows failed and why; the others are in.
    pub fn put_stream<'c, S>(&'c self, rows: S) -> BoxFuture<'c, Result<u64, Error>>
    where
        S: Stream + Send + 'c,
        S::Item: Table,
    {
        const CALL: &str = "put_stream";
        let table = &<S::Item as Table>::SCHEMA.table.name;
        let mut encoder = Encoder::new(CALL, self.options);
        // A stream must not be asked again once it has ended.
        let rows = rows.map(move |row| encoder.encode(&row)).fuse();
        Box::pin(self.write_stream(CALL, table, Box::pin(rows)))
    }

    async fn write_stream(
        &self,
        call: &'static str,
        table: &'static TableName,
        mut rows: Encoded<'_>,
    ) -> Result<u64, Error> {
        let mut report = Report::new(call, table);
        let mut read = 0;
        let mut batch = self.batch_of_stream(&mut rows, &mut read).await;
        while report.goes_on_with(&mut batch, read) {
            let write = pin!(self.write_batch(call, table, batch, None));
            let fill = pin!(self.batch_of_stream(&mut rows, &mut read));
            let ((places, written), next) = match future::select(write, fill).await {
                // Rows that will not be written are not waited for.
                Either::Left((written @ (_, Err(_)), _)) => (written, Batch::default()),
                Either::Left((written, fill)) => (written, fill.await),
                Either::Right((next, write)) => (write.await, next),
            };
            report.add(&places, written);
            batch = next;
        }
        report.into_result()
    }

    /// The next mutations, as `next` makes them, row by row: one row may lie at several keys.
    pub(in crate::db) fn fill_batch(
        &self,
        read: &mut u64,
        next: &mut dyn FnMut() -> Option<Result<Vec<Mutation>, Refused>>,
    ) -> Batch {
        let mut batch = Batch::default();
        while batch.has_room(&self.link.limits) {
            let Some(mutations) = next() else {
                batch.is_last = true;
                break;
            };
            match mutations {
                Ok(mutations) => {
                    for mut mutation in mutations {
                        self.options.apply(&mut mutation);
                        batch.add(*read, mutation);
                    }
                }
                Err((row, error)) => batch.fail(*read, row, error),
            }
            *read += 1;
        }
        batch
    }

    /// The next rows of a stream.
    async fn batch_of_stream(&self, rows: &mut Encoded<'_>, read: &mut u64) -> Batch {
        let mut batch = Batch::default();
        while batch.has_room(&self.link.limits) {
            let Some(row) = rows.next().await else {
                batch.is_last = true;
                break;
            };
            batch.take(*read, row);
            *read += 1;
        }
        batch
    }

    /// Writes a batch: which rows it was, and how many are in and which are not. `end` is that of
    /// the whole operation, if it has one.
    pub(in crate::db) async fn write_batch(
        &self,
        call: &'static str,
        table: &'static TableName,
        batch: Batch,
        end: Option<Deadline>,
    ) -> (Places, Result<Written, Error>) {
        let (mutations, bytes, places) = (batch.mutations, batch.bytes, batch.rows);
        let about = About::table(call, table).writing(mutations.len(), bytes);
        let timeout = self.options.timeout;
        let timeout = end.map_or(timeout, |end| timeout.min(end.remaining()));
        let answers = self
            .link
            .call(about, timeout, |backend, deadline| async move {
                backend.mutate_many(table, mutations, deadline).await
            });
        let written = answers.await.map(|answers| {
            let written = Written::of(about, &places, answers);
            self.link.counters.written(written.count, bytes);
            written
        });
        (places, written)
    }
}

/// The error for rows that the time of the whole operation does not reach.
#[cold]
pub(in crate::db) fn out_of_time(call: &'static str, table: &TableName) -> Error {
    let error = hbase_model::Error::DeadlineExceeded { doing: OPERATION };
    About::table(call, table).backend(error)
}
