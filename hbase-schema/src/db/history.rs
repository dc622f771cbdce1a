//! The versions of one row.

use std::fmt;
use std::future::Future;
use std::marker::PhantomData;
use std::ops::RangeBounds;
use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Duration;

use hbase_model::{BoxFuture, Get, ReadOptions, Row, TimeRange};

use super::connection::Connection;
use super::cursor::Cursor;
use super::error::{About, Error};
use super::get::gets;
use super::keys;
use super::page::Page;
use super::query_id::{Paged, QueryId};
use super::select::{self, ColumnSet, Selection, Whole};
use super::time_range::range_of;
use super::versions::{Versioned, times};
use crate::cell::{CellVersion, RowError};
use crate::key::KeyError;
use crate::table::{KeyFor, Table};

/// The most versions that `HBase` can be asked for at once.
const MOST_VERSIONS: u32 = i32::MAX.cast_unsigned();

impl Connection {
    /// Reads the versions of a row, newest first; sent by `.await`. The cells of one timestamp are
    /// one version.
    ///
    /// Families may keep different numbers of versions, and keep them for different times. A row goes
    /// as far back as the columns that it must have: where one of them is kept no longer, its versions
    /// end. Within [`between`](HistoryRequest::between) and behind a page they end where the store has
    /// none of that column any more: `HBase` still gives versions that no compaction has removed
    /// where the newer ones are not asked for. What is kept longer is read by [`columns`](HistoryRequest::columns), or by a struct where the others are `Option`s.
    /// A version in which only other columns were written is an error that names what it lacks.
    ///
    /// Counters are no part of versions: each increment has a timestamp of its own. They are read as
    /// 0, but by `columns` with nothing but counters.
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
    /// let some = db.history(&key).between(20151203..20151208).limit(2).await?;
    /// assert_eq!(some, [record(20151207, 7), record(20151206, 7)]);
    /// let page = db.history(&key).page(4).await?;
    /// let page = db.history(&key).page_after(page.next.unwrap(), 4).await?;
    /// assert_eq!(page.rows[0], record(20151205, 7));
    /// # Ok(())
    /// # }
    /// ```
    pub fn history<K: KeyFor<R>, R: Table>(&self, key: &K) -> HistoryRequest<R> {
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

/// The versions of one row: made by [`Connection::history`], sent by `.await`, or page by page.
#[must_use = "a question is sent by `.await`"]
pub struct HistoryRequest<R, S = Whole<R>> {
    connection: Connection,
    rows: Result<Vec<Vec<u8>>, KeyError>,
    time_range: TimeRange,
    limit: Option<u32>,
    selection: S,
    /// The call, once it was polled.
    sent: Option<BoxFuture<'static, Result<Vec<Row>, Error>>>,
    of: PhantomData<fn() -> R>,
}

impl<R: Table, S> HistoryRequest<R, S> {
    /// Gives only versions in this range: of [`Timestamp`](crate::Timestamp)s, or of numbers where
    /// the table's versions are numbers.
    pub fn between<V: CellVersion>(mut self, range: impl RangeBounds<V>) -> Self {
        self.time_range = range_of(&range);
        self
    }

    /// Gives at most so many versions, the newest ones.
    pub fn limit(mut self, versions: u32) -> Self {
        self.limit = Some(versions);
        self
    }

    /// Reads only these columns: a token gives its field's type, a tuple of tokens a tuple.
    pub fn columns<C: ColumnSet<R>>(self, columns: C) -> HistoryRequest<R, C::Cells> {
        self.reading(columns.cells())
    }

    /// Reads a narrower struct that derives the same table.
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

    /// How long each of its calls may take.
    pub fn timeout(mut self, timeout: Duration) -> Self {
        self.connection.options.timeout = timeout;
        self
    }
}

impl<R: Table, S: Selection<R>> HistoryRequest<R, S> {
    /// The newest `size` versions, and a cursor for [`page_after`](Self::page_after) where there
    /// are more. Versions that share a timestamp, which only rows of a drawn salt have, come
    /// together: the page is longer then.
    ///
    /// # Errors
    /// [`Error::Key`], [`Error::Row`], [`Error::Backend`], and [`Error::Request`] for a page of
    /// nothing, or together with [`limit`](Self::limit).
    pub async fn page(self, size: u32) -> Result<Page<S::Output>, Error> {
        let query = self.id()?;
        self.one_page(&query, size).await
    }

    /// The versions after the page that `cursor` came with: the next older ones.
    ///
    /// # Errors
    /// As for [`page`](Self::page), and [`Error::Request`] for a cursor that is damaged, or belongs
    /// to another question or another form of the table.
    pub async fn page_after(
        mut self,
        cursor: impl AsRef<str>,
        size: u32,
    ) -> Result<Page<S::Output>, Error> {
        let query = self.id()?;
        let at = Cursor::read(about::<R>(), cursor.as_ref(), &query)?;
        let Ok(before) = at.try_into().map(i64::from_be_bytes) else {
            return Err(
                about::<R>().request("the cursor holds no version: begin with the first page")
            );
        };
        self.time_range.max = self.time_range.max.min(before);
        self.one_page(&query, size).await
    }

    async fn one_page(self, query: &QueryId, size: u32) -> Result<Page<S::Output>, Error> {
        if self.limit.is_some() {
            return Err(about::<R>()
                .request("a `limit` beside `page`: the page's size says how many versions"));
        }
        if size == 0 {
            return Err(about::<R>().request("a page of 0 versions: ask for at least one"));
        }
        let (about, selection) = (about::<R>(), self.selection);
        // One version more tells whether there is another page.
        let most = size.saturating_add(1).min(MOST_VERSIONS);
        let gets = gets_of::<R, S>(self.rows, self.time_range, &selection, most)?;
        let found = self.connection.versions(about, gets).await?;
        let all = times::<R>(&found);
        let end = page_end(&all, size);
        let last = end.checked_sub(1).and_then(|last| all.get(last));
        let last = last.map(|(time, _)| *time);
        let mut rows = Vec::new();
        let mut has_more = false;
        for (time, version) in Versioned::<R, S>::new(&selection, self.time_range, all) {
            if last.is_some_and(|last| time < last) {
                has_more = true;
                break;
            }
            rows.push(version.map_err(|error| about.row_error(error))?);
        }
        let last = last.filter(|_| has_more);
        let next = last.map(|time| Cursor::new(query, &time.to_be_bytes()));
        Ok(Page {
            rows,
            next,
            undecodable: Vec::new(),
        })
    }

    /// What tells this query from others.
    fn id(&self) -> Result<QueryId, Error> {
        let rows = self
            .rows
            .as_ref()
            .map_err(|error| about::<R>().key_error(error.clone()))?;
        let id = QueryId::new(Paged::History, &R::SCHEMA.table.name.to_string());
        let id = id.key(R::SCHEMA.key).rows(rows);
        Ok(id.time_range(self.time_range))
    }

    fn most(&self) -> u32 {
        self.limit.unwrap_or(MOST_VERSIONS).min(MOST_VERSIONS)
    }

    /// Asks for the versions at each place where the row may be.
    fn send(&mut self) -> BoxFuture<'static, Result<Vec<Row>, Error>> {
        let rows = std::mem::replace(&mut self.rows, Ok(Vec::new()));
        let gets = gets_of::<R, S>(rows, self.time_range, &self.selection, self.most());
        let connection = self.connection.clone();
        Box::pin(async move { connection.versions(about::<R>(), gets?).await })
    }

    fn decode(&self, found: &[Row]) -> Result<Vec<S::Output>, Error> {
        let mut newest = times::<R>(found);
        // Columns that are written rarely reach further back than the versions asked for.
        newest.truncate(usize::try_from(self.most()).unwrap_or(usize::MAX));
        let versions = Versioned::<R, S>::new(&self.selection, self.time_range, newest);
        let versions = versions.map(|(_, version)| version);
        let versions: Result<Vec<_>, RowError> = versions.collect();
        versions.map_err(|error| about::<R>().row_error(error))
    }
}

impl Connection {
    /// The rows of these gets; nothing where there are none.
    async fn versions(&self, about: About<'static>, gets: Vec<Get>) -> Result<Vec<Row>, Error> {
        let Some(name) = about.table.filter(|_| !gets.is_empty()) else {
            return Ok(Vec::new());
        };
        let found = self.read_rows(about, name, gets).await?;
        Ok(found.into_iter().flatten().collect())
    }
}

fn about<R: Table>() -> About<'static> {
    About::table("history", &R::SCHEMA.table.name)
}

