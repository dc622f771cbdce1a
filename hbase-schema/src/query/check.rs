//! What is checked of each row's key beside its place in a range.

use hbase_model::KeyLayout;
use hbase_model::printable::Printable;

/// One part of the key must have this value: it fed the salt ahead of its place, and rows of other
/// values share the salt.
#[derive(Clone, PartialEq)]
pub struct PartCheck {
    layout: &'static KeyLayout,
    index: usize,
    bytes: Vec<u8>,
}

impl PartCheck {
    pub(super) fn new(layout: &'static KeyLayout, index: usize, bytes: Vec<u8>) -> Self {
        Self {
            layout,
            index,
            bytes,
        }
    }

    /// Whether `key` has the value. A key that is not made of the table's parts has not.
    pub fn matches(&self, key: &[u8]) -> bool {
        self.layout
            .part_range(key, self.index)
            .is_ok_and(|range| key[range] == *self.bytes)
    }
}

impl std::fmt::Debug for PartCheck {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let name = self
            .layout
            .parts
            .get(self.index)
            .map_or("?", |part| &part.name);
        write!(f, "{name}={}", Printable(&self.bytes))
    }
}
