//! Scan requests: which rows, which columns, and how they are read.

use std::marker::PhantomData;
use std::ops::RangeBounds;
use std::time::Duration;

use hbase_backend::TimeRange;

use super::undecodable::OnUndecodable;
use crate::cell::VersionBound;
use crate::codec::CodecError;
use crate::db::connection::Connection;
use crate::db::dated::dates::PeriodRange;
use crate::db::read::select::{ColumnSet, Whole};
use crate::db::versions::Versions;
use crate::db::versions::keeps::KeepsVersions;
use crate::db::versions::time_range::range_of;
use crate::debug::debug_fields;
use crate::filter::RowFilter;
use crate::key::KeyError;
use crate::query::{
    Cost, HasOrder, InKeyOrder, KeyOrder, KeyQuery, KeyRanges, NoOrder, Reversible,
};
use crate::table::{DatedTable, FixedName, NewestFirst, Table};

impl Connection {
    /// Scans the rows of a query, such as `Call::scan().phone(…)`.
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
        Q::Row: FixedName,
    {
        ScanRequest::new(self.clone(), query)
    }
}

/// A request for rows: made by [`Connection::scan`], executed by [`rows`](Self::rows),
/// [`first`](Self::first), [`count`](Self::count) or [`page`](Self::page).
///
/// If the query reaches several salt values, they are scanned concurrently, and the rows are merged in the order of the
/// key after the salt. A skip scan returns them in the order of the stored keys: first by the salt or the key parts
/// that it leaves open. An [`unordered`](Self::unordered) one reads regions concurrently.
#[must_use = "a request does nothing until its rows are read"]
pub struct ScanRequest<R, S = Whole<R>, O = KeyOrder> {
    pub(super) connection: Connection,
    pub(super) keys: Result<KeyRanges<(), ()>, KeyError>,
    pub(super) options: ScanOptions,
    pub(super) selection: S,
    of: PhantomData<fn() -> (R, O)>,
}

/// The order of a query's rows.
type OrderOf<Q> = <<Q as KeyQuery>::Cost as Cost>::Order;

#[allow(
    clippy::struct_excessive_bools,
    reason = "options of a request, each independent of the others"
)]
#[derive(Clone, Debug, Default)]
pub(super) struct ScanOptions {
    pub(super) filter: Option<RowFilter<()>>,
    pub(super) limit: Option<u64>,
    pub(super) offset: u64,
    pub(super) caching: Option<u32>,
    pub(super) reversed: bool,
    pub(super) newest_first: bool,
    pub(super) unordered: bool,
    pub(super) time_range: TimeRange,
    pub(super) on_undecodable: OnUndecodable,
    pub(super) max_concurrent_scans: Option<usize>,
    /// The periods of a table whose name contains a date.
    pub(super) dates: Option<PeriodRange>,
    /// Whether only the current generation of each table is read.
    pub(super) current: bool,
    /// The cursor of the position at which the rows begin.
    pub(super) after: Option<Box<str>>,
    /// Whether the limit is that of a page.
    pub(super) is_page: bool,
    /// Whether the timeout applies to each wait for rows, even if the position moves.
    pub(super) waits_for_rows: bool,
}

impl<R, O> ScanRequest<R, Whole<R>, O> {
    fn new<Q: KeyQuery<Row = R>>(connection: Connection, query: Q) -> Self {
        Self {
            connection,
            keys: query.into_ranges().map(KeyRanges::untyped),
            options: ScanOptions::default(),
            selection: Whole::new(),
            of: PhantomData,
        }
    }

    /// A scan of the tables of these periods.
    pub(in crate::db) fn dated<Q: KeyQuery<Row = R>>(
        connection: Connection,
        dates: Result<PeriodRange, CodecError>,
        query: Q,
    ) -> Self
    where
        R: Table,
    {
        let mut request = Self::new(connection, query);
        match dates {
            Ok(dates) => request.options.dates = Some(dates),
            Err(error) => request.keys = Err(KeyError::scan(R::SCHEMA.row, error)),
        }
        request
    }
}

