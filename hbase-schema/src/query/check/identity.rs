//! Bytes that identify checks, on which cursors depend.

use std::borrow::Cow;

use super::{Expected, PartCheck};

impl PartCheck {
    /// The part's index, and bytes that identify the check: its kind (0 a value, 1 a prefix, 2 a
    /// range, 3 any of several lists of checks, 4 one of several values, 5 none of them, 6 an
    /// element of a list), then its bytes. Cursors depend on them.
    pub(crate) fn identity(&self) -> (usize, u8, Cow<'_, [u8]>) {
        match &self.expected {
            Expected::Value(value) => (self.index, 0, value.into()),
            Expected::Prefix(prefix) => (self.index, 1, prefix.into()),
            Expected::Range(bounds) => (self.index, 2, bounds.identity().into()),
            Expected::AnyOf(lists) => (self.index, 3, identity_of(lists).into()),
            Expected::In(values) => (self.index, 4, identity_of_values(values).into()),
            Expected::NotIn(values) => (self.index, 5, identity_of_values(values).into()),
            // The layout determines the width of elements.
            Expected::Contains { starts, .. } => (self.index, 6, identity_of_values(starts).into()),
        }
    }
}

/// The lists in an order of their own, each once: cursors do not depend on the order of values.
pub(super) fn sorted(mut lists: Vec<Vec<PartCheck>>) -> Vec<Vec<PartCheck>> {
    lists.sort_by_cached_key(|list| identity_of(std::slice::from_ref(list)));
    lists.dedup();
    lists
}

/// Bytes that identify values: for each its length in 4 bytes, and its bytes.
fn identity_of_values(values: &[Vec<u8>]) -> Vec<u8> {
    let mut out = Vec::new();
    for value in values {
        let len = u32::try_from(value.len()).unwrap_or(u32::MAX);
        out.extend(len.to_be_bytes());
        out.extend_from_slice(value);
    }
    out
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
