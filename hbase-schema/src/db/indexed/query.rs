//! Queries by an index.

use std::fmt;
use std::marker::PhantomData;
use std::sync::Arc;
use std::time::Duration;

use hbase_backend::{Filter, ReadOptions};
use hbase_index::{IndexedTable, Rows, ValueRange};

use super::create;
use super::rows::IndexRows;
use crate::codec::CodecError;
use crate::db::connection::Connection;
use crate::db::connection::link::Link;
use crate::db::error::{CallContext, Error};
use crate::db::read::select::{self, ColumnSet, Selection, Whole};
use crate::db::scan::{OnUndecodable, add_filtered};
use crate::db::target::table_ref::TableRef;
use crate::filter::RowFilter;
use crate::index::{IndexCondition, IndexRange, IndexSchema, Indexed};
use crate::table::Table;

const CALL: &str = "query";

impl Connection {
    /// Queries the rows whose indexed value matches: `db.query(Mail::BY_SENDER.eq("ada"))`. A query
    /// returns each row whose value matched throughout once, with its current columns, in the order of the
    /// values. It is not a snapshot across rows.
    ///
    /// It costs a scan of entries and a get of each row. A query of several values ends with an error after the
    /// [`query_limit`](crate::index::Settings#structfield.query_limit) (60 s by default), because entries of changed
    /// rows are deleted after that time.
    pub fn query<T: Indexed, F>(&self, condition: IndexCondition<T, F>) -> IndexQuery<T> {
        let (schema, ranges) = condition.into_ranges();
        IndexQuery {
            connection: self.clone(),
            schema,
            ranges,
            filter: None,
            after: None,
            limit: None,
            on_undecodable: OnUndecodable::Fail,
            selection: Whole::new(),
            of: PhantomData,
        }
    }
}

/// A query by an index: made by [`Connection::query`].
#[must_use = "a query is sent when its rows are read"]
pub struct IndexQuery<T, S = Whole<T>> {
    pub(super) connection: Connection,
    pub(super) schema: &'static IndexSchema,
    pub(super) ranges: Result<Vec<IndexRange>, CodecError>,
    filter: Option<RowFilter<()>>,
    pub(super) after: Option<Vec<u8>>,
    pub(super) limit: Option<u64>,
    pub(super) on_undecodable: OnUndecodable,
    selection: S,
    of: PhantomData<fn() -> T>,
}

impl<T, S> IndexQuery<T, S> {
    setter!(timeout "Sets the timeout of each batch.");

    /// Maximum rows.
    pub fn limit(mut self, rows: u64) -> Self {
        self.limit = Some(rows);
        self
    }

    /// Returns only rows that pass the filter: `Mail::SIZE.gt(60)`. With several filters, a row must pass all. The
    /// server filters the rows that the index finds, and still reads each of them.
    pub fn filter(mut self, filter: RowFilter<T>) -> Self {
        let filter = filter.untyped();
        self.filter = Some(match self.filter.take() {
            None => filter,
            Some(before) => before & filter,
        });
        self
    }

    /// Sets the handling of rows that do not decode. The [`limit`](Self::limit) and the size of a page do not count those
    /// that are skipped.
    pub fn on_undecodable(mut self, what: OnUndecodable) -> Self {
        self.on_undecodable = what;
        self
    }

    /// Reads only these columns, and those of the index: a token yields its field's type, a tuple of tokens a tuple. A row
    /// that lacks all of these columns is returned too, unlike by a scan: the indexed columns show that it exists.
    pub fn columns<C: ColumnSet<T>>(self, columns: C) -> IndexQuery<T, C::Cells> {
        self.with_selection(columns.cells())
    }

    /// Reads the rows as a narrower struct that derives the same table.
    pub fn select<U: Table>(self) -> IndexQuery<T, Whole<U>> {
        self.with_selection(Whole::new())
    }

    pub(super) fn with_selection<S2>(self, selection: S2) -> IndexQuery<T, S2> {
        IndexQuery {
            connection: self.connection,
            schema: self.schema,
            ranges: self.ranges,
            filter: self.filter,
            after: self.after,
            limit: self.limit,
            on_undecodable: self.on_undecodable,
            selection,
            of: PhantomData,
        }
    }

    /// Continues after the [`position`](IndexRows::position) of an earlier query with the same condition.
    ///
    /// A row whose value changed between the start of the first query and the end of the second one may be in both or
    /// in neither, although each of its values matched. With a condition of several values, a row whose old entry is
    /// not deleted yet may be in both too. A position may be used at any time and by any program. A query that is
    /// continued with [`next_page`](IndexRows::next_page) returns each row once, or fails if it takes too long.
    ///
    /// [`page_after`](Self::page_after) returns the rows of old entries once, and checks that the condition is the same.
    pub fn after(mut self, position: impl Into<Vec<u8>>) -> Self {
        self.after = Some(position.into());
        self
    }
}

