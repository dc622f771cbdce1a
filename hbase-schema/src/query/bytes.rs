//! Converts the bytes of parts to ranges of rows.

use std::ops::Bound;

use hbase_model::RowBound;
use hbase_model::layout::MAX_KEY;
use hbase_model::scan::prefix_successor;

use super::ranges::{RowRange, key_of};
use crate::key::KeyBuf;

/// A range of a part's bytes.
#[derive(Clone, Debug)]
pub(super) struct PartBounds {
    pub(super) low: Bound<KeyBuf>,
    pub(super) high: Bound<KeyBuf>,
}

impl PartBounds {
    pub(super) const UNBOUNDED: Self = Self {
        low: Bound::Unbounded,
        high: Bound::Unbounded,
    };
}

/// The rows whose keys have the prefix `base`.
pub(super) fn within(base: &[u8]) -> RowRange {
    RowRange {
        start: start_at(base.to_vec()),
        stop: prefix_successor(base).map_or(RowBound::Unbounded, RowBound::Excluded),
    }
}

/// The rows whose keys have the prefix `base`, followed by a part within `bounds`. If it is the
/// `last` part, its bytes end the key.
pub(super) fn between(base: &[u8], bounds: &PartBounds, last: bool) -> Option<RowRange> {
    let all = within(base);
    let key = |part: &KeyBuf| [base, part].concat();
    let start = match &bounds.low {
        Bound::Unbounded => all.start,
        Bound::Included(low) => start_at(key(low)),
        Bound::Excluded(low) => start_at(after(key(low), last)?),
    };
    let stop = match &bounds.high {
        Bound::Unbounded => all.stop,
        Bound::Included(high) => {
            after(key(high), last).map_or(RowBound::Unbounded, RowBound::Excluded)
        }
        Bound::Excluded(high) => RowBound::Excluded(key(high)),
    };
    let range = RowRange { start, stop };
    (!is_empty(&range)).then_some(range)
}

/// The first key after `key`, if that is a whole key, or after all keys with this prefix.
fn after(mut key: Vec<u8>, whole: bool) -> Option<Vec<u8>> {
    // No key extends one of the maximum length.
    if !whole || key.len() >= MAX_KEY {
        return prefix_successor(&key);
    }
    key.push(0);
    Some(key)
}

fn start_at(key: Vec<u8>) -> RowBound {
    if key.is_empty() {
        return RowBound::Unbounded;
    }
    RowBound::Included(key)
}

fn is_empty(range: &RowRange) -> bool {
    match &range.stop {
        RowBound::Excluded(stop) => key_of(&range.start) >= stop.as_slice(),
        _ => false,
    }
}
