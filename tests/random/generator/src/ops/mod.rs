//! Calls on a table and their results, as data.

mod bulk;
mod calls;
mod choose;
mod dates;
mod dynamic;
mod entries;
mod filters;
mod index;
mod scans;
mod simpler;
mod values;
mod version;

use std::ops::Bound;

use crate::value::Value;

pub use calls::{
    DatedCall, Dates, DynamicCall, ENTRY_FIELDS, EntryCall, EntryCounts, EntryQuery, EntryValues,
    IndexCall, IndexQuery, IndexRead, IndexValues, Span,
};
pub use choose::Chooser;
pub use dynamic::Since;

/// The values of a row: first the key parts and the date of a table by date, then the other fields.
pub type Row = Vec<Value>;

/// A call.
#[derive(Clone, Debug, PartialEq)]
pub enum Op {
    /// `put`.
    Put(Row),
    /// `put_many`.
    PutMany(Vec<Row>),
    /// `put_stream`.
    PutStream(Vec<Row>),
    /// `insert`.
    Insert(Row),
    /// `replace`.
    Replace(Row),
    /// `delete` of a row.
    Delete(Row),
    /// `delete_many`.
    DeleteMany(Vec<Row>),
    /// `get`.
    Get(Row),
    /// `get` of a set of columns.
    GetSet(Row, usize),
    /// `get_many`.
    GetMany(Vec<Row>),
    /// `exists`.
    Exists(Row),
    /// `check`, followed by a write.
    Check(Row, Condition, Then),
    /// `mutate`: changes single columns.
    Mutate(Row, Vec<Change>),
    /// `increment`.
    Increment(Row, usize, i64),
    /// `increment_many`.
    IncrementMany(usize, Vec<(Row, i64)>),
    /// `set_counter_many`.
    SetCounters(usize, Vec<(Row, i64)>),
    /// `append`.
    Append(Row, usize, Value),
    /// Another program, which counts no writes, sets the version of a row; `None` deletes it.
    Rewrite(Row, Option<Value>),
    /// `delete` of a set of columns.
    DeleteSet(Row, usize),
    /// A call on dynamic columns.
    Dynamic(Row, DynamicCall),
    /// `update`: changes the row to another one, or leaves it unchanged.
    Update(Row, Option<Row>),
    /// A query by the index.
    Query(IndexQuery),
    /// A call on the entries of indexes.
    Index(IndexCall),
    /// A call on entries in a row.
    Entries(Row, EntryCall),
    /// A call on tables by date.
    Dated(DatedCall),
    /// `history`.
    History(Row, Option<u32>),
    /// A scan.
    Scan(Scan),
    /// Advances the store's time by this many milliseconds.
    Advance(i64),
}

/// A change of a column: its index in a row, and its new value; `None` deletes the column. For dynamic columns, the value
/// is a map with the changed columns; `Value::None` in the map deletes a column.
pub type Change = (usize, Option<Value>);

/// The condition of a `check`.
#[derive(Clone, Debug, PartialEq)]
pub enum Condition {
    /// A column has a value.
    Is(usize, Value),
    /// The row passes a filter.
    That(Filter),
}

/// The write after a `check`.
#[derive(Clone, Debug, PartialEq)]
pub enum Then {
    /// `put`.
    Put(Row),
    /// `replace`.
    Replace(Row),
    /// `delete`.
    Delete,
    /// `mutate`.
    Mutate(Vec<Change>),
}

/// A scan.
#[derive(Clone, Debug, PartialEq)]
pub struct Scan {
    /// The shape, by its index in the table's shapes.
    pub shape: usize,
    /// The arguments of `salted_by`: the values of the parts that feed the salt.
    pub salts: Vec<Value>,
    /// The dates, for tables by date.
    pub dates: Option<Dates>,
    /// Whether the scan reads only the last recomputation of each table: `current`.
    pub is_current: bool,
    /// The arguments for the key parts.
    pub args: Vec<Arg>,
    /// The argument of the condition.
    pub condition: Option<Arg>,
    /// The filter.
    pub filter: Option<Filter>,
    /// The direction.
    pub direction: Direction,
    /// The maximum number of rows.
    pub limit: Option<u64>,
    /// The number of rows to skip.
    pub offset: u64,
    /// How the rows are read.
    pub read: Read,
}

/// The scan's argument for a key part.
#[derive(Clone, Debug, PartialEq)]
pub enum Arg {
    /// A value.
    Value(Value),
    /// Every other value.
    Other(Value),
    /// A range.
    Range(Bound<Value>, Bound<Value>),
    /// A prefix.
    Prefix(Value),
    /// A domain with all below it.
    Under(Value),
    /// Several values.
    IsIn(Vec<Value>),
    /// Several ranges.
    Ranges(Vec<(Bound<Value>, Bound<Value>)>),
    /// Every value.
    Every,
}

