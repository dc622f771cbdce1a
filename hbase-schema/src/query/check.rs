//! Checks of each row's key beyond its range.

use std::borrow::Cow;

use hbase_model::layout::Pad;
use hbase_model::printable::Printable;
use hbase_model::{Encoding, KeyLayout};

use super::bytes::PartBounds;

/// The value or the prefix that a key part must have: the range also contains rows of other values.
#[derive(Clone, PartialEq)]
pub struct PartCheck {
    layout: &'static KeyLayout,
    index: usize,
    expected: Expected,
}

#[derive(Clone, PartialEq)]
enum Expected {
    Value(Vec<u8>),
    /// A prefix that the bytes after a shorter value could complete.
    Prefix(Vec<u8>),
    /// A range of the part's bytes.
    Range(PartBounds),
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

    pub(super) fn value(layout: &'static KeyLayout, index: usize, bytes: Vec<u8>) -> Self {
        Self {
            layout,
            index,
            expected: Expected::Value(bytes),
        }
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
        (closed_early || padded || open).then(|| Self {
            layout,
            index,
            expected: Expected::Prefix(prefix.to_vec()),
        })
    }

    /// The check of the lists, of which one must pass; none if they contain no check.
    pub(super) fn any_of(mut lists: Vec<Vec<Self>>) -> Vec<Self> {
        // Cursors do not depend on the order of the values.
        lists.sort_by_cached_key(|list| identity_of(std::slice::from_ref(list)));
        lists.dedup();
        let first = lists.iter().flatten().next();
        let place = first.map(|check| (check.layout, check.index));
        let check = place.map(|(layout, index)| Self {
            layout,
            index,
            expected: Expected::AnyOf(lists),
        });
        Vec::from_iter(check)
    }

    /// The check of a range of the part's bytes.
    pub(super) fn range(layout: &'static KeyLayout, index: usize, bounds: PartBounds) -> Self {
        Self {
            layout,
            index,
            expected: Expected::Range(bounds),
        }
    }

    /// The check of a prefix, even if ranges would ensure it.
    pub(super) fn every_prefix(layout: &'static KeyLayout, index: usize, prefix: &[u8]) -> Self {
        Self {
            layout,
            index,
            expected: Expected::Prefix(prefix.to_vec()),
        }
    }

    /// Whether `key` passes. A key that does not have the table's layout fails.
    pub fn matches(&self, key: &[u8]) -> bool {
        if let Expected::AnyOf(lists) = &self.expected {
            let passes = |list: &Vec<Self>| list.iter().all(|check| check.matches(key));
            return lists.iter().any(passes);
        }
        let Ok(range) = self.layout.part_range(key, self.index) else {
            return false;
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
            Expected::AnyOf(_) => false,
        }
    }

    /// The part's index, and bytes that identify the check: its kind (0 a value, 1 a prefix, 2 a
    /// range, 3 any of several lists of checks), then its bytes. Cursors depend on them.
    pub(crate) fn identity(&self) -> (usize, u8, Cow<'_, [u8]>) {
        match &self.expected {
            Expected::Value(value) => (self.index, 0, value.into()),
            Expected::Prefix(prefix) => (self.index, 1, prefix.into()),
            Expected::Range(bounds) => (self.index, 2, bounds.identity().into()),
            Expected::AnyOf(lists) => (self.index, 3, identity_of(lists).into()),
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

/// Bytes that identify lists of checks: their number, and for each that of its checks, their indexes, kinds, lengths and
/// bytes. Numbers have 4 bytes.
fn identity_of(lists: &[Vec<PartCheck>]) -> Vec<u8> {
    let mut out = Vec::new();
    let count = |out: &mut Vec<u8>, number: usize| {
        let number = u32::try_from(number).unwrap_or(u32::MAX);
        out.extend(number.to_be_bytes());
    };
    count(&mut out, lists.len());
    for list in lists {
        count(&mut out, list.len());
        for check in list {
            let (index, kind, bytes) = check.identity();
            count(&mut out, index);
            out.push(kind);
            count(&mut out, bytes.len());
            out.extend_from_slice(&bytes);
        }
    }
    out
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
        | Encoding::Bytes { .. }
        | Encoding::Bool
        | Encoding::Float { .. }
        | Encoding::Time(_)
        | Encoding::TimeOfDay { .. }
        | Encoding::Ordered(_)
        | Encoding::Custom(_) => None,
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
        }
    }
}
