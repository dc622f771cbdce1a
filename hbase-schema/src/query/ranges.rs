//! Ranges of rows, and the questions that come to them.

use std::fmt;
use std::marker::PhantomData;

use hbase_model::RowBound;
use hbase_model::printable::Printable;

use super::check::PartCheck;
use super::cost::Cost;
use crate::key::KeyError;

/// Rows from one key to another.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct RowRange {
    /// Where it starts.
    pub start: RowBound,
    /// Where it stops.
    pub stop: RowBound,
}

impl RowRange {
    /// Every row.
    pub const ALL: Self = Self {
        start: RowBound::Unbounded,
        stop: RowBound::Unbounded,
    };

    /// One row.
    pub fn point(key: Vec<u8>) -> Self {
        Self {
            start: RowBound::Included(key.clone()),
            stop: RowBound::Included(key),
        }
    }

    /// Whether a key is in it.
    pub fn contains(&self, key: &[u8]) -> bool {
        let after = match &self.start {
            RowBound::Unbounded => true,
            RowBound::Included(start) => key >= start.as_slice(),
            RowBound::Excluded(start) => key > start.as_slice(),
        };
        after
            && match &self.stop {
                RowBound::Unbounded => true,
                RowBound::Included(stop) => key <= stop.as_slice(),
                RowBound::Excluded(stop) => key < stop.as_slice(),
            }
    }
}

impl fmt::Debug for RowRange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.start {
            RowBound::Unbounded => f.write_str("(…")?,
            RowBound::Included(key) => write!(f, "[{}", Printable(key))?,
            RowBound::Excluded(key) => write!(f, "({}", Printable(key))?,
        }
        match &self.stop {
            RowBound::Unbounded => f.write_str(", …)"),
            RowBound::Included(key) => write!(f, ", {}]", Printable(key)),
            RowBound::Excluded(key) => write!(f, ", {})", Printable(key)),
        }
    }
}

/// The rows that a question asks for, and what it costs in its type.
pub struct KeyRanges<R, C> {
    ranges: Vec<RowRange>,
    checks: Vec<PartCheck>,
    given: usize,
    of: PhantomData<fn() -> (R, C)>,
}

// Written out, for derives would ask the same of the row and of the cost, of which nothing is held.

impl<R, C> Clone for KeyRanges<R, C> {
    fn clone(&self) -> Self {
        Self {
            ranges: self.ranges.clone(),
            checks: self.checks.clone(),
            given: self.given,
            of: PhantomData,
        }
    }
}

impl<R, C> fmt::Debug for KeyRanges<R, C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("KeyRanges")
            .field("ranges", &self.ranges)
            .field("checks", &self.checks)
            .field("given", &self.given)
            .finish()
    }
}

impl<R, C> PartialEq for KeyRanges<R, C> {
    fn eq(&self, other: &Self) -> bool {
        let (ranges, checks) = (&self.ranges, &self.checks);
        *ranges == other.ranges && *checks == other.checks && self.given == other.given
    }
}

impl<R, C: Cost> KeyRanges<R, C> {
    pub(super) fn new(ranges: Vec<RowRange>, checks: Vec<PartCheck>, given: usize) -> Self {
        Self {
            ranges,
            checks,
            given,
            of: PhantomData,
        }
    }

    /// The ranges, in ascending order, none overlapping another. None where nothing can be found,
    /// as between two times of which the later comes first.
    pub fn as_slice(&self) -> &[RowRange] {
        &self.ranges
    }

    /// What is checked of each row beside its place in a range.
    pub fn checks(&self) -> &[PartCheck] {
        &self.checks
    }

    /// How many of the key's parts, from the first on, were given a single value.
    pub const fn given_parts(&self) -> usize {
        self.given
    }

    /// At most how many ranges there can be; `None` for the whole table.
    pub const fn most(&self) -> Option<u32> {
        C::RANGES
    }

    /// The ranges and the checks.
    pub fn into_parts(self) -> (Vec<RowRange>, Vec<PartCheck>) {
        (self.ranges, self.checks)
    }
}

/// A scan builder to which nothing was given: what generic code has of a table's.
pub trait ScanStart: Sized {
    /// The table's row type.
    type Row;
    /// The scan of all rows.
    type All: KeyQuery<Row = Self::Row>;

    /// Asks for the whole table.
    fn all(self) -> Self::All;
}

/// A question about keys: a scan builder that has come far enough to be asked.
pub trait KeyQuery: Sized {
    /// The table's row type.
    type Row;
    /// What it costs.
    type Cost: Cost;

    /// The rows it asks for.
    ///
    /// # Errors
    /// [`KeyError`] where a value that was given does not fit its part, or two contradict.
    fn into_ranges(self) -> Result<KeyRanges<Self::Row, Self::Cost>, KeyError>;
}