/// The direction of a scan.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    /// Ascending keys.
    Forward,
    /// `reversed`.
    Reversed,
    /// `newest_first`.
    NewestFirst,
    /// `unordered`.
    Unordered,
}

/// How the rows of a scan are read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Read {
    /// `rows`.
    Rows,
    /// `first`.
    First,
    /// `count`.
    Count,
    /// `keys`.
    Keys,
    /// Pages of up to this many rows, read with cursors.
    Pages(usize),
    /// The columns of a set.
    Set(usize),
    /// `delete`.
    Delete,
    /// The dynamic columns of the rows.
    Columns,
}

/// A filter.
#[derive(Clone, Debug, PartialEq)]
pub enum Filter {
    /// A test of the column with this index in a row.
    Column(usize, Test),
    /// Both filters pass.
    And(Box<Self>, Box<Self>),
    /// At least one of the filters passes.
    Or(Box<Self>, Box<Self>),
    /// The filter does not pass.
    Not(Box<Self>),
}

/// A test of a column.
#[derive(Clone, Debug, PartialEq)]
pub enum Test {
    /// A comparison.
    Is(Comparison, Value),
    /// `is_in`.
    In(Vec<Value>),
    /// `between`.
    Between(Bound<Value>, Bound<Value>),
    /// `starts_with`.
    Prefix(String),
    /// `contains`.
    Contains(String),
    /// `is_some`.
    Some,
    /// `is_none`.
    None,
}

/// A comparison.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the names are those of the methods")]
pub enum Comparison {
    Eq,
    Ne,
    Lt,
    Le,
    Gt,
    Ge,
}

/// The result of a call.
#[derive(Clone, Debug, PartialEq)]
pub enum Outcome {
    /// The call succeeded, and returned no value.
    Done,
    /// A number of rows.
    Count(u64),
    /// Whether a condition was true, or whether a row exists.
    Flag(bool),
    /// A counter's value.
    Number(i64),
    /// A row.
    Row(Option<Row>),
    /// A row for each key; `None` for a missing row.
    Found(Vec<Option<Row>>),
    /// Rows in this order.
    Rows(Vec<Row>),
    /// Rows in any order. With a limit, any `min(limit, rows)` of them.
    Any(Vec<Row>, Option<u64>),
    /// The entries of an index. If a result is expected, each number is within these ones.
    Entries(EntryCounts, EntryCounts),
    /// Groups of rows in this order, with the rows of a group in any order. With a limit, the first `limit` rows.
    Sorted(Vec<Vec<Row>>, Option<u64>),
    /// An error of this kind; `*` accepts any error.
    Error(String),
    /// The row was changed after it was read. A `get` of the row as it is now would have this result.
    Changed(Box<Self>),
    /// The number of rows of a batch that were written, and the errors of the others, by their positions.
    Batch(u64, Vec<(u64, Self)>),
    /// The guide does not specify the result, so the tests accept any result.
    Unknown,
}

impl Outcome {
    /// An error of a kind.
    pub fn error(kind: &str) -> Self {
        Self::Error(kind.to_owned())
    }

    /// Whether `found` matches this expected result.
    pub fn accepts(&self, found: &Self) -> bool {
        match (self, found) {
            (Self::Unknown, _) => true,
            (Self::Entries(least, most), Self::Entries(found, _)) => found.is_between(least, most),
            (Self::Error(kind), Self::Error(found)) => kind == "*" || kind == found,
            (Self::Changed(now), Self::Changed(found)) => now.accepts(found),
            (Self::Batch(written, failed), Self::Batch(found, others)) => {
                let mut pairs = failed.iter().zip(others);
                written == found
                    && failed.len() == others.len()
                    && pairs
                        .all(|((at, error), (other, found))| at == other && error.accepts(found))
            }
            (Self::Any(all, limit), Self::Rows(rows)) => {
                are_among(rows, all) && rows.len() == limited(all.len(), *limit)
            }
            (Self::Sorted(groups, limit), Self::Rows(rows)) => {
                let mut rest = &rows[..];
                let all = groups.iter().map(Vec::len).sum();
                let are_sorted = groups.iter().all(|group| {
                    let (of_group, later) = rest.split_at(rest.len().min(group.len()));
                    rest = later;
                    are_among(of_group, group)
                });
                are_sorted && rows.len() == limited(all, *limit)
            }
            _ => self == found,
        }
    }
}

/// Whether `all` contains the rows, each as often as they do.
fn are_among(rows: &[Row], all: &[Row]) -> bool {
    let mut rest = all.to_vec();
    rows.iter().all(|row| {
        let at = rest.iter().position(|other| other == row);
        at.map(|at| rest.swap_remove(at)).is_some()
    })
}

/// The number of rows with a limit.
fn limited(all: usize, limit: Option<u64>) -> usize {
    let limit = limit.map(|limit| usize::try_from(limit).unwrap_or(usize::MAX));
    limit.map_or(all, |limit| all.min(limit))
}
