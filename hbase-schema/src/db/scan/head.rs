//! The next row of a range, ordered among those of the other ranges.

use std::cmp::Ordering;

use hbase_backend::Row;

/// The next row of a range. The order is reversed for [`BinaryHeap`](std::collections::BinaryHeap),
/// which yields the greatest element: the first row.
#[derive(Debug)]
pub(super) struct Head {
    pub(super) row: Row,
    /// The index of its range.
    pub(super) source: usize,
    /// The first bytes after the salt, as a number: most comparisons need no more.
    prefix: u64,
    salt_width: usize,
    reversed: bool,
}

impl Head {
    pub(super) fn new(row: Row, source: usize, salt_width: usize, reversed: bool) -> Self {
        // Zeros after a short key never change the order: if two prefixes are equal, the whole keys are
        // compared.
        let mut prefix = [0; 8];
        let rest = row.key().get(salt_width..).unwrap_or(&[]);
        let len = rest.len().min(8);
        prefix[..len].copy_from_slice(&rest[..len]);
        Self {
            prefix: u64::from_be_bytes(prefix),
            row,
            source,
            salt_width,
            reversed,
        }
    }

    /// By the key after the salt, then by salt.
    fn key_order(&self, other: &Self) -> Ordering {
        self.prefix.cmp(&other.prefix).then_with(|| {
            let (a, b) = (self.row.key(), other.row.key());
            let (a_rest, b_rest) = (a.get(self.salt_width..), b.get(other.salt_width..));
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
