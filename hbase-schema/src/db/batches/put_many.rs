//! Writes many rows in batches.

use std::pin::Pin;

use futures_core::Stream;
use futures_util::StreamExt;
use hbase_backend::{BoxFuture, Mutation};

use super::batch::{Batch, EncodeFailure, Encoder, RowWrites};
use super::call::{BatchCall, BatchSource};
use crate::db::connection::Connection;
use crate::db::connection::limits::Limits;
use crate::db::error::Error;
use crate::table::{Table, Writable};

impl Connection {
    /// Writes many rows, in the given order, in batches bounded by [`Limits::batch_rows`] and
    /// [`Limits::batch_bytes`]; returns the number of rows written. While a batch is written, the
    /// next one is encoded. The native client sends two batches at a time, unless they have a row in
    /// common: at most three are in memory.
    ///
    /// Each row is written atomically; a failed row does not prevent the others from being written.
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
    /// [`Error::Batch`] with the rows that failed and the reasons, also if the whole call exceeds
    /// [`Limits::operation_timeout`]; the others are written.
    ///
    /// [`Limits::operation_timeout`]: crate::Limits::operation_timeout
    /// [`Limits::batch_rows`]: crate::Limits::batch_rows
    /// [`Limits::batch_bytes`]: crate::Limits::batch_bytes
    pub fn put_many<'c, I>(&'c self, rows: I) -> BoxFuture<'c, Result<u64, Error>>
    where
        I: IntoIterator,
        I::IntoIter: Send + 'c,
        I::Item: Writable,
    {
        const CALL: &str = "put_many";
        let mut encoder = Encoder::new(CALL);
        let rows = rows.into_iter().map(move |row| encoder.encode(&row));
        let table = &<I::Item as Table>::SCHEMA.table.name;
        self.write_batches(CALL, table, self.batches_of(rows))
    }

    /// Writes the rows of a stream, as [`put_many`](Self::put_many) does. A batch is written when it
    /// is full or the stream ends: rows of a slow stream wait until the batch is full.
    ///
    /// # Errors
    /// [`Error::Batch`] with the rows that failed and the reasons; the others are written.
    pub fn put_stream<'c, S>(&'c self, rows: S) -> BoxFuture<'c, Result<u64, Error>>
    where
        S: Stream + Send + 'c,
        S::Item: Writable,
    {
        const CALL: &str = "put_stream";
        let mut encoder = Encoder::new(CALL);
        let rows = rows.map(move |row| encoder.encode(&row));
        let batches = RowStream {
            rows: Box::pin(rows),
            limits: &self.link.limits,
        };
        let table = &<S::Item as Table>::SCHEMA.table.name;
        Box::pin(async move {
            let call = BatchCall::new(self, CALL, table, None);
            call.run(Box::new(batches)).await
        })
    }
}

/// A row of a stream, or why it could not be encoded.
type EncodedRow = Result<RowWrites<[Mutation; 1]>, EncodeFailure>;

/// Batches of a stream's rows.
struct RowStream<'c> {
    /// Boxed for the same reason as the iterator of [`batches_of`](Connection::batches_of).
    rows: Pin<Box<dyn Stream<Item = EncodedRow> + Send + 'c>>,
    limits: &'c Limits,
}

impl BatchSource for RowStream<'_> {
    fn next_batch(&mut self, first: u64) -> BoxFuture<'_, Batch> {
        Box::pin(async move {
            let mut batch = Batch::starting_at(first);
            while batch.has_room(self.limits) {
                let Some(row) = self.rows.next().await else {
                    batch.is_last = true;
                    break;
                };
                batch.push(row);
            }
            batch
        })
    }
}
