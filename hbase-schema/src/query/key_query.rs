//! Queries by row key, which resolve to ranges of rows, and those that have a condition on key parts.

use std::fmt;

use super::condition::KeyCondition;
use super::cost::{Cost, Matching};
use super::ranges::KeyRanges;
use crate::key::KeyError;

/// A scan builder without key parts, for generic code.
pub trait ScanStart: Sized {
    /// The table's row type.
    type Row;
    /// The scan of all rows.
    type All: KeyQuery<Row = Self::Row>;

    /// Selects the whole table.
    fn all(self) -> Self::All;
}

/// A query by row key: a scan builder with enough key parts.
pub trait KeyQuery: Sized {
    /// The table's row type.
    type Row;
    /// The cost of the query.
    type Cost: Cost;

    /// The ranges of rows that the query reads.
    ///
    /// # Errors
    /// [`KeyError`] if a value does not fit its part, or two values of a part contradict each other.
    fn into_ranges(self) -> Result<KeyRanges<Self::Row, Self::Cost>, KeyError>;

    /// Selects only rows whose key parts match: `Rain::scan().day(10..20).matching(Rain::HOUR.eq(12))`.
    ///
    /// The condition may be on any parts, also after a range. The scan reads the same ranges, and its cost is
    /// [`Matching`]. The server tests a condition if the part has a fixed offset in the ranges, and jumps over rows
    /// that do not match; otherwise the client drops them. A scan builder has this method too, so that only generic code
    /// needs the trait.
    fn matching(self, condition: KeyCondition<Self::Row>) -> MatchingQuery<Self> {
        MatchingQuery::new(self, condition)
    }
}

/// A query with a condition on key parts: made by [`KeyQuery::matching`].
#[must_use = "a scan does nothing until its rows are read"]
pub struct MatchingQuery<Q: KeyQuery> {
    query: Q,
    condition: KeyCondition<Q::Row>,
}

impl<Q: KeyQuery + Clone> Clone for MatchingQuery<Q> {
    fn clone(&self) -> Self {
        Self {
            query: self.query.clone(),
            condition: self.condition.clone(),
        }
    }
}

impl<Q: KeyQuery + fmt::Debug> fmt::Debug for MatchingQuery<Q> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("MatchingQuery")
            .field("query", &self.query)
            .field("condition", &self.condition)
            .finish()
    }
}

impl<Q: KeyQuery> MatchingQuery<Q> {
    pub(super) const fn new(query: Q, condition: KeyCondition<Q::Row>) -> Self {
        Self { query, condition }
    }

    /// Selects only rows that match this condition too.
    pub fn matching(mut self, condition: KeyCondition<Q::Row>) -> Self {
        self.condition = self.condition & condition;
        self
    }

    /// The ranges of rows that the scan reads, with their cost in their type.
    ///
    /// # Errors
    /// Same as [`into_ranges`](KeyQuery::into_ranges).
    pub fn ranges(self) -> Result<KeyRanges<Q::Row, Matching<Q::Cost>>, KeyError> {
        self.into_ranges()
    }
}

impl<Q: KeyQuery> KeyQuery for MatchingQuery<Q> {
    type Row = Q::Row;
    type Cost = Matching<Q::Cost>;

    fn into_ranges(self) -> Result<KeyRanges<Self::Row, Self::Cost>, KeyError> {
        let ranges = self.query.into_ranges()?.untyped();
        Ok(ranges.matching(self.condition.checks?).typed())
    }
}
