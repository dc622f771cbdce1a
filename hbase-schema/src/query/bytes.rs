//! Converts the bytes of parts to ranges of rows.
//!
//! The stop row of a prefix is its byte-wise successor. A part with a value ends with its separator. Text before a
//! separator has no ranges, except before a NUL byte or, inverted, before a byte 255: `user1_` sorts after `user10_`.

use std::ops::{Bound, RangeBounds};

use hbase_backend::RowBound;
use hbase_backend::scan::prefix_successor;
use hbase_model::layout::{DESC_TERMINATOR, MAX_KEY};
use hbase_model::{CustomEncoding, Encoding, KeySink, PartLayout};

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

    /// The bytes with this prefix.
    pub(super) fn starting_with(prefix: &[u8]) -> Self {
        let end = prefix_successor(prefix);
        Self {
            low: Bound::Included(KeyBuf::from_slice(prefix)),
            high: end.map_or(Bound::Unbounded, |end| {
                Bound::Excluded(KeyBuf::from_slice(&end))
            }),
        }
    }

    /// These bytes.
    pub(super) fn of_value(value: &[u8]) -> Self {
        let value = KeyBuf::from_slice(value);
        Self {
            low: Bound::Included(value.clone()),
            high: Bound::Included(value),
        }
    }

    /// Whether a part's bytes are within the bounds.
    pub(super) fn contain(&self, part: &[u8]) -> bool {
        let bounds = (self.low.as_ref(), self.high.as_ref());
        let bounds = (bounds.0.map(|low| &**low), bounds.1.map(|high| &**high));
        RangeBounds::<[u8]>::contains(&bounds, part)
    }

    /// The same bounds for a part of this layout, in the order of keys. The separator after a part of varying length takes
    /// part in this order.
    pub(super) fn before_end_of(self, part: &PartLayout) -> Self {
        let is_text = match part.encoding {
            Encoding::Text { width: None, .. } | Encoding::Bytes { width: None } => true,
            Encoding::Escaped(_)
            | Encoding::Labels { .. }
            | Encoding::Custom(CustomEncoding { width: None, .. }) => false,
            _ => return self,
        };
        match (part.is_desc_terminated(), part.separator.as_deref()) {
            (true, _) if is_text => self.cut_at_terminator().before_terminator(),
            (true, _) => self.before_terminator(),
            (false, Some([0])) if is_text => self.cut_at_nul().before_nul(),
            (false, Some([0])) => self.before_nul(),
            _ => self,
        }
    }

    /// The same bounds for inverted values before a byte 255. In this order, a value sorts after all values that it starts,
    /// so the bounds contain the terminator.
    fn before_terminator(self) -> Self {
        let end = |mut bytes: KeyBuf| {
            bytes.put(&[DESC_TERMINATOR]);
            bytes
        };
        Self {
            low: self.low.map(end),
            high: self.high.map(end),
        }
    }

    /// The same bounds for inverted values that cannot contain a byte 255: they are between `a` and the next value.
    fn cut_at_terminator(self) -> Self {
        self.cut_at(DESC_TERMINATOR, Bound::Included, Bound::Excluded)
    }

    /// The same bounds for values before a NUL byte. They need no successor: the keys of `user1` continue with the NUL byte, and
    /// sort before `user1\x01`, the next text.
    fn before_nul(self) -> Self {
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
    fn cut_at_nul(self) -> Self {
        self.cut_at(0, Bound::Excluded, Bound::Included)
    }

    /// The bounds up to the first byte `end` that they contain; `low` and `high` make such bounds.
    fn cut_at(
        self,
        end: u8,
        low: fn(KeyBuf) -> Bound<KeyBuf>,
        high: fn(KeyBuf) -> Bound<KeyBuf>,
    ) -> Self {
        let cut = |bound: Bound<KeyBuf>, cut: fn(KeyBuf) -> Bound<KeyBuf>| match bound {
            Bound::Included(bytes) | Bound::Excluded(bytes) if bytes.contains(&end) => {
                let at = bytes.iter().position(|byte| *byte == end);
                cut(KeyBuf::from_slice(&bytes[..at.unwrap_or(bytes.len())]))
            }
            bound => bound,
        };
        Self {
            low: cut(self.low, low),
            high: cut(self.high, high),
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

/// The parts of a key after those with a single value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Rest {
    /// None.
    Empty,
    /// One, whose bytes end the key.
    LastPart,
    /// Several, or one with a terminator.
    Longer,
}

/// The bytes of a key's first parts.
pub(super) struct Base {
    /// The parts with their separators.
    pub(super) bytes: Vec<u8>,
    /// The length of a key that has no further part, if later parts may be left out; otherwise the length of `bytes`.
    pub(super) bare: usize,
}

/// The rows whose keys have the prefix `base`, followed by `tail`, and `rest` of the key; `None` if no such row can exist.
pub(super) fn rows_at(base: Base, tail: &Tail, rest: Rest) -> Option<RowRange> {
    let Base { mut bytes, bare } = base;
    match tail {
        Tail::Empty => None,
        _ if rest == Rest::Empty => {
            bytes.truncate(bare);
            // No row has an empty key, and as a bound it would mean "unbounded".
            (!bytes.is_empty()).then(|| RowRange::point(bytes))
        }
        Tail::Any | Tail::WholeTable => Some(from_bare(&bytes, bare)),
        Tail::Prefix(prefix) => Some(within(&[&*bytes, prefix].concat())),
        Tail::Range(bounds) => {
            let all = from_bare(&bytes, bare);
            between(all, &bytes, bounds, rest == Rest::LastPart)
        }
    }
}

/// The rows whose keys have the prefix `bytes`, and the row whose key is only its first `bare` bytes.
fn from_bare(bytes: &[u8], bare: usize) -> RowRange {
    RowRange {
        start: start_at(bytes[..bare].to_vec()),
        ..within(bytes)
    }
}

/// The rows whose keys have the prefix `base`.
pub(super) fn within(base: &[u8]) -> RowRange {
    RowRange {
        start: start_at(base.to_vec()),
        stop: prefix_successor(base).map_or(RowBound::Unbounded, RowBound::Excluded),
    }
}

/// Of the rows `all`, whose keys have the prefix `base`, those with a part within `bounds` after it. If it is the
/// `last` part, its bytes end the key.
fn between(all: RowRange, base: &[u8], bounds: &PartBounds, last: bool) -> Option<RowRange> {
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

#[cfg(test)]
mod tests {
    use std::borrow::Cow;

    use super::*;

    const TEXT: Encoding = Encoding::Text {
        width: None,
        pad: None,
    };

    fn buf(bytes: &[u8]) -> KeyBuf {
        KeyBuf::from_slice(bytes)
    }

    fn included(low: &[u8], high: &[u8]) -> PartBounds {
        PartBounds {
            low: Bound::Included(buf(low)),
            high: Bound::Included(buf(high)),
        }
    }

    fn excluded(low: &[u8], high: &[u8]) -> PartBounds {
        PartBounds {
            low: Bound::Excluded(buf(low)),
            high: Bound::Excluded(buf(high)),
        }
    }

    fn terminated(encoding: Encoding, desc: bool, terminator: u8) -> PartLayout {
        PartLayout {
            desc,
            terminated: true,
            separator: Some(Cow::Owned(vec![terminator])),
            ..PartLayout::plain("part".into(), encoding)
        }
    }

    #[test]
    fn bounds_before_a_nul_byte_need_no_successor() {
        let part = terminated(TEXT, false, 0);
        let bounds = included(b"a", b"b").before_end_of(&part);
        assert_eq!(bounds.low, Bound::Included(buf(b"a")));
        assert_eq!(bounds.high, Bound::Excluded(buf(b"b\x01")));
        let bounds = excluded(b"a", b"b").before_end_of(&part);
        assert_eq!(bounds.low, Bound::Included(buf(b"a\x01")));
        assert_eq!(bounds.high, Bound::Excluded(buf(b"b")));
        // No value contains a NUL byte: `a\0b` is between `a` and the next one.
        let bounds = included(b"a\0b", b"c\0d").before_end_of(&part);
        assert_eq!(
            bounds,
            PartBounds {
                low: Bound::Included(buf(b"a\x01")),
                high: Bound::Excluded(buf(b"c\x01")),
            }
        );
        // The bytes of a user's own encoding are as they are.
        let own = Encoding::Custom(CustomEncoding::new("Own"));
        let bounds = included(b"a\0b", b"c").before_end_of(&terminated(own, false, 0));
        assert_eq!(bounds.low, Bound::Included(buf(b"a\0b")));
        assert_eq!(bounds.high, Bound::Excluded(buf(b"c\x01")));
    }

    #[test]
    fn bounds_before_an_inverted_terminator_contain_it() {
        let part = terminated(TEXT, true, 255);
        let bounds = included(b"a", b"b").before_end_of(&part);
        assert_eq!(bounds, included(b"a\xff", b"b\xff"));
        let bounds = included(b"a\xffb", b"c\xffd").before_end_of(&part);
        assert_eq!(
            bounds,
            PartBounds {
                low: Bound::Included(buf(b"a\xff")),
                high: Bound::Excluded(buf(b"c\xff")),
            }
        );
        let own = Encoding::Custom(CustomEncoding::new("Own"));
        let bounds = included(b"a\xffb", b"c").before_end_of(&terminated(own, true, 255));
        assert_eq!(bounds, included(b"a\xffb\xff", b"c\xff"));
    }

    #[test]
    fn other_parts_keep_their_bounds() {
        let fixed = Encoding::Text {
            width: Some(2),
            pad: None,
        };
        let bounds = || included(b"a\0", b"b\xff");
        for part in [
            PartLayout::plain("part".into(), TEXT),
            terminated(TEXT, false, b'|'),
            terminated(fixed, false, 0),
        ] {
            assert_eq!(bounds().before_end_of(&part), bounds(), "{part:?}");
        }
    }

    #[test]
    fn bounds_are_identified_by_their_kinds_and_bytes() {
        let identity = PartBounds {
            low: Bound::Unbounded,
            high: Bound::Excluded(buf(b"ab")),
        };
        assert_eq!(
            identity.identity(),
            [0, 0, 0, 0, 0, 2, 0, 0, 0, 2, b'a', b'b']
        );
        let identity = included(b"a", b"").identity();
        assert_eq!(identity, [1, 0, 0, 0, 1, b'a', 1, 0, 0, 0, 0]);
    }

    #[test]
    fn bytes_with_a_prefix_end_before_its_successor() {
        let bounds = PartBounds::starting_with(b"ab");
        assert!(bounds.contain(b"ab") && bounds.contain(b"ab\xff\xff"));
        assert!(!bounds.contain(b"aa\xff") && !bounds.contain(b"ac"));
        assert_eq!(PartBounds::starting_with(b"\xff").high, Bound::Unbounded);
        let value = PartBounds::of_value(b"ab");
        assert!(value.contain(b"ab") && !value.contain(b"ab\0") && !value.contain(b"a"));
    }

    fn at(bytes: &[u8], bare: usize, tail: &Tail, rest: Rest) -> Option<RowRange> {
        let bytes = bytes.to_vec();
        rows_at(Base { bytes, bare }, tail, rest)
    }

    fn rows(start: &[u8], stop: &[u8]) -> RowRange {
        RowRange {
            start: RowBound::Included(start.to_vec()),
            stop: RowBound::Excluded(stop.to_vec()),
        }
    }

    #[test]
    fn rows_have_the_parts_with_a_value_and_what_follows() {
        let prefix = Tail::Prefix(buf(b"x"));
        assert_eq!(
            at(b"a_", 2, &prefix, Rest::Longer),
            Some(rows(b"a_x", b"a_y"))
        );
        assert_eq!(
            at(b"a_", 2, &Tail::Any, Rest::Longer),
            Some(rows(b"a_", b"a`"))
        );
        // The key without further parts has no separator.
        assert_eq!(
            at(b"a_", 1, &Tail::Any, Rest::Longer),
            Some(rows(b"a", b"a`"))
        );
        for rest in [Rest::Empty, Rest::LastPart, Rest::Longer] {
            assert_eq!(at(b"a_", 2, &Tail::Empty, rest), None, "{rest:?}");
        }
        let whole = RowRange::point(b"a".to_vec());
        assert_eq!(at(b"a_", 1, &Tail::Any, Rest::Empty), Some(whole));
        assert_eq!(at(b"", 0, &Tail::Any, Rest::Empty), None);
        assert_eq!(
            at(b"", 0, &Tail::WholeTable, Rest::Longer),
            Some(RowRange::ALL)
        );
    }

    #[test]
    fn a_range_of_the_last_part_is_one_of_whole_keys() {
        let of = |bounds: PartBounds, rest| at(b"a", 1, &Tail::Range(bounds), rest);
        assert_eq!(
            of(included(b"3", b"5"), Rest::LastPart),
            Some(rows(b"a3", b"a5\0"))
        );
        assert_eq!(
            of(included(b"3", b"5"), Rest::Longer),
            Some(rows(b"a3", b"a6"))
        );
        assert_eq!(
            of(excluded(b"3", b"5"), Rest::LastPart),
            Some(rows(b"a3\0", b"a5"))
        );
        assert_eq!(
            of(excluded(b"3", b"5"), Rest::Longer),
            Some(rows(b"a4", b"a5"))
        );
        assert_eq!(
            of(PartBounds::UNBOUNDED, Rest::Longer),
            Some(rows(b"a", b"b"))
        );
        // Without any key.
        assert_eq!(of(excluded(b"4", b"5"), Rest::Longer), None);
        assert_eq!(of(included(b"5", b"3"), Rest::LastPart), None);
    }

    #[test]
    fn no_key_extends_one_of_the_maximum_length() {
        let long = vec![b'x'; MAX_KEY];
        let longer = [&*long, b"\0"].concat();
        let mut next = long.clone();
        next[MAX_KEY - 1] += 1;
        assert_eq!(after(long.clone(), true), Some(next));
        let short = long[1..].to_vec();
        assert_eq!(after(short.clone(), true), Some(longer[1..].to_vec()));
        assert_eq!(after(vec![255], false), None);
    }
}
