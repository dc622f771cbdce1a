//! The ranges of rows of a query.

use std::fmt;
use std::marker::PhantomData;
use std::sync::Arc;

use super::check::{PartCheck, in_order};
use super::cost::Cost;
use super::match_patterns;
use super::matches::Matches;
use super::pattern::Pattern;
use super::row_range::RowRange;
use super::times::Times;
use crate::debug::cloneable;

/// The rows that a query reads, with its cost in its type.
pub struct KeyRanges<R, C> {
    pub(crate) ranges: Vec<RowRange>,
    pub(crate) checks: Vec<PartCheck>,
    pub(crate) given: usize,
    /// The rows of the ranges that the scan jumps to.
    pub(crate) matches: Option<Arc<Matches>>,
    /// The number of checks, counted from the last one, that the matches ensure.
    pub(crate) ensured: usize,
    /// The bytes of the `given` parts, with their separators, without the salt.
    pub(super) prefix: Vec<u8>,
    /// Patterns that rows must fit, besides the ranges; none if any row fits.
    pub(crate) patterns: Arc<[Pattern]>,
    /// The times of ranges on a time with `align`.
    pub(crate) times: Option<Arc<Times>>,
    of: PhantomData<fn() -> (R, C)>,
}

// Not derived: derives would bound `R` and `C`, although no value of them is contained.

cloneable!(KeyRanges[R, C]: ranges, checks, given, matches, ensured, prefix, patterns, times, of);

impl<R, C> fmt::Debug for KeyRanges<R, C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("KeyRanges")
            .field("ranges", &self.ranges)
            .field("checks", &self.checks)
            .field("given", &self.given)
            .field("matches", &self.matches)
            .field("ensured", &self.ensured)
            .field("prefix", &self.prefix)
            .field("patterns", &self.patterns)
            .field("times", &self.times)
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
            && self.times == other.times
    }
}

impl KeyRanges<(), ()> {
    pub(super) fn new(ranges: Vec<RowRange>, checks: Vec<PartCheck>, given: usize) -> Self {
        Self {
            ranges,
            checks,
            given,
            matches: None,
            ensured: 0,
            prefix: Vec::new(),
            patterns: Arc::default(),
            times: None,
            of: PhantomData,
        }
    }

    /// The same ranges, whose given parts have these bytes.
    pub(super) fn with_prefix(mut self, prefix: &[u8]) -> Self {
        self.prefix = prefix.to_vec();
        self
    }

    /// The same ranges, which select these times.
    pub(super) fn with_times(mut self, times: Option<Times>) -> Self {
        self.times = times.map(|times| Arc::new(times.sorted()));
        self
    }

    /// The same ranges, of whose rows those match that pass these checks.
    ///
    /// Beside ranges that a filter selects, the server tests no patterns: that filter may be left out where a scan
    /// reads one of the ranges alone, and of a skip scan, the bytes before the open parts are not those of all its ranges.
    pub(super) fn matching(mut self, checks: Vec<PartCheck>) -> Self {
        let patterns = match self.matches {
            None => match_patterns::of(&checks, self.given, &self.prefix),
            Some(_) => Vec::new(),
        };
        let mut checks = in_order(checks);
        let is_possible = checks.iter().all(PartCheck::is_possible);
        // The last checks are those that the matches ensure.
        checks.append(&mut self.checks);
        self.checks = checks;
        if !patterns.is_empty() {
            self.patterns = patterns.into();
        }
        if !is_possible {
            self.ranges.clear();
            self.matches = None;
        }
        self
    }

    /// The same ranges with a row type and a cost.
    pub(super) fn typed<R, C>(self) -> KeyRanges<R, C> {
        self.retyped()
    }

    /// The same ranges, of which a scan reads the matches. They ensure the last `ensured` checks.
    pub(super) fn with_matches(mut self, matches: Matches, ensured: usize) -> Self {
        self.matches = Some(Arc::new(matches));
        self.ensured = ensured;
        self
    }
}

impl<R, C: Cost> KeyRanges<R, C> {
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

    /// The ranges and the checks.
    pub fn into_parts(self) -> (Vec<RowRange>, Vec<PartCheck>) {
        (self.listed().to_vec(), self.checks)
    }
}

impl<R, C> KeyRanges<R, C> {
    /// The same ranges without row type and cost: functions on them are compiled once.
    pub(crate) fn untyped(self) -> KeyRanges<(), ()> {
        self.retyped()
    }

    /// The same ranges with another row type and cost.
    fn retyped<S, D>(self) -> KeyRanges<S, D> {
        KeyRanges {
            ranges: self.ranges,
            checks: self.checks,
            given: self.given,
            matches: self.matches,
            ensured: self.ensured,
            prefix: self.prefix,
            patterns: self.patterns,
            times: self.times,
            of: PhantomData,
        }
    }

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
