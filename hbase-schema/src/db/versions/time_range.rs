//! Cells' timestamps for times: the times themselves, or the starts of a table's periods.

use std::ops::{Bound, RangeBounds};

use hbase_backend::TimeRange;

use crate::cell::VersionBound;
use crate::table::Table;

/// The error of a write whose version is `None`.
pub(in crate::db) const NO_VERSION: &str =
    "a `None` as the version: give the version, or leave it out for the server's time";

/// The timestamps in a range of times, dates or numbers.
///
/// If the table's versions are periods, a range contains those that overlap it: its start is rounded down to its
/// period's start. The end needs no rounding, because a period starts before each of its times. An excluded start,
/// which only a pair of [`Bound`]s can have, excludes its period.
pub(in crate::db) fn range_of<R: Table, V: VersionBound>(range: &impl RangeBounds<V>) -> TimeRange {
    let min = match range.start_bound() {
        Bound::Included(from) => first(from),
        Bound::Excluded(from) => past(from),
        Bound::Unbounded => None,
    };
    let max = match range.end_bound() {
        Bound::Included(to) => past(to),
        Bound::Excluded(to) => first(to),
        Bound::Unbounded => None,
    };
    let found = TimeRange {
        min: min.unwrap_or(i64::MIN),
        max: max.unwrap_or(i64::MAX),
    };
    let rounded = match range.start_bound() {
        // A range without a time has no period either.
        Bound::Included(from) if found.min < found.max => TimeRange {
            min: start_of::<R, V>(from).unwrap_or(found.min),
            ..found
        },
        _ => found,
    };
    since_1970(rounded)
}

/// The part of a range in which `HBase` has timestamps: no timestamp is below 0. A range with swapped bounds keeps
/// them, for the error.
fn since_1970(range: TimeRange) -> TimeRange {
    let TimeRange { min, max } = range;
    if min > max {
        return range;
    }
    TimeRange {
        min: min.max(0),
        max: max.max(0),
    }
}

/// The timestamp of one version: a time finer than a millisecond is rounded down, and a time whose
/// period has no start, outside of the calendar, is left as it is.
pub(in crate::db) fn version_of<R: Table, V: VersionBound>(version: &V) -> Option<i64> {
    let (timestamp, _) = version.to_bound()?;
    Some(start_of::<R, V>(version).unwrap_or(timestamp))
}

/// The last timestamp that a value covers.
pub(in crate::db) fn last_of<V: VersionBound>(version: &V) -> Option<i64> {
    let (timestamp, _) = version.to_bound()?;
    Some(timestamp.saturating_add(V::LENGTH - 1))
}

/// The start of the period of a value, if the table's versions are periods.
fn start_of<R: Table, V: VersionBound>(value: &V) -> Option<i64> {
    let (timestamp, _) = value.to_bound()?;
    R::SCHEMA.period?.start_of(timestamp).ok()
}

/// The first timestamp that is not before a value.
fn first<V: VersionBound>(value: &V) -> Option<i64> {
    let (timestamp, is_later) = value.to_bound()?;
    Some(timestamp.saturating_add(is_later.into()))
}

/// The first timestamp after a value.
fn past<V: VersionBound>(value: &V) -> Option<i64> {
    let (timestamp, is_later) = value.to_bound()?;
    Some(timestamp.saturating_add(if is_later { 1 } else { V::LENGTH }))
}
