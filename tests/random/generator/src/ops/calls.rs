//! Calls of dates, dynamic columns, entries and indexes, as data.

use std::ops::Bound;

use crate::spec::Unit;
use crate::value::Value;

use super::{Filter, Row};

/// A date, or a range of dates, in milliseconds since 1970.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dates {
    /// A date.
    One(i64),
    /// `..`.
    All,
    /// `from..`.
    From(i64),
    /// `..to`.
    To(i64),
    /// `from..to`.
    Within(i64, i64),
    /// `from..=to`.
    Through(i64, i64),
}

/// A call on tables by date.
#[derive(Clone, Debug, PartialEq)]
pub enum DatedCall {
    /// `create`.
    Create(Dates),
    /// `drop_tables`.
    Drop(Dates),
    /// `truncate`.
    Truncate(Dates),
    /// `list`.
    List,
    /// `recompute`.
    Recompute(i64, Vec<Row>),
}

impl Dates {
    /// The first millisecond, and the first millisecond after the dates. An inclusive range contains the whole period of
    /// its last date.
    fn bounds(self, unit: Unit) -> (i64, i64) {
        match self {
            Self::One(date) => (unit.start(date), unit.end(date)),
            Self::All => (i64::MIN, i64::MAX),
            Self::From(from) => (from, i64::MAX),
            Self::To(to) => (i64::MIN, to),
            Self::Within(from, to) => (from, to),
            Self::Through(from, to) => (from, unit.end(to)),
        }
    }

    /// Whether a part of the period that starts at `start` is within the dates.
    pub fn overlap(self, unit: Unit, start: i64) -> bool {
        let (from, to) = self.bounds(unit);
        from < to && start < to && from < unit.end(start)
    }

    /// Whether the whole period is within the dates.
    pub fn contain(self, unit: Unit, start: i64) -> bool {
        let (from, to) = self.bounds(unit);
        from <= start && unit.end(start) <= to
    }
}

/// A call on dynamic columns.
#[derive(Clone, Debug, PartialEq)]
pub enum DynamicCall {
    /// `get`.
    Get(Value),
    /// `get` of the version with this timestamp.
    GetVersion(Value, i64),
    /// `get_many`.
    GetMany(Vec<Value>),
    /// `put`.
    Put(Value, Value),
    /// `put_many`.
    PutMany(Vec<(Value, Value)>),
    /// `increment`.
    Increment(Value, i64),
    /// `increment_many`.
    IncrementMany(Vec<(Value, i64)>),
    /// `set_counter`.
    SetCounter(Value, i64),
    /// `set_counter_many`.
    SetCounters(Vec<(Value, i64)>),
    /// `delete`.
    Delete(Value),
    /// `delete_many`.
    DeleteMany(Vec<Value>),
    /// `stream`.
    Stream(Span),
    /// `qualifiers`.
    Names(Span),
    /// Pages of up to this many columns, read with cursors.
    Pages(Span, usize),
    /// `count`.
    Count(Span),
    /// `delete_range`.
    DeleteRange(Span),
}

/// Selected dynamic columns.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Span {
    /// The range of the names.
    pub range: Option<(Bound<Value>, Bound<Value>)>,
    /// The start of the names: of a text, or the first part of a name of several parts.
    pub prefix: Option<Value>,
    /// The maximum number of columns.
    pub limit: Option<u64>,
}

/// The names of an entry's fields. All of them are indexed.
pub const ENTRY_FIELDS: [&str; 4] = ["sender", "size", "sent", "code"];

/// A call on entries.
#[derive(Clone, Debug, PartialEq)]
pub enum EntryCall {
    /// `put`.
    Put(Value),
    /// `delete`.
    Delete(Value),
    /// `delete_id`.
    DeleteId(Value),
    /// `get`.
    Get(Value),
    /// A query, as a stream.
    Stream(EntryQuery),
    /// A query, as pages of up to this many entries, read with cursors.
    Pages(EntryQuery, usize),
    /// `verify`: whether entries and index are consistent.
    Verify,
}

/// A query of entries.
#[derive(Clone, Debug, PartialEq)]
pub struct EntryQuery {
    /// The indexed field.
    pub by: usize,
    /// The selected values.
    pub select: EntryValues,
    /// The maximum number of entries.
    pub limit: Option<u64>,
}

/// The values that a query of entries selects.
#[derive(Clone, Debug, PartialEq)]
pub enum EntryValues {
    /// `equal`.
    Equal(Value),
    /// `range`.
    Range(Bound<Value>, Bound<Value>),
    /// `prefix`.
    Prefix(String),
    /// `all`.
    All,
}

/// A query by an index.
#[derive(Clone, Debug, PartialEq)]
pub struct IndexQuery {
    /// The index, by its number in the table.
    pub index: usize,
    /// The values of the first field.
    pub first: IndexValues,
    /// The values of the second field.
    pub second: Option<IndexValues>,
    /// The filter.
    pub filter: Option<Filter>,
    /// The maximum number of rows.
    pub limit: Option<u64>,
    /// How the rows are read.
    pub read: IndexRead,
}

/// How the rows of a query by an index are read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum IndexRead {
    /// `collect`.
    Rows,
    /// `into_stream`.
    Stream,
    /// `next_page`, until it returns no row.
    Batches,
    /// Pages of up to this many rows, read with cursors.
    Pages(usize),
    /// The columns of a set.
    Set(usize),
}

/// A call on the entries of indexes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum IndexCall {
    /// `clean_up`.
    CleanUp,
    /// `lag`: the number of writes whose old entries wait to be deleted.
    Lag,
    /// `verify`.
    Verify {
        /// The index, by its number in the table.
        index: usize,
        /// Whether it also repairs the index.
        repairs: bool,
    },
    /// `sweep`.
    Sweep {
        /// The index, by its number in the table.
        index: usize,
        /// The minimum age of the entries that it deletes, in milliseconds.
        min_age: i64,
    },
}

/// The entries of an index, as `verify` and `sweep` count them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct EntryCounts {
    /// Entries that rows have.
    pub live: u64,
    /// Entries that no row has, and that were deleted.
    pub deleted: u64,
    /// Entries that no row has, and that were left.
    pub left: u64,
    /// Differences that only writes without the index cause: missing entries, and rows that do not decode or are no
    /// entries.
    pub differences: u64,
}

impl EntryCounts {
    /// Whether each number is within these ones.
    pub(super) fn is_between(&self, least: &Self, most: &Self) -> bool {
        let numbers = |of: &Self| [of.live, of.deleted, of.left, of.differences];
        let bounds = numbers(least).into_iter().zip(numbers(most));
        let mut within = numbers(self).into_iter().zip(bounds);
        within.all(|(number, (least, most))| (least..=most).contains(&number))
    }
}

/// The values of an indexed field that a query selects.
#[derive(Clone, Debug, PartialEq)]
pub enum IndexValues {
    /// `eq`.
    Eq(Value),
    /// `any`.
    Any(Vec<Value>),
    /// `range`.
    Range(Bound<Value>, Bound<Value>),
    /// `prefix`.
    Prefix(String),
}
