//! The dynamic columns of many rows.

use std::collections::VecDeque;
use std::ops::RangeBounds;

use hbase_backend::Row;

use super::chunks::{Chunks, Each};
use super::cut::Cut;
use super::decode;
use super::read::FamilyRead;
use super::selected::Selected;
use super::source::{STREAM_CELLS, Source};
use super::tables::PeriodTables;
use crate::cell::{DecodeCell, VersionBound};
use crate::codec::CodecError;
use crate::db::connection::Connection;
use crate::db::dated::dates::PeriodRange;
use crate::db::error::{CallContext, Error};
use crate::db::paging::stream::ItemStream;
use crate::db::target::table_ref::TableRef;
use crate::debug::debug_fields;
use crate::dynamic::{DynamicColumns, DynamicTypes, Qualifier, QualifierBound, QualifierPrefix};
use crate::key::{DecodeKey, KeyError, decode_dated};
use crate::query::{KeyQuery, KeyRanges};
use crate::table::{FixedName, KeyOf, Table};

impl Connection {
    /// The dynamic columns of the rows of a query, such as `MailBox::scan().user(prefix("a"))`, for
    /// rows of any width: a page or a stream of columns, each with its row's key.
    ///
    /// Rows are read one after the other as partial rows, in the order of their bytes, salt included. `HBase` cannot
    /// combine partial rows with filters of rows, so the request has no filter.
    ///
    /// ```
    /// # use hbase_schema::{Dynamic, Error, HTable};
    /// # #[derive(HTable)]
    /// # #[table("DLQX:SENSOR_DATA")]
    /// # #[family("V")]
    /// # struct Sensor { #[rowkey] name: String, #[column(dynamic)] values: Dynamic<u64, u32> }
    /// # #[tokio::main(flavor = "current_thread")]
    /// # async fn main() -> Result<(), Error> {
    /// # let db = hbase_schema::connect("memory:").await?;
    /// # db.create_table::<Sensor>().await?;
    /// for name in ["east", "north"] {
    ///     let key = SensorKey { name: name.into() };
    ///     db.dynamic(&key, Sensor::VALUES).put_many((0..100).map(|n| (n, 7))).await?;
    /// }
    /// let scan = || db.dynamic_scan(Sensor::scan().all(), Sensor::VALUES).range(90..);
    /// let page = scan().page(15).await?;
    /// let (key, second, _) = &page.items[14];
    /// assert_eq!((key.name.as_str(), *second), ("north", 94));
    /// let page = scan().page_after(page.next.unwrap(), 15).await?;
    /// assert_eq!((page.items.len(), page.next), (5, None));
    /// # Ok(())
    /// # }
    /// ```
    pub fn dynamic_scan<Q, F, C>(
        &self,
        query: Q,
        columns: DynamicColumns<Q::Row, F, C>,
    ) -> DynamicScan<Q::Row, F, C>
    where
        Q: KeyQuery,
        Q::Row: FixedName,
        F: DynamicTypes,
    {
        DynamicScan::new(self.clone(), query, columns)
    }
}

/// A request for the dynamic columns of many rows: created by [`Connection::dynamic_scan`].
#[must_use = "a request does nothing until its columns are read"]
pub struct DynamicScan<R, F, C> {
    pub(super) connection: Connection,
    keys: Result<KeyRanges<(), ()>, KeyError>,
    pub(super) selected: Selected<R, F, C>,
    /// The periods of a table whose name contains a date.
    pub(super) dates: Option<PeriodRange>,
}

/// A column of a row: the row's key, the qualifier, the value.
pub(super) type ColumnOf<R, F> = (
    KeyOf<R>,
    <F as DynamicTypes>::Qualifier,
    <F as DynamicTypes>::Value,
);

impl<R: Table, F: DynamicTypes, C> DynamicScan<R, F, C> {
    pub(super) fn new<Q: KeyQuery<Row = R>>(
        connection: Connection,
        query: Q,
        columns: DynamicColumns<R, F, C>,
    ) -> Self {
        Self {
            connection,
            keys: query.into_ranges().map(KeyRanges::untyped),
            selected: Selected::all(columns),
            dates: None,
        }
    }

    /// Reads the tables of these periods.
    pub(super) fn of_dates(mut self, dates: Result<PeriodRange, CodecError>) -> Self {
        match dates {
            Ok(dates) => self.dates = Some(dates),
            Err(error) => self.keys = Err(KeyError::scan(R::SCHEMA.row, error)),
        }
        self
    }

