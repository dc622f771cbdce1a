//! The bytes with which parts begin that pass a check.

use hbase_model::PartLayout;

use super::{Expected, PartCheck};
use crate::query::bytes::PartBounds;
use crate::query::cover::cover;

/// The bytes with which a part begins.
pub(in crate::query) enum Start {
    /// All bytes of the part.
    Whole(Vec<u8>),
    /// Its first bytes.
    Prefix(Vec<u8>),
}

impl Start {
    pub(in crate::query) fn bytes(&self) -> &[u8] {
        match self {
            Self::Whole(bytes) | Self::Prefix(bytes) => bytes,
        }
    }
}

impl PartCheck {
    /// Whether any key can pass.
    pub(in crate::query) fn is_possible(&self) -> bool {
        match &self.expected {
            Expected::In(values) => !values.is_empty(),
            Expected::Contains { starts, .. } => !starts.is_empty(),
            Expected::AnyOf(lists) => {
                let possible = |list: &Vec<Self>| list.iter().all(Self::is_possible);
                lists.iter().any(possible)
            }
            Expected::Range(bounds) => !self.prefixes(bounds).is_empty(),
            Expected::Value(_) | Expected::Prefix(_) | Expected::NotIn(_) => true,
        }
    }

    /// The bytes with which the part begins if it passes: one of these; `None` if they are unknown, or if a part without
    /// bytes passes.
    pub(in crate::query) fn starts(&self) -> Option<Vec<Start>> {
        let starts: Vec<_> = match &self.expected {
            Expected::Value(value) => vec![Start::Whole(value.clone())],
            Expected::In(values) => values.iter().cloned().map(Start::Whole).collect(),
            Expected::Prefix(prefix) => vec![Start::Prefix(prefix.clone())],
            Expected::Range(bounds) => {
                let prefixes = self.prefixes(bounds).into_iter();
                prefixes.map(Start::Prefix).collect()
            }
            Expected::NotIn(_) | Expected::Contains { .. } | Expected::AnyOf(_) => return None,
        };
        let is_known = |start: &Start| !start.bytes().is_empty();
        starts.iter().all(is_known).then_some(starts)
    }

    /// Prefixes, of which each value within the bounds has one.
    fn prefixes(&self, bounds: &PartBounds) -> Vec<Vec<u8>> {
        let part = self.layout.parts.get(self.index);
        cover(bounds, part.and_then(PartLayout::value_width))
    }
}
