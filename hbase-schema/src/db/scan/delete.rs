//! Deleting the rows of a scan.

use hbase_backend::{BoxFuture, Row};

use super::request::ScanRequest;
use super::rows::Rows;
use super::untyped::UntypedScan;
use crate::db::batches::batch::{Batch, RowWrites};
use crate::db::batches::call::BatchSource;
use crate::db::batches::delete_many::delete_of;
use crate::db::connection::Connection;
use crate::db::connection::limits::Limits;
use crate::db::error::Error;
use crate::db::read::select::Whole;
use crate::db::target::table_ref::TableRef;
use crate::schema::TableSchema;
use crate::table::{FromRowOwned, Table, Writable};

const CALL: &str = "delete_scan";

impl<R: Table + FromRowOwned + 'static, O> ScanRequest<R, Whole<R>, O> {
    /// Deletes the rows that the scan finds, as whole rows; returns how many. To delete all rows of
    /// a table, scan `.all()`, or [`truncate`](crate::Connection::truncate) it.
    ///
    /// Two batches of keys are in memory at a time, each bounded by
    /// [`Limits::batch_rows`](crate::Limits::batch_rows), and each batch has the timeout of a call;
    /// values are not sent. Filter, limit and time range select the rows. It is not one atomic step: a row that is
    /// written after the scan found it is deleted too. If a field holds the cells' timestamp, the delete only covers
    /// versions up to the newest one that the scan found.
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
    /// db.put_many((0..9).map(|n| Weather { city: format!("city {n}"), rain_mm: n })).await?;
    /// let dry = db.scan(Weather::scan().all()).filter(Weather::RAIN_MM.lt(4)).delete().await?;
    /// assert_eq!(dry, 4);
    /// assert_eq!(db.scan(Weather::scan().all()).count().await?, 5);
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    /// [`Error::Batch`] with the number of rows deleted and those that failed, by their index in the
    /// scan, also if the whole call takes longer than [`Limits::operation_timeout`](crate::Limits::operation_timeout);
    /// same as [`rows`](Self::rows) if the scan itself is invalid.
    pub fn delete<'s>(self) -> BoxFuture<'s, Result<u64, Error>>
    where
        R: Writable,
        O: Send + 's,
    {
        let rows = self.untyped().rows_to_delete(R::VERSIONED);
        Box::pin(delete(self.connection, R::SCHEMA, rows, R::VERSIONED))
    }
}

impl UntypedScan<'_> {
    /// The parts of rows that deletes need: their keys, and all timestamps of versioned rows.
    fn rows_to_delete(&self, is_versioned: bool) -> Result<Rows<(Row, TableRef)>, Error> {
        let mut plan = self.plan(CALL)?;
        if self.can_filter() {
            if is_versioned {
                plan.without_values();
            } else {
                plan.keys_only();
            }
        }
        Ok(Rows::new(self.open(CALL, Ok(plan)), |row, table| {
            Ok((row.clone(), table.clone()))
        }))
    }
}

async fn delete(
    connection: Connection,
    schema: &'static TableSchema,
    rows: Result<Rows<(Row, TableRef)>, Error>,
    is_versioned: bool,
) -> Result<u64, Error> {
    let batches = ScannedRows {
        rows: rows?,
        versioned: is_versioned.then_some(schema),
        limits: *connection.limits(),
    };
    let declared = &schema.table.name;
    let deleted = connection.write_batches(CALL, declared, Box::new(batches));
    deleted.await
}

/// The rows of a scan, as batches of deletes.
struct ScannedRows {
    rows: Rows<(Row, TableRef)>,
    versioned: Option<&'static TableSchema>,
    limits: Limits,
}

impl BatchSource for ScannedRows {
    fn next_batch(&mut self, first: u64) -> BoxFuture<'_, Batch> {
        Box::pin(async move {
            let mut batch = Batch::starting_at(first);
            while batch.has_room(&self.limits) {
                match self.rows.next().await {
                    Some(Ok((row, table))) => {
                        let delete = delete_of(CALL, &table, &row, self.versioned);
                        batch.push(delete.map(|delete| RowWrites {
                            table,
                            mutations: [delete],
                        }));
                    }
                    Some(Err(error)) => {
                        batch.stopped = Some((batch.next, error));
                        break;
                    }
                    None => {
                        batch.is_last = true;
                        break;
                    }
                }
            }
            batch
        })
    }
}
