//! Reads one row by its key.

use std::future::Future;
use std::marker::PhantomData;
use std::ops::RangeBounds;
use std::pin::Pin;
use std::task::{Context, Poll};

use hbase_backend::{BoxFuture, Get, ReadOptions, Row, TimeRange};

use super::select::{self, ColumnSet, Selection, Whole};
use crate::cell::VersionBound;
use crate::db::connection::Connection;
use crate::db::error::{CallContext, Error};
use crate::db::target::keys::{self, RowsOfKey};
use crate::db::target::table_ref::TableRef;
use crate::db::versions::time_range::range_of;
use crate::debug::debug_fields;
use crate::key::KeyError;
use crate::table::{KeyFor, Table};

impl Connection {
    /// Reads a row by its key: `db.get(&key).await`. `None` if it has none of the selected columns.
    ///
    /// If the table's salt is `random` or `round_robin`, this reads the row under every value of
    /// the salt, and returns the newest.
    pub fn get<K: KeyFor<R>, R: Table>(&self, key: &K) -> GetRequest<R> {
        GetRequest {
            connection: self.clone(),
            rows: keys::of(key),
            time_range: TimeRange::ALL,
            selection: Whole::new(),
            sent: None,
            of: PhantomData,
        }
    }
}

/// A request for a row by its key: created by [`Connection::get`], sent by `.await`.
///
/// ```
/// # use hbase_schema::{Error, HTable};
/// # #[derive(HTable, Debug, PartialEq)]
/// # #[table("DLQX:WEATHER_DATA")]
/// # #[family("D1")]
/// # struct Weather { #[rowkey] city: String, rain_mm: u32, note: Option<String> }
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() -> Result<(), Error> {
/// # let db = hbase_schema::connect("memory:").await?;
/// # db.create_table::<Weather>().await?;
/// # db.put(&Weather { city: "Seattle".into(), rain_mm: 11, note: None }).await?;
/// let key = WeatherKey { city: "Seattle".into() };
/// let row: Option<Weather> = db.get(&key).await?;
/// assert_eq!(row.unwrap().rain_mm, 11);
/// let columns = db.get(&key).columns((Weather::RAIN_MM, Weather::NOTE)).await?;
/// assert_eq!(columns, Some((11, None)));
/// # Ok(())
/// # }
/// ```
#[must_use = "a get is sent by `.await`"]
pub struct GetRequest<R, S = Whole<R>> {
    connection: Connection,
    rows: Result<RowsOfKey, KeyError>,
    time_range: TimeRange,
    selection: S,
    /// The call, after the first poll.
    sent: Option<BoxFuture<'static, Result<Found, Error>>>,
    of: PhantomData<fn() -> R>,
}

debug_fields!(GetRequest[R, S]);

impl<R: Table, S> GetRequest<R, S> {
    /// Reads only these columns: a token yields its field's type, a tuple of tokens a tuple.
    pub fn columns<C: ColumnSet<R>>(self, columns: C) -> GetRequest<R, C::Cells> {
        self.reading(columns.cells())
    }

    /// Reads the row as a struct with fewer columns that derives the same table.
    pub fn select<T: Table>(self) -> GetRequest<R, Whole<T>> {
        self.reading(Whole::new())
    }

    fn reading<S2>(self, selection: S2) -> GetRequest<R, S2> {
        GetRequest {
            connection: self.connection,
            rows: self.rows,
            time_range: self.time_range,
            selection,
            sent: None,
            of: PhantomData,
        }
    }

    /// Reads only cells with a timestamp in this range: of times, of dates, or of numbers if the table's versions are
    /// numbers. With `#[timestamp(day)]` these are the days (UTC) that overlap the range: `from..to` with two times
    /// contains the day of `from`, and that of `to` unless `to` is its midnight. See [`VersionBound`].
    pub fn time_range<V: VersionBound>(mut self, range: impl RangeBounds<V>) -> Self {
        self.time_range = range_of::<R, V>(&range);
        self
    }

    setter!(timeout "Sets the timeout of this call.");
}

impl<R: Table, S: Selection<R>> GetRequest<R, S> {
    /// Sends a get for each row that the key may have.
    fn send(&self) -> BoxFuture<'static, Result<Found, Error>> {
        let read = ReadOptions {
            time_range: self.time_range,
            ..select::read_of(&self.selection, 1)
        };
        let about = CallContext::of::<R>("get");
        let checked = select::check(R::SCHEMA, self.selection.schema(), about);
        let (connection, rows) = (self.connection.clone(), self.rows.clone());
        let rows = rows.map_err(|error| about.key_error(error));
        let rows = rows.and_then(|rows| checked.map(|()| rows));
        Box::pin(send(connection, rows, read))
    }
}

