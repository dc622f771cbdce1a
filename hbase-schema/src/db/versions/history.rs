//! Reads the versions of one row.

use std::future::Future;
use std::marker::PhantomData;
use std::ops::RangeBounds;
use std::pin::Pin;
use std::task::{Context, Poll};

use hbase_backend::{BoxFuture, Get, ReadOptions, Row, TimeRange};

use super::keeps::KeepsVersions;
use super::time_range::range_of;
use super::times::times;
use super::versioned::Versioned;
use crate::cell::{RowError, VersionBound};
use crate::db::connection::Connection;
use crate::db::error::{CallContext, Error};
use crate::db::read::get::gets;
use crate::db::read::select::{self, ColumnSet, Selection, Whole};
use crate::db::target::keys::{self, RowsOfKey};
use crate::db::target::table_ref::TableRef;
use crate::debug::debug_fields;
use crate::key::KeyError;
use crate::table::{KeyFor, Table};

pub(in crate::db) const CALL: &str = "history";

/// The maximum of `max_versions` in `HBase`.
pub(in crate::db) const MAX_VERSIONS: u32 = i32::MAX.cast_unsigned();

impl Connection {
    /// Reads the versions of a row, newest first; sent by `.await`. Cells with the same timestamp are one version.
    ///
    /// Families may keep different numbers of versions, for different times. A row's history ends
    /// where one of its required columns is no longer kept. Within a
    /// [`time_range`](HistoryRequest::time_range) it ends where the store has no more cells of that
    /// column: `HBase` still returns versions that no compaction has removed if the newer ones are
    /// outside the range. [`columns`](HistoryRequest::columns), or a struct whose other fields are
    /// `Option`s, reads columns that are kept longer. A version in which only other columns were
    /// written is an error that names the absent column.
    ///
    /// Counters are not part of versions: each increment has its own timestamp. They are read as 0,
    /// unless `columns` selects only counters, or the row has only counters. If one `mutate` sets a counter and
    /// other columns, they have the same timestamp, and this version contains the counter. With
    /// [`limit`](HistoryRequest::limit) and in pages, a call reads at most that many versions of each
    /// column: if the counter has changed that often since, this version has the counter 0.
    ///
    /// ```
    /// # use hbase_schema::{Error, HTable};
    /// # #[derive(HTable, Debug, PartialEq)]
    /// # #[table("DLQX:USER_RECORDS")]
    /// # #[family("INFO", versions = 400)]
    /// # struct Record { #[rowkey] user: String, #[timestamp] day: i64, logins: u32 }
    /// # #[tokio::main(flavor = "current_thread")]
    /// # async fn main() -> Result<(), Error> {
    /// # let db = hbase_schema::connect("memory:").await?;
    /// # db.create_table::<Record>().await?;
    /// let record = |day, logins| Record { user: "10086".into(), day, logins };
    /// db.put_many((1..=9).map(|n| record(20151200 + n, 7))).await?;
    /// let key = RecordKey { user: "10086".into() };
    /// let some = db.history(&key).time_range(20151203..20151208).limit(2).await?;
    /// assert_eq!(some, [record(20151207, 7), record(20151206, 7)]);
    /// let page = db.history(&key).page(4).await?;
    /// let page = db.history(&key).page_after(page.next.unwrap(), 4).await?;
    /// assert_eq!(page.items[0], record(20151205, 7));
    /// # Ok(())
    /// # }
    /// ```
    pub fn history<K, R>(&self, key: &K) -> HistoryRequest<R>
    where
        K: KeyFor<R>,
        R: KeepsVersions,
    {
        HistoryRequest {
            connection: self.clone(),
            rows: keys::of(key),
            time_range: TimeRange::ALL,
            limit: None,
            selection: Whole::new(),
            sent: None,
            of: PhantomData,
        }
    }
}

/// A request for the versions of a row: created by [`Connection::history`], sent by `.await`, or
/// read page by page.
#[must_use = "a request is sent by `.await`"]
pub struct HistoryRequest<R, S = Whole<R>> {
    pub(in crate::db) connection: Connection,
    pub(in crate::db) rows: Result<RowsOfKey, KeyError>,
    pub(in crate::db) time_range: TimeRange,
    pub(in crate::db) limit: Option<u32>,
    pub(in crate::db) selection: S,
    /// The call, after the first poll.
    sent: Option<BoxFuture<'static, Result<FoundRows, Error>>>,
    of: PhantomData<fn() -> R>,
}

impl<R: Table, S> HistoryRequest<R, S> {
    /// Returns only versions with a timestamp in this range: of times, of dates, or of numbers if the table's versions
    /// are numbers. With `#[timestamp(day)]` these are the days (UTC) that overlap the range: `from..to` with two times
    /// contains the day of `from`, and that of `to` unless `to` is its midnight. See [`VersionBound`].
    pub fn time_range<V: VersionBound>(mut self, range: impl RangeBounds<V>) -> Self {
        self.time_range = range_of::<R, V>(&range);
        self
    }

    setter!(limit(versions: u32) "Returns at most `versions` versions, the newest ones.");

