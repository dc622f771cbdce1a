//! A question about many rows, before it is asked.

use std::fmt;
use std::marker::PhantomData;
use std::ops::RangeBounds;
use std::time::Duration;

use hbase_model::TimeRange;

use super::rows::OnUndecodable;
use crate::cell::CellVersion;
use crate::db::connection::Connection;
use crate::db::select::{ColumnSet, Versions, Whole};
use crate::db::time_range::range_of;
use crate::filter::RowFilter;
use crate::key::KeyError;
use crate::query::{Cost, InKeyOrder, KeyOrder, KeyQuery, PartCheck, RowRange};
use crate::table::{NewestFirst, Table};

impl Connection {
    /// Asks a question about keys, as `Call::scan()` puts it.
    ///
    /// ```
    /// # use hbase_schema::{Error, HTable};
    /// # #[derive(HTable, Debug, PartialEq)]
    /// # #[table("DLQX:WEATHER_DATA")]
    /// # #[family("D1")]
    /// # struct Weather { #[rowkey] city: String, rain_mm: u32 }
    /// # #[tokio::main(flavor = "current_thread")]
    /// # async fn main() -> Result<(), Error> {
    /// # let db = hbase_schema::connect("memory:").await?;
    /// # db.create_table::<Weather>().await?;
    /// # db.put_many((0..9).map(|n| Weather { city: format!("city {n}"), rain_mm: n })).await?;
    /// let mut rows = db
    ///     .scan(Weather::scan().all())
    ///     .filter(Weather::RAIN_MM.gt(3))
    ///     .limit(2)
    ///     .rows();
    /// while let Some(row) = rows.next().await {
    ///     println!("{:?}", row?);
    /// }
    /// # Ok(())
    /// # }
    /// ```
    pub fn scan<Q>(&self, query: Q) -> ScanRequest<Q::Row, Whole<Q::Row>, OrderOf<Q>>
    where
        Q: KeyQuery,
        Q::Row: Table,
    {
        let keys = query.into_ranges().map(|keys| {
            let given = keys.given_parts();
            let (ranges, checks) = keys.into_parts();
            Keys {
                ranges,
                checks,
                given,
            }
        });
        ScanRequest {
            connection: self.clone(),
            keys,
            options: Options::default(),
            selection: Whole::new(),
            of: PhantomData,
        }
    }
}

/// A question about many rows: made by [`Connection::scan`], asked by [`rows`](Self::rows),
/// [`first`](Self::first), [`count`](Self::count) or [`page`](Self::page).
///
/// Where the question reaches several values of the salt, their scans run side by side, and the
/// rows come in the order of the key after the salt.
#[must_use = "a question does nothing until it is asked"]
pub struct ScanRequest<R, S = Whole<R>, O = KeyOrder> {
    pub(super) connection: Connection,
    pub(super) keys: Result<Keys, KeyError>,
    pub(super) options: Options,
    pub(super) selection: S,
    of: PhantomData<fn() -> (R, O)>,
}

/// The order in which the rows of a query come.
type OrderOf<Q> = <<Q as KeyQuery>::Cost as Cost>::Order;

/// Which rows.
#[derive(Clone, Debug)]
pub(super) struct Keys {
    pub(super) ranges: Vec<RowRange>,
    pub(super) checks: Vec<PartCheck>,
    /// How many parts of the key were given a value.
    pub(super) given: usize,
}

/// What was said beside the keys.
#[derive(Clone, Debug, Default)]
pub(super) struct Options {
    pub(super) filter: Option<RowFilter<()>>,
    pub(super) limit: Option<u64>,
    pub(super) offset: u64,
    pub(super) caching: Option<u32>,
    pub(super) reversed: bool,
    pub(super) newest_first: bool,
    pub(super) time_range: TimeRange,
    pub(super) on_undecodable: OnUndecodable,
    pub(super) max_concurrent_scans: Option<usize>,
}

impl<R: Table, S, O> ScanRequest<R, S, O> {
    /// Gives only rows that pass: `Call::DURATION_S.gt(60)`. Said again, both must hold. The
    /// columns that are compared are read for it, also where they are not asked for.
    pub fn filter(mut self, filter: RowFilter<R>) -> Self {
        let filter = filter.untyped();
        self.options.filter = Some(match self.options.filter.take() {
            None => filter,
            Some(before) => before & filter,
        });
        self
    }

