//! Many rows deleted: by their keys, or by a scan.

use hbase_model::{BoxFuture, Capability, Deadline, Filter, Mutation, ReadOptions, Row, TableName};

use super::batch::{Batch, Refused};
use super::batch_report::Report;
use super::connection::Connection;
use super::error::{About, Error};
use super::get::gets;
use super::keys;
use super::put_many::{Fill, out_of_time};
use crate::table::{KeyFor, Table};

const CALL: &str = "delete_many";

impl Connection {
    /// Deletes rows by their keys, in batches bounded as those of [`put_many`](Self::put_many);
    /// returns how many keys were deleted, whether or not there were rows.
    ///
    /// Where a field holds the cells' timestamp, each row's newest version is read first, as
    /// [`delete`](Self::delete) does, batch by batch. Counters go with their rows.
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
    /// let rows: Vec<Weather> =
    ///     (0..3000).map(|n| Weather { city: format!("city {n}"), rain_mm: n }).collect();
    /// db.put_many(&rows).await?;
    /// let keys: Vec<WeatherKey> = rows.iter().skip(1).map(Weather::key).collect();
    /// assert_eq!(db.delete_many(&keys).await?, 2999);
    /// assert_eq!(db.scan(Weather::scan().all()).count().await?, 1);
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    /// [`Error::Batch`], which says which keys failed and why; the other rows are deleted. So too
    /// where all together takes longer than [`Limits::operation_timeout`].
    ///
    /// [`Limits::operation_timeout`]: crate::Limits::operation_timeout
    pub fn delete_many<'c, 'k, I, K, R>(&'c self, keys: I) -> BoxFuture<'c, Result<u64, Error>>
    where
        I: IntoIterator<Item = &'k K>,
        I::IntoIter: Send + 'c,
        K: KeyFor<R> + 'k,
        R: Table,
    {
        let table = &R::SCHEMA.table.name;
        let mut keys = keys.into_iter();
        let mut next = move || Some(deletes_of::<K, R>(keys.next()?));
        let fill: Fill<'c> = Box::new(move |read| self.fill_batch(read, &mut next));
        if R::VERSIONED {
            return Box::pin(self.delete_versioned(table, fill));
        }
        Box::pin(self.write_batches(CALL, table, fill))
    }

    /// As [`write_batches`](Self::write_batches), for rows whose versions are read first.
    async fn delete_versioned(
        &self,
        table: &'static TableName,
        mut fill: Fill<'_>,
    ) -> Result<u64, Error> {
        let mut report = Report::new(CALL, table);
        let mut read = 0;
        let end = Deadline::after(self.options.operation_timeout);
        loop {
            let mut batch = fill(&mut read);
            if !report.goes_on_with(&mut batch, read) {
                return report.into_result();
            }
            if end.is_over() {
                report.stop_before(&batch, out_of_time(CALL, table));
                return report.into_result();
            }
            let (is_last, all) = (batch.is_last, batch.rows.count());
            let found = match self.up_to_newest(table, &batch).await {
                Ok(found) => found,
                Err(error) => {
                    report.stop_before(&batch, error);
                    return report.into_result();
                }
            };
            report.done((all - found.rows.count()) as u64);
            if !found.mutations.is_empty() {
                let (places, written) = self.write_batch(CALL, table, found, Some(end)).await;
                report.add(&places, written);
            }
            if is_last || report.is_stopped() {
                return report.into_result();
            }
        }
    }

    /// The deletes of the rows that are there, each up to its newest version.
    async fn up_to_newest(&self, table: &'static TableName, batch: &Batch) -> Result<Batch, Error> {
        let mut read = ReadOptions::default();
        if self.backend().capabilities().has(Capability::Filters) {
            read.filter = Some(Filter::KeyOnly(false));
        }
        let rows = batch.mutations.iter().map(|delete| delete.row().to_vec());
        let gets = gets(rows.collect(), read, false);
        let found = self
            .read_rows(About::table(CALL, table), table, gets)
            .await?;
        let mut deletes = Batch::default();
        for ((index, _), row) in batch.rows.iter().zip(found) {
            if let Some(row) = row {
                deletes.add(index, self.delete_of(&row, true));
            }
        }
        Ok(deletes)
    }

    /// The delete of a row that was read: of all of it, or up to its newest version.
    pub(in crate::db) fn delete_of(&self, row: &Row, versioned: bool) -> Mutation {
        let newest = row.cells().map(|cell| cell.timestamp).max();
        let mut mutation = Mutation::new(row.key());
        mutation.delete_row(newest.filter(|_| versioned));
        self.options.apply(&mut mutation);
        mutation
    }
}

/// The deletes of the rows at which a key may lie.
fn deletes_of<K: KeyFor<R>, R: Table>(key: &K) -> Result<Vec<Mutation>, Refused> {
    let about = About::table(CALL, &R::SCHEMA.table.name);
    let rows = keys::of(key).map_err(|error| (None, about.key_error(error)))?;
    let delete = |row: Vec<u8>| {
        let mut mutation = Mutation::new(row);
        mutation.delete_row(None);
        mutation
    };
    Ok(rows.into_iter().map(delete).collect())
}
