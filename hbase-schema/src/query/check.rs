//! Checks of each row's key beyond its range.

mod identity;
mod starts;

use hbase_model::layout::Pad;
use hbase_model::printable::Printable;
use hbase_model::{Encoding, KeyLayout};

use super::bytes::PartBounds;
use identity::sorted;

pub(super) use starts::Start;

/// The value or the prefix that a key part must have: the range also contains rows of other values.
#[derive(Clone, PartialEq)]
pub struct PartCheck {
    layout: &'static KeyLayout,
    index: usize,
    expected: Expected,
    /// Whether a key passes that does not have the table's layout, so that decoding it reports the error.
    passes_malformed: bool,
}

#[derive(Clone, PartialEq)]
enum Expected {
    Value(Vec<u8>),
    /// A prefix that the bytes after a shorter value could complete.
    Prefix(Vec<u8>),
    /// A range of the part's bytes.
    Range(PartBounds),
    /// One of these values, which ascend.
    In(Vec<Vec<u8>>),
    /// None of these values, which ascend.
    NotIn(Vec<Vec<u8>>),
    /// A list with an element that starts with one of these bytes, which ascend and have one length.
    Contains {
        width: usize,
        starts: Vec<Vec<u8>>,
    },
    /// All checks of at least one of these lists. They may be of several parts.
    AnyOf(Vec<Vec<PartCheck>>),
}

impl PartCheck {
    /// Whether it passes one value of this part alone.
    pub(crate) fn is_value_of(&self, part: usize) -> bool {
        self.index == part && matches!(self.expected, Expected::Value(_))
    }

    /// The index of its part.
    pub(super) fn part(&self) -> usize {
        self.index
    }

