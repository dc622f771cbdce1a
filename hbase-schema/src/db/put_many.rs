//! Many rows written in batches.

use std::pin::{Pin, pin};

use futures_core::Stream;
use futures_util::StreamExt;
use futures_util::future::{self, Either};
use hbase_model::{Deadline, TableName};

use super::batch::{Batch, Places};
use super::connection::Connection;
use super::error::{About, Error};
use super::link::OPERATION;
use super::put_report::{Report, Written};
use crate::table::Table;

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
    /// [`Error::PutMany`], which says which rows failed and why; the others are in. So too where all
    /// together takes longer than [`Limits::operation_timeout`].
    ///
    /// [`Limits::operation_timeout`]: crate::Limits::operation_timeout
    /// [`Limits::batch_rows`]: crate::Limits::batch_rows
    /// [`Limits::batch_bytes`]: crate::Limits::batch_bytes
    pub async fn put_many<I>(&self, rows: I) -> Result<u64, Error>
    where
        I: IntoIterator,
        I::Item: Table,
    {
        let mut rows = rows.into_iter();
        let mut report = Report::new(&<I::Item as Table>::SCHEMA.table.name);
        let mut read = 0;
        let end = Deadline::after(self.options.operation_timeout);
        loop {
            let mut batch = self.next_batch(&mut rows, &mut read);
            if !report.goes_on_with(&mut batch, read) {
                return report.into_result();
            }
            if end.is_over() {
                report.stop_before(&batch, out_of_time(report.table));
                return report.into_result();
            }
            let is_last = batch.is_last;
            let (places, written) = self.write_batch(report.table, batch, Some(end)).await;
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
    /// [`Error::PutMany`], which says which rows failed and why; the others are in.
    pub async fn put_stream<S>(&self, rows: S) -> Result<u64, Error>
    where
        S: Stream,
        S::Item: Table,
    {
        // A stream must not be asked again once it has ended.
        let mut rows = pin!(rows.fuse());
        let mut report = Report::new(&<S::Item as Table>::SCHEMA.table.name);
        let mut read = 0;
        let mut batch = self.batch_of_stream(rows.as_mut(), &mut read).await;
        while report.goes_on_with(&mut batch, read) {
            let write = pin!(self.write_batch(report.table, batch, None));
            let fill = pin!(self.batch_of_stream(rows.as_mut(), &mut read));
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

    /// The next rows of an iterator.
    fn next_batch<T: Table>(&self, rows: &mut impl Iterator<Item = T>, read: &mut u64) -> Batch {
        let mut batch = Batch::default();
        while batch.has_room(&self.link.limits) {
            let Some(row) = rows.next() else {
                batch.is_last = true;
                break;
            };
            batch.push(*read, &row, &self.options);
            *read += 1;
        }
        batch
    }

    /// The next rows of a stream.
    async fn batch_of_stream<S>(&self, mut rows: Pin<&mut S>, read: &mut u64) -> Batch
    where
        S: Stream,
        S::Item: Table,
    {
        let mut batch = Batch::default();
        while batch.has_room(&self.link.limits) {
            let Some(row) = rows.next().await else {
                batch.is_last = true;
                break;
            };
            batch.push(*read, &row, &self.options);
            *read += 1;
        }
        batch
    }

    /// Writes a batch: which rows it was, and how many are in and which are not. `end` is that of
    /// the whole operation, if it has one.
    async fn write_batch(
        &self,
        table: &'static TableName,
        batch: Batch,
        end: Option<Deadline>,
    ) -> (Places, Result<Written, Error>) {
        let (mutations, bytes, places) = (batch.mutations, batch.bytes, batch.rows);
        let about = About::table("put_many", table).writing(mutations.len(), bytes);
        let timeout = self.options.timeout;
        let timeout = end.map_or(timeout, |end| timeout.min(end.remaining()));
        let answers = self.link.call(about, timeout, |backend, deadline| {
            backend.mutate_many(table, mutations, deadline)
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
fn out_of_time(table: &TableName) -> Error {
    let source = hbase_model::Error::DeadlineExceeded { doing: OPERATION };
    About::table("put_many", table).backend(source)
}
