//! Ranges of rows, and the queries that resolve to them.

use std::fmt;
use std::marker::PhantomData;
use std::sync::Arc;

use hbase_model::RowBound;
use hbase_model::printable::Printable;

use super::check::PartCheck;
use super::cost::Cost;
use super::matches::Matches;
use crate::key::KeyError;

/// A range of row keys.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct RowRange {
    /// The smallest key.
    pub start: RowBound,
    /// The largest key.
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

    /// Whether the range contains `key`.
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

impl RowRange {
    /// The range, divided at those of the ascending `points` that lie within it.
    pub(crate) fn divided_at(self, points: &[Vec<u8>]) -> Vec<Self> {
        let first = points.partition_point(|point| point.as_slice() <= key_of(&self.start));
        let rest = &points[first..];
        let end = rest.partition_point(|point| match &self.stop {
            RowBound::Unbounded => true,
            RowBound::Included(stop) => point <= stop,
            RowBound::Excluded(stop) => point < stop,
        });
        let mut ranges = Vec::with_capacity(end + 1);
        let mut start = self.start;
        for point in &rest[..end] {
            let stop = RowBound::Excluded(point.clone());
            ranges.push(Self { start, stop });
            start = RowBound::Included(point.clone());
        }
        ranges.push(Self {
            start,
            stop: self.stop,
        });
        ranges
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

/// The rows that a query reads, with its cost in its type.
pub struct KeyRanges<R, C> {
    pub(crate) ranges: Vec<RowRange>,
    pub(crate) checks: Vec<PartCheck>,
    pub(crate) given: usize,
    /// Which rows of the ranges a skip scan jumps to.
    pub(crate) matches: Option<Arc<Matches>>,
    /// How many of the checks, the last ones, the matches ensure.
    pub(crate) ensured: usize,
    of: PhantomData<fn() -> (R, C)>,
}

// Not derived: derives would bound `R` and `C`, of which no value is contained.

impl<R, C> Clone for KeyRanges<R, C> {
    fn clone(&self) -> Self {
        Self {
            ranges: self.ranges.clone(),
            checks: self.checks.clone(),
            given: self.given,
            matches: self.matches.clone(),
            ensured: self.ensured,
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

    /// The same ranges, of which a skip scan reads the matches. They ensure the last `ensured` checks.
    pub(super) fn skipping(mut self, matches: Matches, ensured: usize) -> Self {
        self.matches = Some(Arc::new(matches));
        self.ensured = ensured;
        self
    }

    /// The ranges, ascending and disjoint; empty if no row can match, as for a range whose lower
    /// bound is above the upper one. Those of a skip scan also contain other rows, which its filter
    /// jumps over and the [checks](Self::checks) reject.
    pub fn as_slice(&self) -> &[RowRange] {
        &self.ranges
    }

    /// The checks of each row's key beyond its range.
    pub fn checks(&self) -> &[PartCheck] {
        &self.checks
    }

    /// The number of leading key parts with a single value.
    pub const fn given_parts(&self) -> usize {
        self.given
    }

    /// The maximum number of ranges; `None` for the whole table.
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
        (self.ranges, self.checks)
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
    /// [`KeyError`] if a value does not fit its part, or two values of a part contradict.
    fn into_ranges(self) -> Result<KeyRanges<Self::Row, Self::Cost>, KeyError>;
}

/// A bound's key; empty if it is unbounded.
pub(crate) fn key_of(bound: &RowBound) -> &[u8] {
    match bound {
        RowBound::Included(key) | RowBound::Excluded(key) => key,
        RowBound::Unbounded => &[],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const KEYS: [&[u8]; 6] = [b"a", b"b", b"b\0", b"c", b"cc", b"d"];

    fn bounds() -> impl Iterator<Item = RowBound> {
        let each = KEYS.iter().map(|key| key.to_vec());
        let each = each.flat_map(|key| [RowBound::Included(key.clone()), RowBound::Excluded(key)]);
        each.chain([RowBound::Unbounded])
    }

    /// Every range at every set of split points.
    #[test]
    fn a_divided_range_has_each_key_once_and_no_part_without_one() {
        let ranges = bounds().flat_map(|start| {
            bounds().map(move |stop| RowRange {
                start: start.clone(),
                stop,
            })
        });
        for (range, set) in ranges.flat_map(|range| (0..64).map(move |set| (range.clone(), set))) {
            let chosen = KEYS.iter().enumerate().filter(|(n, _)| set >> n & 1 == 1);
            let points: Vec<Vec<u8>> = chosen.map(|(_, key)| key.to_vec()).collect();
            let divided = range.clone().divided_at(&points);
            for key in KEYS {
                let parts = divided.iter().filter(|part| part.contains(key)).count();
                let expected = usize::from(range.contains(key));
                assert_eq!(parts, expected, "{key:?} in {range:?} at {points:?}");
            }
            let within = points.iter().filter(|point| range.contains(point));
            let starts = within.filter(|point| range.start != RowBound::Included((*point).clone()));
            assert_eq!(divided.len(), starts.count() + 1, "{range:?} at {points:?}");
        }
    }
}