    /// The layout of the keys.
    pub(super) fn layout(&self) -> &'static KeyLayout {
        self.layout
    }

    const fn new(layout: &'static KeyLayout, index: usize, expected: Expected) -> Self {
        Self {
            layout,
            index,
            expected,
            passes_malformed: false,
        }
    }

    pub(super) fn value(layout: &'static KeyLayout, index: usize, bytes: Vec<u8>) -> Self {
        Self::new(layout, index, Expected::Value(bytes))
    }

    /// The check of a prefix; `None` if the range itself ensures it.
    pub(super) fn prefix(layout: &'static KeyLayout, index: usize, prefix: &[u8]) -> Option<Self> {
        let part = layout.parts.get(index)?;
        let closed_early = part.separator.as_deref().is_some_and(|separator| {
            (1..separator.len()).any(|len| prefix.ends_with(&separator[..len]))
        });
        let padded = pad(&part.encoding).is_some_and(|pad| prefix.last() == Some(&pad));
        let last = index + 1 == layout.parts.len();
        let open = part.is_open() && !last;
        (closed_early || padded || open)
            .then(|| Self::new(layout, index, Expected::Prefix(prefix.to_vec())))
    }

    /// The check of the lists, of which one must pass; none if they contain no check.
    pub(super) fn any_of(mut lists: Vec<Vec<Self>>) -> Vec<Self> {
        lists = sorted(lists);
        let first = lists.iter().flatten().next();
        let place = first.map(|check| (check.layout, check.index));
        let check = place.map(|(layout, index)| Self::new(layout, index, Expected::AnyOf(lists)));
        Vec::from_iter(check)
    }

    /// The check of several values.
    pub(super) fn is_in(
        layout: &'static KeyLayout,
        index: usize,
        mut values: Vec<Vec<u8>>,
    ) -> Self {
        values.sort();
        values.dedup();
        let only = if values.len() == 1 {
            values.pop()
        } else {
            None
        };
        Self::new(
            layout,
            index,
            only.map_or(Expected::In(values), Expected::Value),
        )
    }

    /// The check that the part has another value.
    pub(super) fn not_in(
        layout: &'static KeyLayout,
        index: usize,
        mut values: Vec<Vec<u8>>,
    ) -> Self {
        values.sort();
        Self::new(layout, index, Expected::NotIn(values))
    }

    /// The check of a list, of which an element of this width starts with one of `starts`, which have one length.
    pub(super) fn contains(
        layout: &'static KeyLayout,
        index: usize,
        width: usize,
        mut starts: Vec<Vec<u8>>,
    ) -> Self {
        starts.sort();
        starts.dedup();
        Self::new(layout, index, Expected::Contains { width, starts })
    }

    /// The check of several ranges of the part's bytes.
    pub(super) fn ranges(
        layout: &'static KeyLayout,
        index: usize,
        mut ranges: Vec<PartBounds>,
    ) -> Self {
        if ranges.len() == 1
            && let Some(bounds) = ranges.pop()
        {
            return Self::range(layout, index, bounds);
        }
        let ranges = ranges.into_iter();
        let lists = ranges.map(|bounds| vec![Self::range(layout, index, bounds)]);
        Self::new(layout, index, Expected::AnyOf(sorted(lists.collect())))
    }

    /// The check of a range of the part's bytes.
    pub(super) fn range(layout: &'static KeyLayout, index: usize, bounds: PartBounds) -> Self {
        Self::new(layout, index, Expected::Range(bounds))
    }

    /// The check of a prefix, even if ranges would ensure it.
    pub(super) fn every_prefix(layout: &'static KeyLayout, index: usize, prefix: &[u8]) -> Self {
        Self::new(layout, index, Expected::Prefix(prefix.to_vec()))
    }

    /// The same check as a condition of the user, which does not hide keys that cannot be read.
    pub(super) fn of_condition(mut self) -> Self {
        self.passes_malformed = true;
        self
    }

    /// Whether `key` passes. A key that does not have the table's layout fails, but passes a condition of the user.
    pub fn matches(&self, key: &[u8]) -> bool {
        if let Expected::AnyOf(lists) = &self.expected {
            let passes = |list: &Vec<Self>| list.iter().all(|check| check.matches(key));
            let is_read = || self.layout.part_range(key, self.index).is_ok();
            return lists.iter().any(passes) || self.passes_malformed && !is_read();
        }
        let Ok(range) = self.layout.part_range(key, self.index) else {
            return self.passes_malformed;
        };
        let found = &key[range.clone()];
        match &self.expected {
            Expected::Value(value) => found == value,
            Expected::Prefix(prefix) => self.without_padding(found).starts_with(prefix),
            Expected::Range(bounds) => {
                let part = &self.layout.parts[self.index];
                let end = range.end + usize::from(part.is_desc_terminated());
                bounds.contain(&key[range.start..end.min(key.len())])
            }
            Expected::In(values) => is_among(values, found),
            Expected::NotIn(values) => !is_among(values, found),
            Expected::Contains { width, starts } => {
                let is_read = found.len().is_multiple_of(*width);
                contains(found, *width, starts) || self.passes_malformed && !is_read
            }
            Expected::AnyOf(_) => false,
        }
    }

    fn without_padding<'k>(&self, part: &'k [u8]) -> &'k [u8] {
        let Some(pad) = pad(&self.layout.parts[self.index].encoding) else {
            return part;
        };
        let last = part.iter().rposition(|byte| *byte != pad);
        &part[..last.map_or(0, |last| last + 1)]
    }
}

/// The checks of a condition in one order, whatever the order in which they were written: a cursor of one belongs to the other.
pub(super) fn in_order(checks: Vec<PartCheck>) -> Vec<PartCheck> {
    let lists = checks.into_iter().map(|check| vec![check.of_condition()]);
    sorted(lists.collect()).into_iter().flatten().collect()
}

fn is_among(values: &[Vec<u8>], found: &[u8]) -> bool {
    let found = values.binary_search_by(|value| value.as_slice().cmp(found));
    found.is_ok()
}

fn contains(list: &[u8], width: usize, starts: &[Vec<u8>]) -> bool {
    let length = starts.first().map_or(0, Vec::len);
    let mut elements = list.chunks_exact(width.max(1));
    elements.any(|element| is_among(starts, &element[..length.min(width)]))
}

/// The byte that pads the part after its value.
fn pad(encoding: &Encoding) -> Option<u8> {
    match encoding {
        Encoding::Text {
            pad: Some(Pad::Right(pad)),
            ..
        } => Some(*pad),
        Encoding::Integer { .. }
        | Encoding::JavaInteger { .. }
        | Encoding::JavaFloat { .. }
        | Encoding::JavaBool
        | Encoding::Digits { .. }
        | Encoding::DecimalText { .. }
        | Encoding::Text { .. }
        | Encoding::Escaped(_)
        | Encoding::Labels { .. }
        | Encoding::LengthPrefixed { .. }
        | Encoding::List(_)
        | Encoding::Bytes { .. }
        | Encoding::Bool
        | Encoding::Float { .. }
        | Encoding::Time(_)
        | Encoding::TimeOfDay { .. }
        | Encoding::Ordered(_)
        | Encoding::Custom(_) => None,
    }
}

