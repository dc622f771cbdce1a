//! Deletes many rows by their keys.

use hbase_backend::{BoxFuture, Mutation, ReadOptions, Row};

use super::batch::{Batch, EncodeFailure, RowWrites};
use super::call::BatchSource;
use crate::cell::newest_version;
use crate::db::connection::Connection;
use crate::db::error::{CallContext, Error};
use crate::db::target::keys::{self, RowsOfKey};
use crate::db::target::table_ref::TableRef;
use crate::key::printable;
use crate::schema::TableSchema;
use crate::table::{KeyFor, Table, Writable};

const CALL: &str = "delete_many";

impl Connection {
    /// Deletes rows by their keys, in batches with the bounds of [`put_many`](Self::put_many);
    /// returns the number of keys deleted, whether or not they had rows. The items are references to keys: pass `&keys`
    /// for a `Vec` or an array.
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
        R: Writable,
    {
        let mut batches = self.batches_of(keys.into_iter().map(|key| deletes_of::<K, R>(key)));
        if R::VERSIONED {
            batches = Box::new(UpToNewest {
                connection: self,
                schema: R::SCHEMA,
                deletes: batches,
            });
        }
        self.write_batches(CALL, &R::SCHEMA.table.name, batches)
    }
}

/// The delete of a row that was read: of the whole row, or up to its newest version. Counters are then deleted
/// separately, because increments have the server's time.
pub(in crate::db) fn delete_of(
    call: &'static str,
    table: &TableRef,
    row: &Row,
    versioned: Option<&'static TableSchema>,
) -> Result<Mutation, EncodeFailure> {
    let mut mutation = Mutation::new(row.key());
    let Some(schema) = versioned else {
        mutation.delete_row(None);
        return Ok(mutation);
    };
    let deleted = delete_version(&mut mutation, schema, row);
    deleted.map(|()| mutation).map_err(|error| EncodeFailure {
        row: Some(printable(row.key())),
        error: CallContext::table(call, table)
            .row(row.key())
            .backend(error),
    })
}

/// Deletes a row up to its newest version, and its counters.
pub(in crate::db) fn delete_version(
    mutation: &mut Mutation,
    schema: &TableSchema,
    row: &Row,
) -> hbase_backend::Result<()> {
    if let Some(newest) = newest_version(schema, row.cells()) {
        mutation.delete_row(Some(newest));
    }
    for (family, qualifier) in schema.counter_names() {
        mutation.delete_column(family.as_bytes(), qualifier.as_bytes(), None)?;
    }
    Ok(())
}

/// The deletes of the rows that a key may have.
fn deletes_of<K: KeyFor<R>, R: Table>(key: &K) -> Result<RowWrites<Vec<Mutation>>, EncodeFailure> {
    let delete = |row: Vec<u8>| {
        let mut mutation = Mutation::new(row);
        mutation.delete_row(None);
        mutation
    };
    match keys::of(key) {
        Ok(RowsOfKey { table, rows }) => Ok(RowWrites {
            table,
            mutations: rows.into_iter().map(delete).collect(),
        }),
        Err(error) => Err(EncodeFailure {
            row: None,
            error: CallContext::of::<R>(CALL).key_error(error),
        }),
    }
}

/// Deletes of the existing rows, each up to its newest version, which is read first.
struct UpToNewest<'c> {
    connection: &'c Connection,
    schema: &'static TableSchema,
    deletes: Box<dyn BatchSource + 'c>,
}

impl BatchSource for UpToNewest<'_> {
    fn next_batch(&mut self, first: u64) -> BoxFuture<'_, Batch> {
        Box::pin(async move {
            let batch = self.deletes.next_batch(first).await;
            up_to_newest(self.connection, self.schema, batch).await
        })
    }
}

async fn up_to_newest(
    connection: &Connection,
    schema: &'static TableSchema,
    batch: Batch,
) -> Batch {
    let found = find(connection, &batch).await;
    let (first, count) = (batch.first_written(), batch.count());
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
    for (part, found) in batch.parts.iter().zip(found) {
        for ((index, _), row) in part.rows.iter().zip(found) {
            let Some(row) = row else { continue };
            match delete_of(CALL, &part.table, &row, Some(schema)) {
                Ok(delete) => deletes.add(index, &part.table, delete),
                Err(failure) => deletes.failed.push(failure.of_row(index)),
            }
        }
    }
    deletes.unchanged = (count - deletes.count()) as u64;
    deletes
}

/// Reads the rows of the deletes in each table, without their values.
async fn find(connection: &Connection, batch: &Batch) -> Result<Vec<Vec<Option<Row>>>, Error> {
    let mut found = Vec::with_capacity(batch.parts.len());
    for part in &batch.parts {
        let rows = part.mutations.iter().map(|delete| delete.row().to_vec());
        let read = ReadOptions::default();
        let rows = connection.read_timestamps(CALL, &part.table, rows.collect(), read);
        found.push(rows.await?);
    }
    Ok(found)
}