    /// Selects a range of each row's columns: see [`DynamicRequest::range`].
    ///
    /// [`DynamicRequest::range`]: super::DynamicRequest::range
    #[allow(
        clippy::needless_pass_by_value,
        reason = "a range, written where it is passed"
    )]
    pub fn range<B: QualifierBound<F::Qualifier>>(mut self, range: impl RangeBounds<B>) -> Self {
        self.selected = self.selected.in_range(&range);
        self
    }

    /// Selects the columns whose qualifiers start with this: see [`DynamicRequest::prefix`].
    ///
    /// [`DynamicRequest::prefix`]: super::DynamicRequest::prefix
    #[allow(
        clippy::needless_pass_by_value,
        reason = "a prefix, written where it is passed"
    )]
    pub fn prefix(mut self, prefix: impl QualifierPrefix<F::Qualifier>) -> Self {
        self.selected = self.selected.with_prefix(&prefix);
        self
    }

    /// Reads only cells with a timestamp in this range.
    pub fn time_range<V: VersionBound>(mut self, range: impl RangeBounds<V>) -> Self {
        self.selected = self.selected.within(&range);
        self
    }

    setter!(limit(columns: u64) in selected "Returns at most `columns` columns of all rows together, the first ones.");

    setter!(timeout);

    /// How the columns are selected by their times.
    fn cut(&self, about: CallContext<'_>, keys: &KeyRanges<(), ()>) -> Result<Option<Cut>, Error> {
        let columns = self.selected.token.schema();
        let cut = Cut::of(columns, R::SCHEMA.key, keys.times.as_ref());
        let Some(endless) = cut.as_ref().and_then(Cut::endless) else {
            return Ok(cut);
        };
        let part = &endless.name;
        Err(about.request(format_args!(
            "the scan must find the time in each key, and cannot: only the type of `{part}` finds the end of `{part}`: give \
             the encoding a fixed `WIDTH`, or select whole rows by `..`, and filter the columns"
        )))
    }

    pub(super) fn source(&self, call: &'static str) -> Result<Source, Error> {
        let about = CallContext::of::<R>(call);
        let keys = self.keys.as_ref();
        let keys = keys.map_err(|error| about.key_error(error.clone()))?;
        if keys.is_skip_scan() {
            return Err(about.request(
                "a skip scan, which finds whole rows, together with dynamic columns, which are read in pieces: scan the keys first, and read the columns of each by `dynamic`",
            ));
        }
        let span = self.selected.span(about)?;
        let cut = self.cut(about, keys)?;
        let ranges = match &cut {
            _ if span.is_empty() => Vec::new(),
            Some(cut) => cut.divide(keys.listed()),
            None => keys.listed().to_vec(),
        };
        let only = self.dates.and_then(PeriodRange::only);
        let mut source = Source {
            read: FamilyRead {
                connection: self.connection.clone(),
                call,
                table: TableRef::of(R::SCHEMA, only),
                family: self.selected.token.family(),
                time_range: self.selected.time_range,
                keys_only: false,
            },
            ranges: VecDeque::new(),
            span,
            within: None,
            cut,
            checks: keys.checks.clone(),
            most: STREAM_CELLS,
            tables: None,
        };
        match self.dates {
            Some(dates) => source.tables = Some(PeriodTables::new(R::SCHEMA, dates, ranges)),
            None => source.ranges = ranges.into(),
        }
        Ok(source)
    }
}

impl<R, F, C> DynamicScan<R, F, C>
where
    R: Table + 'static,
    KeyOf<R>: for<'k> DecodeKey<'k>,
    F: DynamicTypes<Qualifier: Qualifier, Value: for<'r> DecodeCell<'r, C>>,
{
    /// The columns, as a stream of row keys, qualifiers and values.
    pub fn stream(self) -> ItemStream<ColumnOf<R, F>>
    where
        F: 'static,
        C: 'static,
        KeyOf<R>: Send + 'static,
        F::Qualifier: Send,
        F::Value: Send,
    {
        let (about, token) = (CallContext::of::<R>("dynamic_scan"), self.selected.token);
        let columns = self.source(about.call).map(|source| {
            let cut = source.cut.clone();
            Chunks::new(source, self.selected.limit, move |row, table, each| {
                each_column(token, row, (about.call, table), cut.as_ref(), each);
            })
        });
        ItemStream::new(about, &self.connection, columns)
    }
}

/// Decodes the columns of a partial row that have one of the times, each with the row's key.
pub(super) fn each_column<R, F, C>(
    token: DynamicColumns<R, F, C>,
    row: &Row,
    (call, table): (&'static str, &TableRef),
    cut: Option<&Cut>,
    each: &mut Each<'_, ColumnOf<R, F>>,
) where
    R: Table,
    KeyOf<R>: for<'k> DecodeKey<'k>,
    F: DynamicTypes<Qualifier: Qualifier, Value: for<'r> DecodeCell<'r, C>>,
{
    let about = CallContext::table(call, table);
    decode::values(token, row, cut, about, &mut |cell, column| {
        let column = column.and_then(|(qualifier, value)| {
            let key = decode_dated(cell.row, table.period());
            let key = key.map_err(|error| about.key_error(error))?;
            Ok((key, qualifier, value))
        });
        each(cell, column);
    });
}

debug_fields!(DynamicScan[R, F, C]: keys, selected);
