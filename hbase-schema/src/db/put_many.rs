//! Many rows written in batches.

use std::pin::{Pin, pin};

use futures_core::Stream;
use futures_util::{StreamExt, future, stream};
use hbase_model::printable::Printable;

use super::batch::{Batch, Places};
use super::connection::Connection;
use super::error::{About, Error};
use super::put_report::{FailedRow, MOST_FAILED, Report};
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
    /// [`Error::PutMany`], which says which rows failed and why; the others are in.
    ///
    /// [`Limits::batch_rows`]: crate::Limits::batch_rows
    /// [`Limits::batch_bytes`]: crate::Limits::batch_bytes
    pub async fn put_many<I>(&self, rows: I) -> Result<u64, Error>
    where
        I: IntoIterator,
        I::Item: Table,
    {
        self.put_stream(stream::iter(rows)).await
    }

    /// Writes the rows of a stream, as [`put_many`](Self::put_many) does. While a batch is being
    /// written, the next one is read from the stream; never more than these two are in memory.
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
        let mut batch = self.fill(rows.as_mut(), &mut read).await;
        loop {
            report.add(0, std::mem::take(&mut batch.failed));
            if batch.is_last && batch.mutations.is_empty() {
                return report.into_result();
            }
            let next = batch.rows.range().start;
            if !report.goes_on(if batch.mutations.is_empty() {
                read
            } else {
                next
            }) {
                return report.into_result();
            }
            let places = std::mem::take(&mut batch.rows);
            let write = self.write_batch(&report, batch, &places);
            let fill = self.fill(rows.as_mut(), &mut read);
            let (written, next) = future::join(write, fill).await;
            match written {
                Ok((written, failed)) => report.add(written, failed),
                Err(error) => report.stop(places.range(), error),
            }
            batch = next;
        }
    }

    /// The next batch of a stream; without mutations at the end.
    async fn fill<S>(&self, mut rows: Pin<&mut S>, read: &mut u64) -> Batch
    where
        S: Stream,
        S::Item: Table,
    {
        let limits = &self.link.limits;
        let mut batch = Batch::default();
        while batch.has_room(limits.batch_rows, limits.batch_bytes)
            && batch.failed.len() < MOST_FAILED
        {
            let Some(row) = rows.next().await else {
                batch.is_last = true;
                break;
            };
            batch.push(*read, &row, &self.options);
            *read += 1;
        }
        batch
    }

    /// Writes a batch: how many rows are in, and which are not.
    async fn write_batch(
        &self,
        report: &Report,
        batch: Batch,
        places: &Places,
    ) -> Result<(u64, Vec<FailedRow>), Error> {
        let about = About::table("put_many", report.table);
        let (mutations, bytes) = (batch.mutations, batch.bytes);
        let answers = self
            .link
            .call(about, self.options.timeout, |backend, deadline| {
                backend.mutate_many(report.table, mutations, deadline)
            })
            .await?;
        let rows = answers.len();
        let failed: Vec<FailedRow> = answers
            .into_iter()
            .zip(places.iter())
            .filter_map(|(answer, (index, key))| {
                let error = about.row(key).backend(answer.err()?);
                let row = Some(Printable(key).to_string().into());
                Some(FailedRow { index, row, error })
            })
            .collect();
        let written = rows - failed.len();
        self.link.counters.written(written, bytes);
        Ok((written as u64, failed))
    }
}