impl<R: Table, S, O> ScanRequest<R, S, O> {
    /// Returns only rows that pass the filter: `Call::DURATION_S.gt(60)`. With several filters, a row
    /// must pass all. The compared columns are read even if they are not selected.
    pub fn filter(mut self, filter: RowFilter<R>) -> Self {
        let filter = filter.untyped();
        self.options.filter = Some(match self.options.filter.take() {
            None => filter,
            Some(before) => before & filter,
        });
        self
    }

    /// Reads only the rows of the last recomputation of each table, by
    /// [`recompute`](crate::db::DatedTables::recompute): the old ones or the new ones, never both. A
    /// table that was never recomputed is read as it is.
    ///
    /// The generation is read before the first row of a table and after its last one.
    ///
    /// # Errors
    /// The rows end with [`Error::Request`](crate::Error::Request) if a table was recomputed while it was read and its
    /// old rows may be gone: read the rows of that table once more. With a backend without time ranges, they end with
    /// [`ErrorKind::Unsupported`](crate::ErrorKind).
    pub fn current(mut self) -> Self
    where
        R: DatedTable,
    {
        self.options.current = true;
        self
    }

    setter!(limit(rows: u64) in options "Returns at most `rows` rows.");

    /// Skips the first `rows` rows, which are read nevertheless: to read a table page by page, use
    /// [`page`](Self::page).
    pub fn offset(mut self, rows: u64) -> Self {
        self.options.offset = rows;
        self
    }

    /// Returns the newest `rows` rows: [`newest_first`](Self::newest_first) with a limit.
    ///
    /// The scan must return its rows in the order of their keys: it is not `unordered`, no skip scan, and not `.all()` of a
    /// salted table.
    pub fn latest(self, rows: u64) -> Self
    where
        R: NewestFirst,
        O: InKeyOrder,
    {
        self.newest_first().limit(rows)
    }

    /// Returns the rows newest first, by the time in the row key.
    ///
    /// The key's layout (`reverse_ts`) determines the direction of the scan. All key parts before
    /// the time must have a single value.
    ///
    /// The scan must return its rows in the order of their keys: it is not `unordered`, no skip scan, and not `.all()` of a
    /// salted table.
    pub fn newest_first(mut self) -> Self
    where
        R: NewestFirst,
        O: InKeyOrder,
    {
        self.options.newest_first = true;
        self
    }

    /// Returns the rows in descending key order. An `unordered` scan has no order, and a skip scan only the ascending one.
    pub fn reversed(mut self) -> Self
    where
        O: Reversible,
    {
        self.options.reversed = !self.options.reversed;
        self
    }

    /// Reads the table region by region, up to
    /// [`max_concurrent_scans`](Self::max_concurrent_scans) regions concurrently, and returns the
    /// rows as they are read: those of one region in the order of their keys, those of several in
    /// turn. A full scan is then as fast as the region servers together, rather than one by one.
    ///
    /// Each row is returned exactly once, even while regions are split, merged or moved: the split
    /// points are read before the first row, and only divide the query's ranges. The batches in
    /// memory hold [`Limits::scan_bytes`](crate::Limits::scan_bytes) together, approximately. A
    /// [limit](Self::limit) returns any rows of the query, an [offset](Self::offset) skips any; there
    /// are no pages. The embedded store divides a table by the split points that it was created with.
    ///
    /// Batches are read in tasks of the runtime. Dropping the rows cancels them.
    ///
    /// ```
    /// # use hbase_schema::{Error, HTable};
    /// #[derive(HTable, Debug, PartialEq)]
    /// #[table("DLQX:WEATHER_DATA", splits = ["city 3", "city 6"])]
    /// #[family("D1")]
    /// struct Weather { #[rowkey] city: String, rain_mm: u32 }
    /// # #[tokio::main(flavor = "current_thread")]
    /// # async fn main() -> Result<(), Error> {
    /// # let db = hbase_schema::connect("memory:").await?;
    /// # db.create_table::<Weather>().await?;
    /// # db.put_many((0..9).map(|n| Weather { city: format!("city {n}"), rain_mm: n })).await?;
    /// let mut rows = db.scan(Weather::scan().all()).unordered().rows();
    /// let mut rain_mm = 0;
    /// while let Some(row) = rows.next().await {
    ///     rain_mm += row?.rain_mm;
    /// }
    /// assert_eq!(rain_mm, 36);
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    /// [`Error::Request`](crate::Error::Request) from the call that reads the rows, together with
    /// [`reversed`](Self::reversed) or [`newest_first`](Self::newest_first).
    pub fn unordered(mut self) -> ScanRequest<R, S, NoOrder> {
        self.options.unordered = true;
        self.with_selection(|selection| selection)
    }

