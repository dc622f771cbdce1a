//! From the bytes of parts to ranges of rows.

use hbase_model::RowBound;
use hbase_model::layout::MAX_KEY;
use hbase_model::scan::prefix_successor;

use super::ranges::RowRange;
use crate::key::KeyBuf;

/// The bounds of a part's bytes, and whether each is in the range.
#[derive(Clone, Debug, Default)]
pub(super) struct Edges {
    pub(super) low: Option<(KeyBuf, bool)>,
    pub(super) high: Option<(KeyBuf, bool)>,
}

/// The rows that start with `base`.
pub(super) fn within(base: &[u8]) -> RowRange {
    RowRange {
        start: start_at(base.to_vec()),
        stop: prefix_successor(base).map_or(RowBound::Unbounded, RowBound::Excluded),
    }
}

/// The rows that start with `base` and go on within `edges`.
pub(super) fn between(base: &[u8], edges: &Edges, last: bool) -> Option<RowRange> {
    let all = within(base);
    let start = match &edges.low {
        None => all.start,
        Some((bytes, true)) => start_at([base, &**bytes].concat()),
        Some((bytes, false)) => start_at(after([base, &**bytes].concat(), last)?),
    };
    let stop = match &edges.high {
        None => all.stop,
        Some((bytes, false)) => RowBound::Excluded([base, &**bytes].concat()),
        Some((bytes, true)) => {
            after([base, &**bytes].concat(), last).map_or(RowBound::Unbounded, RowBound::Excluded)
        }
    };
    let range = RowRange { start, stop };
    (!is_empty(&range)).then_some(range)
}

/// The first key after `key`, where it is whole, or after all keys that start with it.
fn after(mut key: Vec<u8>, whole: bool) -> Option<Vec<u8>> {
    // Nothing can follow upon the longest key that there is.
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

pub(super) fn start_key(range: &RowRange) -> &[u8] {
    match &range.start {
        RowBound::Included(key) | RowBound::Excluded(key) => key,
        RowBound::Unbounded => &[],
    }
}

fn is_empty(range: &RowRange) -> bool {
    match &range.stop {
        RowBound::Excluded(stop) => start_key(range) >= stop.as_slice(),
        _ => false,
    }
}