impl<T: Indexed, S: Selection<T>> IndexQuery<T, S> {
    /// The rows; an error of the condition is the first item.
    pub fn rows(self) -> IndexRows<T, S> {
        let timeout = self.connection.options.timeout;
        let limit = self.limit;
        let filter = self.row_filter();
        let rows = filter.and_then(|filter| self.start(filter, limit));
        let link = Arc::clone(&self.connection.link);
        IndexRows::new(
            rows,
            self.selection,
            limit,
            self.on_undecodable,
            (link, timeout),
        )
    }

    /// Checks that the struct fits the layout of its table.
    pub(super) async fn check_layout(&self) -> Result<(), Error> {
        let options = self.connection.options;
        check_layout::<T>(&self.connection.link, options.timeout).await
    }

    /// The filter as the backend takes it.
    pub(super) fn row_filter(&self) -> Result<Option<Filter>, Error> {
        let about = CallContext::of::<T>(CALL);
        let filter = self.filter.clone().map(RowFilter::into_filter).transpose();
        let filter = filter.map_err(|error| about.request(error))?;
        match &filter {
            Some(filter) if filter.any(&drops_cells) => Err(about.request(
                "found a filter that leaves out cells of a row, expected conditions on columns: the index is compared with the row's cells",
            )),
            _ => Ok(filter),
        }
    }

    pub(super) fn start(
        &self,
        filter: Option<Filter>,
        limit: Option<u64>,
    ) -> Result<Rows<Arc<IndexedTable>>, Error> {
        let about = CallContext::of::<T>(CALL);
        let selected = self.selection.schema();
        select::check(T::SCHEMA, selected, about)?;
        if let Some(columns) = selected.and_then(|schema| schema.whole_dynamic().next()) {
            return Err(about.request(format_args!(
                "found a map of dynamic columns, {}, which a query by an index would read without a limit: store it in a separate table, or select a struct without it",
                columns.field
            )));
        }
        let table = self.connection.indexed_table(T::SCHEMA);
        create::check_ttl(CALL, T::SCHEMA, table.settings(), self.schema)?;
        let ranges = self.ranges.clone().map_err(|error| about.request(error))?;
        let ranges = ranges.into_iter().map(range_of).collect();
        let mut read = ReadOptions::default();
        self.selection.add_columns(&mut read);
        if let Some(filter) = &filter {
            add_filtered(filter, &mut read);
        }
        let rows = table.into_query(&self.schema.table(), ranges, read.columns);
        let rows = rows.map_err(|error| about.index(error))?;
        let is_whole = T::SCHEMA.reads_whole_families(selected, rows.columns());
        let rows = rows.filtered(filter).reading_whole_families(is_whole);
        let rows = match limit {
            Some(limit) => rows.expecting(limit),
            None => rows,
        };
        Ok(match &self.after {
            Some(position) => rows.after(position.clone()),
            None => rows,
        })
    }

    pub(super) fn into_selection(self) -> S {
        self.selection
    }
}

/// Checks that a struct fits the layout of its table.
pub(super) async fn check_layout<T: Table>(link: &Link, timeout: Duration) -> Result<(), Error> {
    let table = TableRef::of(T::SCHEMA, None);
    link.check_layout(&CallContext::table(CALL, &table), timeout)
        .await
}

/// Whether a filter may leave out cells of rows that pass.
fn drops_cells(filter: &Filter) -> bool {
    !matches!(
        filter,
        Filter::And(_) | Filter::Or(_) | Filter::Not(_) | Filter::ColumnValue { .. }
    )
}

fn range_of(range: IndexRange) -> ValueRange {
    match range {
        IndexRange::Value(value) => ValueRange::value(value),
        IndexRange::Leading(start) => ValueRange::prefix(start),
        IndexRange::Between {
            start,
            stop: Some(stop),
        } => ValueRange::between(start, stop),
        IndexRange::Between { start, stop: None } => ValueRange::from(start),
    }
}

impl<T, S> fmt::Debug for IndexQuery<T, S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("IndexQuery")
            .field("index", &self.schema.table())
            .field("ranges", &self.ranges)
            .field("filter", &self.filter)
            .field("limit", &self.limit)
            .finish_non_exhaustive()
    }
}
