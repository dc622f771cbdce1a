//! Deletes many rows by their keys.

use hbase_model::{BoxFuture, Mutation, ReadOptions, Row, TableName};

use super::batch::{Batch, EncodeFailure};
use super::batch_call::BatchSource;
use super::connection::Connection;
use super::error::{CallContext, Error};
use super::keys;
use crate::table::{KeyFor, Table};

const CALL: &str = "delete_many";

impl Connection {
    /// Deletes rows by their keys, in batches with the bounds of [`put_many`](Self::put_many);
    /// returns the number of keys deleted, whether or not they had rows.
    ///
    /// If a field holds the cells' timestamp, each row's newest version is read first, as by
    /// [`delete`](Self::delete), batch by batch. Counters are deleted with their rows.
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
    /// [`Error::Batch`] with the keys that failed and the reasons, also if the whole call exceeds
    /// [`Limits::operation_timeout`]; the other rows are deleted.
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
        let mut batches = self.batches_of(keys.into_iter().map(|key| deletes_of::<K, R>(key)));
        if R::VERSIONED {
            batches = Box::new(UpToNewest {
                connection: self,
                table,
                deletes: batches,
            });
        }
        self.write_batches(CALL, table, batches)
    }
}

/// The delete of a row that was read: of the whole row, or up to its newest version.
pub(super) fn delete_of(row: &Row, is_versioned: bool) -> Mutation {
    let newest = row.cells().map(|cell| cell.timestamp).max();
    let mut mutation = Mutation::new(row.key());
    mutation.delete_row(newest.filter(|_| is_versioned));
    mutation
}

/// The deletes of the rows that a key may have.
fn deletes_of<K: KeyFor<R>, R: Table>(key: &K) -> Result<Vec<Mutation>, EncodeFailure> {
    let delete = |row: Vec<u8>| {
        let mut mutation = Mutation::new(row);
        mutation.delete_row(None);
        mutation
    };
    match keys::of(key) {
        Ok(rows) => Ok(rows.into_iter().map(delete).collect()),
        Err(error) => Err(EncodeFailure {
            row: None,
            error: CallContext::table(CALL, &R::SCHEMA.table.name).key_error(error),
        }),
    }
}

/// Deletes of the existing rows, each up to its newest version, which is read first.
struct UpToNewest<'c> {
    connection: &'c Connection,
    table: &'static TableName,
    deletes: Box<dyn BatchSource + 'c>,
}

impl BatchSource for UpToNewest<'_> {
    fn next_batch(&mut self, first: u64) -> BoxFuture<'_, Batch> {
        Box::pin(async move {
            let batch = self.deletes.next_batch(first).await;
            up_to_newest(self.connection, self.table, batch).await
        })
    }
}

async fn up_to_newest(connection: &Connection, table: &'static TableName, batch: Batch) -> Batch {
    let found = find(connection, table, &batch).await;
    let first = batch.first_written();
    let mut deletes = Batch {
        failed: batch.failed,
        next: batch.next,
        is_last: batch.is_last,
        ..Batch::default()
    };
    let found = match found {
        Ok(found) => found,
        Err(error) => {
            deletes.stopped = Some((first, error));
            return deletes;
        }
    };
    for ((index, _), row) in batch.rows.iter().zip(found) {
        if let Some(row) = row {
            deletes.add(index, delete_of(&row, true));
        }
    }
    deletes.unchanged = (batch.rows.count() - deletes.rows.count()) as u64;
    deletes
}

/// Reads the rows of the deletes, without their values.
async fn find(
    connection: &Connection,
    table: &'static TableName,
    batch: &Batch,
) -> Result<Vec<Option<Row>>, Error> {
    if batch.mutations.is_empty() {
        return Ok(Vec::new());
    }
    let rows = batch.mutations.iter().map(|delete| delete.row().to_vec());
    let about = CallContext::table(CALL, table);
    let read = ReadOptions::default();
    connection
        .read_timestamps(about, table, rows.collect(), read)
        .await
}
