//! The next row of a range, in its place among those of the other ranges.

use std::cmp::Ordering;

use hbase_model::Row;

/// The next row of a range. In a [`BinaryHeap`](std::collections::BinaryHeap) the row that comes
/// first is the greatest.
#[derive(Debug)]
pub(super) struct Head {
    pub(super) row: Row,
    /// Which range it came from.
    pub(super) source: usize,
    /// The first bytes after the salt, as a number: most comparisons need no more.
    begin: u64,
    /// Where the key begins after the salt.
    skip: usize,
    reversed: bool,
}

impl Head {
    pub(super) fn new(row: Row, source: usize, skip: usize, reversed: bool) -> Self {
        let mut begin = [0; 8];
        let rest = row.key().get(skip..).unwrap_or(&[]);
        let len = rest.len().min(8);
        begin[..len].copy_from_slice(&rest[..len]);
        Self {
            begin: u64::from_be_bytes(begin),
            row,
            source,
            skip,
            reversed,
        }
    }

    /// By the key after the salt, then by the salt.
    fn key_order(&self, other: &Self) -> Ordering {
        self.begin.cmp(&other.begin).then_with(|| {
            let (a, b) = (self.row.key(), other.row.key());
            let (a_rest, b_rest) = (a.get(self.skip..), b.get(other.skip..));
            a_rest.cmp(&b_rest).then_with(|| a.cmp(b))
        })
    }
}

impl Ord for Head {
    fn cmp(&self, other: &Self) -> Ordering {
        let order = self.key_order(other);
        if self.reversed {
            order
        } else {
            order.reverse()
        }
    }
}

impl PartialOrd for Head {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Head {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for Head {}
