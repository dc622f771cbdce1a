//! Ranges of cells' timestamps.

use std::ops::{Bound, RangeBounds};

use hbase_model::TimeRange;

use crate::cell::CellVersion;

/// The timestamps in a range of times or versions.
pub(super) fn range_of<V: CellVersion>(range: &impl RangeBounds<V>) -> TimeRange {
    let number = |version: &V| version.to_timestamp();
    let min = match range.start_bound() {
        Bound::Included(version) => number(version),
        Bound::Excluded(version) => number(version).map(|number| number.saturating_add(1)),
        Bound::Unbounded => None,
    };
    let max = match range.end_bound() {
        Bound::Included(version) => number(version).map(|number| number.saturating_add(1)),
        Bound::Excluded(version) => number(version),
        Bound::Unbounded => None,
    };
    TimeRange {
        min: min.unwrap_or(0),
        max: max.unwrap_or(i64::MAX),
    }
}