    /// Gives at most so many rows.
    pub fn limit(mut self, rows: u64) -> Self {
        self.options.limit = Some(rows);
        self
    }

    /// Passes over so many rows first. They are read all the same: to go through a table page by
    /// page, use [`page`](Self::page).
    pub fn offset(mut self, rows: u64) -> Self {
        self.options.offset = rows;
        self
    }

    /// Gives the newest rows, at most so many: [`newest_first`](Self::newest_first) with a limit.
    pub fn latest(self, rows: u64) -> Self
    where
        R: NewestFirst,
        O: InKeyOrder,
    {
        self.newest_first().limit(rows)
    }

    /// Gives the rows newest first, by the time in the row key.
    ///
    /// Which way round that is depends on the key (`reverse_ts`), so it need not be said. What
    /// stands in front of the time must be given a value.
    pub fn newest_first(mut self) -> Self
    where
        R: NewestFirst,
        O: InKeyOrder,
    {
        self.options.newest_first = true;
        self
    }

    /// Gives the rows against the order of their keys.
    pub fn reversed(mut self) -> Self {
        self.options.reversed = !self.options.reversed;
        self
    }

    /// Reads only cells with a timestamp in this range: of [`Timestamp`](crate::Timestamp)s, or of
    /// numbers where the table's versions are numbers.
    pub fn time_range<V: CellVersion>(mut self, range: impl RangeBounds<V>) -> Self {
        self.options.time_range = range_of(&range);
        self
    }

    /// How many rows a round trip brings at most. It changes how fast rows come, never which; what
    /// is not said is bounded by bytes alone.
    pub fn caching(mut self, rows: u32) -> Self {
        self.options.caching = Some(rows);
        self
    }

    /// How many scans of this question are under way side by side.
    pub fn max_concurrent_scans(mut self, scans: usize) -> Self {
        self.options.max_concurrent_scans = Some(scans);
        self
    }

    /// What becomes of rows that do not decode.
    pub fn on_undecodable(mut self, what: OnUndecodable) -> Self {
        self.options.on_undecodable = what;
        self
    }

    /// How long each wait for rows may take.
    pub fn timeout(mut self, timeout: Duration) -> Self {
        self.connection.options.timeout = timeout;
        self
    }

    /// How long the whole of [`count`](Self::count), [`first`](Self::first), [`page`](Self::page)
    /// or [`Rows::collect`](super::rows::Rows::collect) may take:
    /// [`Limits::operation_timeout`](crate::Limits::operation_timeout).
    pub fn operation_timeout(mut self, timeout: Duration) -> Self {
        self.connection.options.operation_timeout = timeout;
        self
    }

    /// Reads only these columns: a token gives its field's type, a tuple of tokens a tuple. Rows
    /// that have none of them do not come, unless a filter reads another column of theirs.
    pub fn columns<C: ColumnSet<R>>(self, columns: C) -> ScanRequest<R, C::Cells, O> {
        self.reading(|_| columns.cells())
    }

    /// Reads a narrower struct that derives the same table.
    pub fn select<T: Table>(self) -> ScanRequest<R, Whole<T>, O> {
        self.reading(|_| Whole::new())
    }

    /// Reads up to so many versions of each row, as one `Vec` a row, newest first: the cells of
    /// one timestamp are one version. [`limit`](Self::limit) counts rows all the same.
    pub fn versions(self, most: u32) -> ScanRequest<R, Versions<S>, O> {
        self.reading(|of| Versions { of, most })
    }

    fn reading<S2>(self, selection: impl FnOnce(S) -> S2) -> ScanRequest<R, S2, O> {
        ScanRequest {
            connection: self.connection,
            keys: self.keys,
            options: self.options,
            selection: selection(self.selection),
            of: PhantomData,
        }
    }
}

impl<R, S, O> fmt::Debug for ScanRequest<R, S, O> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ScanRequest")
            .field("keys", &self.keys)
            .field("options", &self.options)
            .finish_non_exhaustive()
    }
}
