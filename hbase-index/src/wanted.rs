//! The condition of a query by an index.

use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

use hbase_backend::scan::prefix_successor;
use hbase_backend::{Row, RowBound};
use hbase_model::IndexBuckets;

/// A range of indexed values.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ValueRange {
    start: Vec<u8>,
    /// Exclusive; `None` for no end.
    stop: Option<Vec<u8>>,
    is_one_value: bool,
}

impl ValueRange {
    /// One value, by all its bytes.
    pub fn value(value: impl Into<Vec<u8>>) -> Self {
        let start = value.into();
        Self {
            stop: prefix_successor(&start),
            start,
            is_one_value: true,
        }
    }

    /// The values whose bytes start with `prefix`.
    pub fn prefix(prefix: impl Into<Vec<u8>>) -> Self {
        Self {
            is_one_value: false,
            ..Self::value(prefix)
        }
    }

    /// The values from `start`, inclusive, to `stop`, exclusive. A bound is the bytes of a value, or its first
    /// bytes.
    pub fn between(start: impl Into<Vec<u8>>, stop: impl Into<Vec<u8>>) -> Self {
        Self {
            start: start.into(),
            stop: Some(stop.into()),
            is_one_value: false,
        }
    }

    /// The values from `start`, inclusive, on.
    pub fn from(start: impl Into<Vec<u8>>) -> Self {
        Self {
            start: start.into(),
            stop: None,
            is_one_value: false,
        }
    }

    fn has(&self, value: &[u8]) -> bool {
        if self.is_one_value {
            return value == self.start;
        }
        value >= self.start.as_slice()
            && self
                .stop
                .as_ref()
                .is_none_or(|stop| value < stop.as_slice())
    }

    /// The key at which the range ends, exclusive; `None` for no end.
    pub(crate) fn stop(&self) -> Option<&[u8]> {
        self.stop.as_deref()
    }

    /// The keys of the range's entries after the key `after`; `None` if none is left.
    pub(crate) fn after(&self, after: Option<&[u8]>) -> Option<(RowBound, RowBound)> {
        let stop = self.stop.clone();
        let is_over = |after: &[u8]| stop.as_ref().is_some_and(|stop| after >= stop.as_slice());
        let start = match after {
            Some(after) if is_over(after) => return None,
            Some(after) if after >= self.start.as_slice() => RowBound::Excluded(after.to_vec()),
            _ => RowBound::Included(self.start.clone()),
        };
        let stop = stop.map_or(RowBound::Unbounded, RowBound::Excluded);
        Some((start, stop))
    }
}

pub(crate) type Accepts = dyn Fn(&Row) -> bool + Send + Sync;

/// The condition of a query: ranges of one index's values, and a test of the row.
#[derive(Clone)]
pub(crate) struct Wanted {
    index: usize,
    buckets: Option<IndexBuckets>,
    ranges: Vec<ValueRange>,
    accepts: Arc<Accepts>,
}

impl Wanted {
    pub(crate) fn new(
        index: usize,
        buckets: Option<IndexBuckets>,
        mut ranges: Vec<ValueRange>,
        accepts: Arc<Accepts>,
    ) -> Self {
        // In key order, so that one key is the query's position across all ranges.
        ranges.sort();
        Self {
            index,
            buckets,
            ranges,
            accepts,
        }
    }

    pub(crate) fn index(&self) -> usize {
        self.index
    }

    /// Whether more than one value matches.
    pub(crate) fn is_several(&self) -> bool {
        !matches!(self.ranges.as_slice(), [one] if one.is_one_value)
    }

    pub(crate) fn buckets(&self) -> Option<IndexBuckets> {
        self.buckets
    }

    /// The bytes of a value or an entry's key after the byte of its bucket.
    pub(crate) fn without_bucket<'v>(&self, value: &'v [u8]) -> &'v [u8] {
        match self.buckets {
            Some(_) => value.get(1..).unwrap_or_default(),
            None => value,
        }
    }

    /// The position of a row's value in the order of a query.
    pub(crate) fn position_of(&self, value: &[u8], row: &[u8]) -> Vec<u8> {
        [self.without_bucket(value), row].concat()
    }

    /// Whether a value of a row matches.
    pub(crate) fn has(&self, value: &[u8]) -> bool {
        let value = self.without_bucket(value);
        self.ranges.iter().any(|range| range.has(value))
    }

    pub(crate) fn accepts(&self, row: &Row) -> bool {
        (self.accepts)(row)
    }

    pub(crate) fn ranges(&self) -> &[ValueRange] {
        &self.ranges
    }
}

impl fmt::Debug for Wanted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Wanted")
            .field("ranges", &self.ranges)
            .finish_non_exhaustive()
    }
}

impl PartialEq for Wanted {
    fn eq(&self, other: &Self) -> bool {
        self.index == other.index
            && self.ranges == other.ranges
            && Arc::ptr_eq(&self.accepts, &other.accepts)
    }
}

impl Eq for Wanted {}

impl Hash for Wanted {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.ranges.hash(state);
    }
}