    /// Reads only these columns: a token yields its field's type, a tuple of tokens a tuple.
    pub fn columns<C: ColumnSet<R>>(self, columns: C) -> HistoryRequest<R, C::Cells> {
        self.reading(columns.cells())
    }

    /// Reads the versions as a struct with fewer columns that derives the same table.
    pub fn select<T: Table>(self) -> HistoryRequest<R, Whole<T>> {
        self.reading(Whole::new())
    }

    fn reading<S2>(self, selection: S2) -> HistoryRequest<R, S2> {
        HistoryRequest {
            connection: self.connection,
            rows: self.rows,
            time_range: self.time_range,
            limit: self.limit,
            selection,
            sent: None,
            of: PhantomData,
        }
    }

    setter!(timeout);
}

impl<R: Table, S: Selection<R>> HistoryRequest<R, S> {
    fn most(&self) -> u32 {
        self.limit.unwrap_or(MAX_VERSIONS).min(MAX_VERSIONS)
    }

    /// Sends a get for each key that the row may have.
    fn send(&self) -> BoxFuture<'static, Result<FoundRows, Error>> {
        let rows = self.rows.clone();
        let gets = gets_of::<R, S>(rows, self.time_range, &self.selection, self.most());
        let connection = self.connection.clone();
        Box::pin(async move { connection.versions(gets?).await })
    }

    fn decode(&self, found: &FoundRows) -> Result<Vec<S::Output>, Error> {
        let FoundRows { table, rows } = found;
        check_rows::<R, S>(&self.selection, found, self.most())?;
        let mut newest = times(R::SCHEMA, rows);
        // Rarely written columns reach further back than the requested versions.
        newest.truncate(usize::try_from(self.most()).unwrap_or(usize::MAX));
        let versions = Versioned::<R, S>::new(&self.selection, self.time_range, newest);
        let versions = versions.of_period(table.period());
        let versions = versions.map(|(_, version)| version);
        let versions: Result<Vec<_>, RowError> = versions.collect();
        versions.map_err(|error| CallContext::table(CALL, table).row_error(error))
    }
}

/// Gets of the rows of a key.
pub(super) struct RowGets {
    table: TableRef,
    pub(in crate::db) gets: Vec<Get>,
}

/// The rows that gets found.
pub(super) struct FoundRows {
    pub(in crate::db) table: TableRef,
    pub(in crate::db) rows: Vec<Row>,
}

impl Connection {
    /// Reads the rows of these gets; returns no rows without gets.
    pub(super) async fn versions(&self, gets: RowGets) -> Result<FoundRows, Error> {
        let RowGets { table, gets } = gets;
        let mut rows = Vec::new();
        if !gets.is_empty() {
            let found = self.read_rows(CALL, &table, gets).await?;
            rows.extend(found.into_iter().flatten());
        }
        Ok(FoundRows { table, rows })
    }
}

/// Checks that the rows of a read of up to `most` versions have all of their columns.
pub(super) fn check_rows<R: Table, S: Selection<R>>(
    selection: &S,
    found: &FoundRows,
    most: u32,
) -> Result<(), Error> {
    let mut rows = found.rows.iter();
    let checked = rows.try_for_each(|row| select::check_versions::<R, S>(selection, row, most));
    checked.map_err(|error| CallContext::table(CALL, &found.table).row_error(error))
}

/// Gets of at least the newest `most` versions of rows that are one row to the user.
pub(super) fn gets_of<R: Table, S: Selection<R>>(
    rows: Result<RowsOfKey, KeyError>,
    time_range: TimeRange,
    selection: &S,
    most: u32,
) -> Result<RowGets, Error> {
    let about = CallContext::of::<R>(CALL);
    let RowsOfKey { table, rows } = rows.map_err(|error| about.key_error(error))?;
    select::check(R::SCHEMA, selection.schema(), about)?;
    if time_range.min > time_range.max {
        return Err(about.request(format_args!(
            "found the versions {}..{}, whose lower bound is above the upper one: swap them",
            time_range.min, time_range.max
        )));
    }
    // Equal bounds contain nothing, and HBase rejects 0 versions.
    if most == 0 || time_range.min >= time_range.max {
        let gets = Vec::new();
        return Ok(RowGets { table, gets });
    }
    let read = ReadOptions {
        time_range,
        ..select::read_of(selection, most)
    };
    let gets = gets(rows, read, false);
    Ok(RowGets { table, gets })
}

/// The struct contains no pinned data.
impl<R, S> Unpin for HistoryRequest<R, S> {}

/// Implements `Future` for the same reason as a get's request.
impl<R, S> Future for HistoryRequest<R, S>
where
    R: Table + 'static,
    S: Selection<R>,
{
    type Output = Result<Vec<S::Output>, Error>;

    fn poll(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Self::Output> {
        let this = self.get_mut();
        let mut sent = this.sent.take().unwrap_or_else(|| this.send());
        let Poll::Ready(found) = sent.as_mut().poll(context) else {
            this.sent = Some(sent);
            return Poll::Pending;
        };
        Poll::Ready(found.and_then(|found| this.decode(&found)))
    }
}

debug_fields!(HistoryRequest[R, S]: time_range, limit);
