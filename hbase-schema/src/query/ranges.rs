//! The ranges of rows of a query, and the queries that resolve to them.

use std::fmt;
use std::marker::PhantomData;
use std::sync::Arc;

use super::check::PartCheck;
use super::cost::Cost;
use super::matches::Matches;
use super::row_range::RowRange;
use crate::debug::cloneable;
use crate::key::KeyError;

/// The rows that a query reads, with its cost in its type.
pub struct KeyRanges<R, C> {
    pub(crate) ranges: Vec<RowRange>,
    pub(crate) checks: Vec<PartCheck>,
    pub(crate) given: usize,
    /// The rows of the ranges that the scan jumps to.
    pub(crate) matches: Option<Arc<Matches>>,
    /// The number of checks, counted from the last one, that the matches ensure.
    pub(crate) ensured: usize,
    of: PhantomData<fn() -> (R, C)>,
}

// Not derived: derives would bound `R` and `C`, although no value of them is contained.

cloneable!(KeyRanges[R, C]: ranges, checks, given, matches, ensured, of);

impl<R, C> fmt::Debug for KeyRanges<R, C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("KeyRanges")
            .field("ranges", &self.ranges)
            .field("checks", &self.checks)
            .field("given", &self.given)
            .field("matches", &self.matches)
            .field("ensured", &self.ensured)
            .finish()
    }
}

impl<R, C> PartialEq for KeyRanges<R, C> {
    fn eq(&self, other: &Self) -> bool {
        let (ranges, checks) = (&self.ranges, &self.checks);
        *ranges == other.ranges
            && *checks == other.checks
            && self.given == other.given
            && self.matches == other.matches
    }
}

impl<R, C: Cost> KeyRanges<R, C> {
    pub(super) fn new(ranges: Vec<RowRange>, checks: Vec<PartCheck>, given: usize) -> Self {
        Self {
            ranges,
            checks,
            given,
            matches: None,
            ensured: 0,
            of: PhantomData,
        }
    }

    /// The same ranges, of which a scan reads the matches. They ensure the last `ensured` checks.
    pub(super) fn with_matches(mut self, matches: Matches, ensured: usize) -> Self {
        self.matches = Some(Arc::new(matches));
        self.ensured = ensured;
        self
    }

    /// The ranges, ascending and disjoint; empty if no row can match, for example for a range whose lower
    /// bound is above the upper one. Several values or ranges of parts have one each. Those of a skip scan also contain
    /// other rows, which its filter jumps over and the [checks](Self::checks) reject.
    pub fn as_slice(&self) -> &[RowRange] {
        self.listed()
    }

    /// The checks of each row's key beyond its range.
    pub fn checks(&self) -> &[PartCheck] {
        &self.checks
    }

    /// The number of leading key parts with a single value.
    pub const fn given_parts(&self) -> usize {
        self.given
    }

    /// The maximum number of scans; `None` for the whole table, and `u32::MAX` if it depends on the values.
    pub const fn most(&self) -> Option<u32> {
        C::RANGES
    }

    /// The same ranges without row type and cost.
    pub(crate) fn untyped(self) -> KeyRanges<(), ()> {
        KeyRanges {
            ranges: self.ranges,
            checks: self.checks,
            given: self.given,
            matches: self.matches,
            ensured: self.ensured,
            of: PhantomData,
        }
    }

    /// The ranges and the checks.
    pub fn into_parts(self) -> (Vec<RowRange>, Vec<PartCheck>) {
        (self.listed().to_vec(), self.checks)
    }
}

impl<R, C> KeyRanges<R, C> {
    /// Whether the query jumps to matches within its ranges, which are not listed.
    pub(crate) fn is_skip_scan(&self) -> bool {
        let matches = self.matches.as_deref();
        matches.is_some_and(|matches| !matches!(matches, Matches::List(_)))
    }

    /// The ranges, each divided into those of several values or ranges of parts.
    pub(crate) fn listed(&self) -> &[RowRange] {
        match self.matches.as_deref().map(Matches::list) {
            Some([]) | None => &self.ranges,
            Some(list) => list,
        }
    }
}

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
}