    /// Continues a scan at a cursor: one of [`Rows::position`](super::rows::Rows::position), with the rows
    /// that were not returned then, or one of a [page](Self::page), with the rows after it. The query must
    /// be the same; the selected columns may differ. With a position, [`limit`](Self::limit) and
    /// [`offset`](Self::offset) count from the start of the scan: repeat them, and both runs together return the rows
    /// of one. The cursor of a page counts no rows: the limit applies to the rows after it, and the offset applied to
    /// the first page.
    ///
    /// # Errors
    /// From the call that reads the rows: [`Error::Cursor`](crate::Error::Cursor) for a cursor that is
    /// damaged, or belongs to another query or another layout of the table;
    /// [`Error::Request`](crate::Error::Request) together with `current` or `page_after`.
    pub fn after(mut self, cursor: impl AsRef<str>) -> Self
    where
        O: HasOrder,
    {
        self.options.after = Some(cursor.as_ref().into());
        self
    }

    /// Reads only cells with a timestamp in this range: of times, of dates, or of numbers if the table's versions are
    /// numbers. With `#[timestamp(day)]` these are the days (UTC) that overlap the range: `from..to` with two times
    /// contains the day of `from`, and that of `to` unless `to` is its midnight. See [`VersionBound`].
    pub fn time_range<V: VersionBound>(mut self, range: impl RangeBounds<V>) -> Self {
        self.options.time_range = range_of::<R, V>(&range);
        self
    }

    /// Sets the maximum number of rows per round trip, which only affects speed. By default, only bytes
    /// bound batches, and the first one of the native client has at most 1000 rows.
    pub fn caching(mut self, rows: u32) -> Self {
        self.options.caching = Some(rows);
        self
    }

    /// Sets the maximum number of concurrent scans of this request.
    pub fn max_concurrent_scans(mut self, scans: usize) -> Self {
        self.options.max_concurrent_scans = Some(scans);
        self
    }

    /// Sets the handling of rows that do not decode.
    pub fn on_undecodable(mut self, what: OnUndecodable) -> Self {
        self.options.on_undecodable = what;
        self
    }

    setter!(timeout "Sets the timeout of each wait for rows or for the [position](super::rows::Rows::position) to move; for [`first`](Self::first) and [`page`](Self::page), of each wait for rows.");

    /// Sets the timeout of [`count`](Self::count), [`first`](Self::first), [`page`](Self::page) or
    /// [`Rows::collect`](super::rows::Rows::collect) as a whole:
    /// [`Limits::operation_timeout`](crate::Limits::operation_timeout) by default.
    pub fn operation_timeout(mut self, timeout: Duration) -> Self {
        self.connection.options.operation_timeout = timeout;
        self
    }

    /// Reads only these columns: a token yields its field's type, a tuple of tokens a tuple. Rows
    /// without any of them are not returned, unless a filter reads another column of theirs.
    pub fn columns<C: ColumnSet<R>>(self, columns: C) -> ScanRequest<R, C::Cells, O> {
        self.with_selection(|_| columns.cells())
    }

    /// Reads the rows as a narrower struct that derives the same table.
    pub fn select<T: Table>(self) -> ScanRequest<R, Whole<T>, O> {
        self.with_selection(|_| Whole::new())
    }

    /// Reads up to `most` versions of each row, as one `Vec` per row, newest first. Cells with the same timestamp are
    /// one version. [`limit`](Self::limit) still counts rows.
    pub fn versions(self, most: u32) -> ScanRequest<R, Versions<S>, O>
    where
        R: KeepsVersions,
    {
        self.with_selection(|of| Versions { of, most })
    }

    fn with_selection<S2, O2>(self, selection: impl FnOnce(S) -> S2) -> ScanRequest<R, S2, O2> {
        ScanRequest {
            connection: self.connection,
            keys: self.keys,
            options: self.options,
            selection: selection(self.selection),
            of: PhantomData,
        }
    }
}

debug_fields!(ScanRequest[R, S, O]: keys, options);