/// Asks for at least the newest `most` versions of rows that are one row to the user.
fn gets_of<R: Table, S: Selection<R>>(
    rows: Result<Vec<Vec<u8>>, KeyError>,
    time_range: TimeRange,
    selection: &S,
    most: u32,
) -> Result<Vec<Get>, Error> {
    let about = about::<R>();
    let rows = rows.map_err(|error| about.key_error(error))?;
    select::check::<R, S>(selection, about)?;
    if time_range.min > time_range.max {
        return Err(about.request(format_args!(
            "found the versions {}..{}, whose lower bound is above the upper one: exchange them",
            time_range.min, time_range.max
        )));
    }
    // Nothing lies between equal bounds, and HBase takes 0 versions for a mistake.
    if most == 0 || time_range.min >= time_range.max {
        return Ok(Vec::new());
    }
    let mut read = ReadOptions {
        time_range,
        max_versions: most,
        ..ReadOptions::default()
    };
    selection.add_columns(&mut read);
    Ok(gets(rows, read, false))
}

/// Where a page of `size` versions ends. A cursor says a timestamp, so that versions that share one,
/// of rows whose salt was drawn, stay together.
fn page_end(times: &[(i64, &Row)], size: u32) -> usize {
    let size = usize::try_from(size).unwrap_or(usize::MAX);
    let Some((last, _)) = size.checked_sub(1).and_then(|at| times.get(at)) else {
        return times.len();
    };
    times.partition_point(|(time, _)| time >= last)
}

/// Nothing in it is ever pinned in place.
impl<R, S> Unpin for HistoryRequest<R, S> {}

/// A future itself, for the same reason as a get's request.
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

impl<R, S> fmt::Debug for HistoryRequest<R, S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("HistoryRequest")
            .field("time_range", &self.time_range)
            .field("limit", &self.limit)
            .finish_non_exhaustive()
    }
}