/// Prints values like `Printable`, in brackets.
struct Values<'v>(&'v [Vec<u8>]);

impl std::fmt::Display for Values<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("[")?;
        for (at, value) in self.0.iter().enumerate() {
            let comma = if at == 0 { "" } else { ", " };
            write!(f, "{comma}{}", Printable(value))?;
        }
        f.write_str("]")
    }
}

impl std::fmt::Debug for PartCheck {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let part = self.layout.parts.get(self.index);
        let name = part.map_or("?", |part| &part.name);
        match &self.expected {
            Expected::Value(value) => write!(f, "{name}={}", Printable(value)),
            Expected::Prefix(prefix) => write!(f, "{name}={}…", Printable(prefix)),
            Expected::Range(bounds) => write!(f, "{name} in {bounds:?}"),
            Expected::AnyOf(lists) => write!(f, "any of {lists:?}"),
            Expected::In(values) => write!(f, "{name} in {}", Values(values)),
            Expected::NotIn(values) => write!(f, "{name} not in {}", Values(values)),
            Expected::Contains { starts, .. } => {
                write!(f, "{name} with an element of {}", Values(starts))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::borrow::Cow;
    use std::ops::Bound;

    use hbase_model::PartLayout;

    use super::*;
    use crate::key::KeyBuf;

    const TEXT: Encoding = Encoding::Text {
        width: None,
        pad: None,
    };

    fn part(encoding: Encoding, separator: &'static [u8]) -> PartLayout {
        PartLayout {
            separator: (!separator.is_empty()).then_some(Cow::Borrowed(separator)),
            ..PartLayout::plain("part".into(), encoding)
        }
    }

    fn layout(parts: &[PartLayout]) -> &'static KeyLayout {
        let parts = parts.to_vec().into();
        Box::leak(Box::new(KeyLayout { salt: None, parts }))
    }

    fn padded() -> Encoding {
        Encoding::Text {
            width: Some(4),
            pad: Some(Pad::Right(b'.')),
        }
    }

    /// A text that ends with `||`, and bytes without an end of their own, then one byte.
    fn texts() -> &'static KeyLayout {
        let byte = Encoding::Integer {
            width: 1,
            signed: false,
        };
        layout(&[part(TEXT, b"||"), part(TEXT, b""), part(byte, b"")])
    }

    #[test]
    fn a_prefix_is_checked_where_the_bytes_behind_it_could_complete_it() {
        let is_checked =
            |layout, index, prefix: &[u8]| PartCheck::prefix(layout, index, prefix).is_some();
        assert!(!is_checked(texts(), 0, b"a"));
        assert!(is_checked(texts(), 0, b"a|"));
        // Its end depends on the key.
        assert!(is_checked(texts(), 1, b"a"));
        assert!(!is_checked(texts(), 9, b"a"));
        let fixed = layout(&[part(padded(), b""), part(TEXT, b"")]);
        assert!(!is_checked(fixed, 0, b"a"));
        assert!(is_checked(fixed, 0, b"a."));
        assert!(!is_checked(fixed, 0, b".a"));
        // The last part ends with the key.
        assert!(!is_checked(fixed, 1, b"a."));
    }

    #[test]
    fn padding_is_no_part_of_a_text() {
        let fixed = layout(&[part(padded(), b"")]);
        let passes =
            |prefix: &[u8], key: &[u8]| PartCheck::every_prefix(fixed, 0, prefix).matches(key);
        assert!(passes(b"a", b"a...") && passes(b"a.b", b"a.b.") && passes(b"", b"...."));
        assert!(!passes(b"a.", b"a...") && !passes(b".", b"...."));
    }

