//! Converts the bytes of parts to ranges of rows.
//!
//! The stop row of a prefix is its byte-wise successor. A part with a value ends with its separator. Text before a
//! separator has no ranges, except before a NUL byte: `user1_` sorts after `user10_`.

use std::ops::{Bound, RangeBounds};

use hbase_backend::RowBound;
use hbase_backend::scan::prefix_successor;
use hbase_model::KeySink;
use hbase_model::layout::MAX_KEY;

use super::row_range::{RowRange, key_of};
use crate::key::KeyBuf;

/// A range of a part's bytes.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct PartBounds {
    pub(super) low: Bound<KeyBuf>,
    pub(super) high: Bound<KeyBuf>,
}

impl PartBounds {
    pub(super) const UNBOUNDED: Self = Self {
        low: Bound::Unbounded,
        high: Bound::Unbounded,
    };

    /// Whether a part's bytes are within the bounds.
    pub(super) fn contain(&self, part: &[u8]) -> bool {
        let bounds = (self.low.as_ref(), self.high.as_ref());
        let bounds = (bounds.0.map(|low| &**low), bounds.1.map(|high| &**high));
        RangeBounds::<[u8]>::contains(&bounds, part)
    }

    /// The same bounds for values before a NUL byte. They need no successor: the keys of `user1` continue with the NUL byte, and
    /// sort before `user1\x01`, the next text.
    pub(super) fn before_nul(self) -> Self {
        let low = match self.low {
            Bound::Excluded(bytes) => Bound::Included(next(bytes)),
            low => low,
        };
        let high = match self.high {
            Bound::Included(bytes) => Bound::Excluded(next(bytes)),
            high => high,
        };
        Self { low, high }
    }

    /// The same bounds for values that cannot contain a NUL byte: `a\0b` is between `a` and the next value.
    pub(super) fn cut_at_nul(self) -> Self {
        let cut = |bound: Bound<KeyBuf>, cut: fn(KeyBuf) -> Bound<KeyBuf>| match bound {
            Bound::Included(bytes) | Bound::Excluded(bytes) if bytes.contains(&0) => {
                let end = bytes.iter().position(|byte| *byte == 0);
                cut(KeyBuf::from_slice(&bytes[..end.unwrap_or(bytes.len())]))
            }
            bound => bound,
        };
        Self {
            low: cut(self.low, Bound::Excluded),
            high: cut(self.high, Bound::Included),
        }
    }

    /// Bytes that identify the bounds: for each its kind (0 unbounded, 1 inclusive, 2 exclusive), its
    /// length in 4 bytes, and its bytes.
    pub(super) fn identity(&self) -> Vec<u8> {
        let mut out = Vec::new();
        for bound in [&self.low, &self.high] {
            let (kind, bytes): (u8, &[u8]) = match bound {
                Bound::Unbounded => (0, &[]),
                Bound::Included(bytes) => (1, bytes),
                Bound::Excluded(bytes) => (2, bytes),
            };
            out.push(kind);
            let len = u32::try_from(bytes.len()).unwrap_or(u32::MAX);
            out.extend_from_slice(&len.to_be_bytes());
            out.extend_from_slice(bytes);
        }
        out
    }
}

/// The first value after this one, if no value contains a NUL byte.
fn next(mut bytes: KeyBuf) -> KeyBuf {
    bytes.put(&[1]);
    bytes
}

/// The constraint after the parts with a single value.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Tail {
    /// None.
    Any,
    /// A range on the next part, in the order of its bytes.
    Range(PartBounds),
    /// A range without values.
    Empty,
    /// A prefix of the next part.
    Prefix(KeyBuf),
    /// No part is set: the whole table, or all rows with the known salt.
    WholeTable,
}

/// The rows whose keys have the prefix `base`, followed by `tail`, for which `left` parts of the key are left; `None`
/// if no such row can exist.
pub(super) fn rows_at(base: Vec<u8>, tail: &Tail, left: usize) -> Option<RowRange> {
    match tail {
        // No row has an empty key, and as a bound it would mean "unbounded".
        Tail::Any if left == 0 => (!base.is_empty()).then(|| RowRange::point(base)),
        Tail::Any | Tail::WholeTable => Some(within(&base)),
        Tail::Prefix(prefix) => Some(within(&[&*base, prefix].concat())),
        Tail::Range(bounds) => between(&base, bounds, left == 1),
        Tail::Empty => None,
    }
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
