//! Queries by an index.

use std::fmt;

use hbase_index::{Rows, ValueRange};
use hbase_model::Get;

use super::calls::IndexedRows;
use super::rows::IndexRows;
use crate::codec::CodecError;
use crate::db::error::Error;
use crate::index::{IndexCondition, IndexRange, IndexSchema, Indexed};

const CALL: &str = "query";

impl<T: Indexed> IndexedRows<T> {
    /// Queries the rows whose indexed value matches: `mails.query(Mail::BY_SENDER.eq("ada"))`. A query
    /// returns each row whose value matched throughout once, with its current columns, in the order of
    /// the values; it is no snapshot across rows.
    ///
    /// It costs a scan of entries and a get of each row. A query of several values ends with an error
    /// after the [`query_limit`](crate::index::Settings#structfield.query_limit) (60 s by default), since
    /// entries of changed rows are deleted so long after.
    pub fn query<F>(&self, condition: IndexCondition<T, F>) -> IndexQuery<'_, T> {
        let (schema, ranges) = condition.into_ranges();
        IndexQuery {
            rows: self,
            schema,
            ranges,
            after: None,
            limit: None,
        }
    }
}

/// A query by an index: made by [`IndexedRows::query`].
#[must_use = "a query is sent when its rows are read"]
pub struct IndexQuery<'i, T> {
    rows: &'i IndexedRows<T>,
    schema: &'static IndexSchema,
    ranges: Result<Vec<IndexRange>, CodecError>,
    after: Option<Vec<u8>>,
    limit: Option<u64>,
}

impl<'i, T: Indexed> IndexQuery<'i, T> {
    /// Maximum rows.
    pub fn limit(mut self, rows: u64) -> Self {
        self.limit = Some(rows);
        self
    }

    /// Continues after the [`position`](IndexRows::position) of an earlier query with the same condition.
    ///
    /// A row whose value changed between the start of the first query and the end of the second one may
    /// be in both or in neither, although each of its values matched; any other row is in one of them. A
    /// position may be used at any time and by any program. A query that is read on, by
    /// [`next_page`](IndexRows::next_page), returns each row once, or fails if it takes too long.
    pub fn after(mut self, position: impl Into<Vec<u8>>) -> Self {
        self.after = Some(position.into());
        self
    }

    /// The rows; an error of the condition is the first of them.
    pub fn rows(self) -> IndexRows<'i, T> {
        let timeout = self.rows.connection.options.timeout;
        let limit = self.limit;
        IndexRows::new(self.start(), limit, timeout)
    }

    fn start(self) -> Result<Rows<'i>, Error> {
        let about = IndexedRows::<T>::about(CALL);
        if let Some(columns) = T::SCHEMA.whole_dynamic().next() {
            return Err(about.request(format_args!(
                "found a map of dynamic columns, {}, which a query by an index would read without a limit: store it in a table of its own",
                columns.field
            )));
        }
        self.rows.check_ttl(CALL, self.schema)?;
        let ranges = self.ranges.map_err(|error| about.request(error))?;
        let ranges = ranges.into_iter().map(range_of).collect();
        let mut get = Get::default();
        T::SCHEMA.add_columns(&mut get.read);
        let index = self.schema.table();
        let rows = self
            .rows
            .table
            .query(&index, ranges, get.read.columns, |_| true);
        let rows = rows.map_err(|error| about.index(error))?;
        let rows = match self.limit {
            Some(limit) => rows.expecting(limit),
            None => rows,
        };
        Ok(match self.after {
            Some(position) => rows.after(position),
            None => rows,
        })
    }
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

impl<T> fmt::Debug for IndexQuery<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("IndexQuery")
            .field("index", &self.schema.table())
            .field("ranges", &self.ranges)
            .field("limit", &self.limit)
            .finish_non_exhaustive()
    }
}
