//! Deleting the rows of a scan.

use hbase_model::{Deadline, Row};

use super::request::ScanRequest;
use super::rows::Rows;
use crate::db::batch::Batch;
use crate::db::batch_report::Report;
use crate::db::error::Error;
use crate::db::put_many::out_of_time;
use crate::table::{FromRowOwned, Table};

const CALL: &str = "delete_scan";

impl<R: Table + FromRowOwned + 'static> ScanRequest<R> {
    /// Deletes the rows that the scan finds, as whole rows; returns how many. To delete all rows of
    /// a table, scan `.all()`, or [`truncate`](crate::Connection::truncate) it.
    ///
    /// One batch of keys is in memory at a time, bounded by
    /// [`Limits::batch_rows`](crate::Limits::batch_rows), and each batch has the timeout of a call;
    /// values are not sent. Filter, limit and time range say which rows. It is not one atomic step:
    /// a row that is written again between being found and being deleted is deleted all the same,
    /// except where a field holds the cells' timestamp: the delete carries the newest version that
    /// was found.
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
    /// [`Error::Batch`], which says how many rows are deleted and which failed, by their place in the
    /// scan; what [`rows`](Self::rows) returns, where the scan itself is wrong. So too where all
    /// together takes longer than [`Limits::operation_timeout`](crate::Limits::operation_timeout).
    pub async fn delete(self) -> Result<u64, Error> {
        let table = &R::SCHEMA.table.name;
        let connection = self.connection.clone();
        let end = Deadline::after(connection.options.operation_timeout);
        let mut report = Report::new(CALL, table);
        let mut read = 0;
        let mut rows = self.rows_to_delete()?;
        loop {
            let mut batch = Batch::default();
            while batch.has_room(&connection.link.limits) {
                match rows.next().await {
                    Some(Ok(row)) => batch.add(read, connection.delete_of(&row, R::VERSIONED)),
                    Some(Err(error)) => {
                        report.stop(read, Some(error));
                        batch.is_last = true;
                        break;
                    }
                    None => {
                        batch.is_last = true;
                        break;
                    }
                }
                read += 1;
            }
            let is_last = batch.is_last;
            if end.is_over() && !batch.mutations.is_empty() {
                report.stop_before(&batch, out_of_time(CALL, table));
                return report.into_result();
            }
            if !batch.mutations.is_empty() {
                let written = connection.write_batch(CALL, table, batch, Some(end));
                let (places, written) = written.await;
                report.add(&places, written);
            }
            if is_last || report.is_stopped() || report.has_too_many_failed(read) {
                return report.into_result();
            }
        }
    }

    /// The rows as far as deleting them needs: their keys, and all timestamps of versioned rows.
    fn rows_to_delete(self) -> Result<Rows<Row>, Error> {
        let mut plan = self.plan(CALL)?;
        if self.can_filter() {
            if R::VERSIONED {
                plan.without_values();
            } else {
                plan.keys_only();
            }
        }
        Ok(Rows::new(self.open(CALL, Ok(plan)), |row| Ok(row.clone())))
    }
}