    #[test]
    fn a_check_finds_its_part() {
        let layout = texts();
        let key = b"ab||cd\x07";
        let values = |values: &[&str]| values.iter().map(|text| text.as_bytes().to_vec()).collect();
        let bounds = |low: &[u8], high: &[u8]| PartBounds {
            low: Bound::Included(KeyBuf::from_slice(low)),
            high: Bound::Excluded(KeyBuf::from_slice(high)),
        };
        for (check, expected) in [
            (PartCheck::value(layout, 0, b"ab".to_vec()), true),
            (PartCheck::value(layout, 1, b"ab".to_vec()), false),
            (PartCheck::value(layout, 1, b"cd".to_vec()), true),
            (PartCheck::is_in(layout, 1, values(&["x", "cd", "x"])), true),
            (PartCheck::is_in(layout, 1, values(&["cd"])), true),
            (PartCheck::is_in(layout, 1, values(&["ab", "x"])), false),
            (PartCheck::is_in(layout, 1, values(&[])), false),
            (PartCheck::not_in(layout, 1, values(&["x", "cd"])), false),
            (PartCheck::not_in(layout, 1, values(&["x", "ab"])), true),
            (PartCheck::range(layout, 1, bounds(b"cd", b"ce")), true),
            (PartCheck::range(layout, 1, bounds(b"ab", b"cd")), false),
            (
                PartCheck::ranges(layout, 1, vec![bounds(b"a", b"b"), bounds(b"c", b"d")]),
                true,
            ),
            (
                PartCheck::ranges(layout, 1, vec![bounds(b"a", b"b"), bounds(b"d", b"e")]),
                false,
            ),
            (PartCheck::ranges(layout, 1, vec![bounds(b"c", b"d")]), true),
            (PartCheck::ranges(layout, 1, vec![]), false),
        ] {
            assert_eq!(check.matches(key), expected, "{check:?}");
        }
        let value = PartCheck::value(layout, 1, b"cd".to_vec());
        assert!(value.is_value_of(1) && !value.is_value_of(0));
        assert!(!PartCheck::every_prefix(layout, 1, b"c").is_value_of(1));
        // One value of several is a check of that value.
        assert_eq!(PartCheck::is_in(layout, 1, values(&["cd", "cd"])), value);
    }

    #[test]
    fn only_a_condition_passes_keys_that_cannot_be_read() {
        let layout = texts();
        let value = || PartCheck::value(layout, 1, b"cd".to_vec());
        let other = || PartCheck::value(layout, 1, b"ce".to_vec());
        let any = |lists| PartCheck::any_of(lists).pop().expect("a check");
        let without_end = b"ab";
        for check in [value(), any(vec![vec![value()], vec![other()]])] {
            assert!(!check.matches(without_end), "{check:?}");
            assert!(check.matches(b"ab||cd\x07"), "{check:?}");
            let condition = check.of_condition();
            assert!(condition.matches(without_end), "{condition:?}");
            assert!(!condition.matches(b"ab||xy\x07"), "{condition:?}");
        }
        // All checks of a list.
        let both = any(vec![vec![
            value(),
            PartCheck::value(layout, 0, b"ab".to_vec()),
        ]]);
        assert!(both.matches(b"ab||cd\x07") && !both.matches(b"aa||cd\x07"));
        assert!(PartCheck::any_of(vec![Vec::new()]).is_empty());
    }

    #[test]
    fn a_check_is_possible_where_a_part_can_pass() {
        let layout = texts();
        let none = || PartCheck::is_in(layout, 1, Vec::new());
        let one = || PartCheck::value(layout, 1, b"a".to_vec());
        let bounds = |low: &[u8], high: &[u8]| PartBounds {
            low: Bound::Included(KeyBuf::from_slice(low)),
            high: Bound::Included(KeyBuf::from_slice(high)),
        };
        let any = |lists| PartCheck::any_of(lists).pop().expect("a check");
        for (check, expected) in [
            (none(), false),
            (one(), true),
            (PartCheck::not_in(layout, 1, Vec::new()), true),
            (PartCheck::every_prefix(layout, 1, b""), true),
            (PartCheck::contains(layout, 1, 2, Vec::new()), false),
            (PartCheck::contains(layout, 1, 2, vec![b"a".to_vec()]), true),
            (PartCheck::range(layout, 1, bounds(b"a", b"b")), true),
            (PartCheck::range(layout, 1, bounds(b"b", b"a")), false),
            (any(vec![vec![none()], vec![one()]]), true),
            (any(vec![vec![none(), one()]]), false),
        ] {
            assert_eq!(check.is_possible(), expected, "{check:?}");
        }
    }

    #[test]
    fn elements_start_with_one_of_the_bytes() {
        let starts = [b"ab".to_vec(), b"cd".to_vec()];
        for (list, expected) in [
            (&b"xxxcdx"[..], true),
            (b"abx", true),
            // Between two elements.
            (b"xabxxx", false),
            (b"xxxab", false),
            (b"", false),
        ] {
            assert_eq!(contains(list, 3, &starts), expected, "{list:?}");
        }
        // Bytes of a whole element.
        assert!(contains(b"xab", 1, &[b"a".to_vec()]));
    }
}