async fn send(
    connection: Connection,
    rows: Result<RowsOfKey, Error>,
    read: ReadOptions,
) -> Result<Found, Error> {
    let RowsOfKey { table, rows } = rows?;
    let gets = gets(rows, read, false);
    let rows = connection.read_rows("get", &table, gets).await?;
    Ok(Found { table, rows })
}

/// The struct contains no pinned data.
impl<R, S> Unpin for GetRequest<R, S> {}

/// Implements `Future` rather than `IntoFuture`: with the latter, the compiler does not name a missing bound, but
/// reports that the request is not a future.
impl<R, S> Future for GetRequest<R, S>
where
    R: Table + 'static,
    S: Selection<R>,
{
    type Output = Result<Option<S::Output>, Error>;

    fn poll(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Self::Output> {
        let this = self.get_mut();
        let mut sent = this.sent.take().unwrap_or_else(|| this.send());
        let Poll::Ready(found) = sent.as_mut().poll(context) else {
            this.sent = Some(sent);
            return Poll::Pending;
        };
        let Found { table, rows } = found?;
        let period = table.period();
        let decoded = newest(&rows).map(|row| this.selection.read(row, period));
        let decoded = decoded.transpose();
        let about = CallContext::table("get", &table);
        Poll::Ready(decoded.map_err(|error| about.row_error(error)))
    }
}

/// The rows of a key that were found.
struct Found {
    table: TableRef,
    rows: Vec<Option<Row>>,
}

/// A get of the same columns of each row.
pub(in crate::db) fn gets(rows: Vec<Vec<u8>>, read: ReadOptions, existence_only: bool) -> Vec<Get> {
    let reads = std::iter::repeat_n(read, rows.len());
    let get = |(row, read)| Get {
        row,
        read,
        existence_only,
    };
    rows.into_iter().zip(reads).map(get).collect()
}

/// The most recently written row among those of one key.
pub(in crate::db) fn newest(found: &[Option<Row>]) -> Option<&Row> {
    if let [only] = found {
        return only.as_ref();
    }
    let written = |row: &&Row| row.cells().map(|cell| cell.timestamp).max();
    found.iter().flatten().max_by_key(written)
}

#[cfg(test)]
mod tests {
    use hbase_backend::Mutation;

    use super::*;

    fn row(key: &str, timestamps: &[i64]) -> Option<Row> {
        let mut mutation = Mutation::new(key);
        for (name, timestamp) in (b'A'..).zip(timestamps) {
            let put = mutation.put_at(b"D1", &[name], *timestamp, b"x");
            put.expect("a cell");
        }
        Row::new(mutation.cells().clone().take()).ok()
    }

    #[test]
    fn the_newest_copy_is_that_with_the_latest_cell() {
        let key = |found: &[Option<Row>]| newest(found).map(|row| row.key().to_vec());
        assert_eq!(key(&[]), None);
        assert_eq!(key(&[None]), None);
        assert_eq!(key(&[row("a", &[1])]), Some(b"a".to_vec()));
        let copies = [
            row("a", &[5, 5]),
            None,
            row("b", &[1, 9]),
            row("c", &[8, 2]),
        ];
        assert_eq!(key(&copies), Some(b"b".to_vec()));
    }

    #[test]
    fn each_row_has_a_get_with_the_same_options() {
        let read = ReadOptions {
            max_versions: 7,
            ..ReadOptions::default()
        };
        for existence_only in [true, false] {
            let rows = vec![b"a".to_vec(), b"b".to_vec()];
            let gets = gets(rows.clone(), read.clone(), existence_only);
            let found: Vec<_> = gets.iter().map(|get| get.row.clone()).collect();
            assert_eq!(found, rows);
            assert!(gets.iter().all(|get| get.existence_only == existence_only));
            assert!(gets.iter().all(|get| get.read.max_versions == 7));
        }
    }
}
