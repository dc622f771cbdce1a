//! Positions to which filters seek (`Filter.getNextCellHint`).
//!
//! The hint of a list is a position by `HBase`'s rules for lists. No filter of the list sees a cell
//! before it.

use std::cmp::Ordering;

/// A position after the current cell. No cell before it passes the filter.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Hint {
    /// The first cell of this qualifier in the current row and family, or the next one.
    Column(Vec<u8>),
    /// The first cell of this row, or of the next one.
    Row(Vec<u8>),
    /// In descending order: the last row below this key.
    RowBelow(Vec<u8>),
}

impl Hint {
    /// Compares the distances of two hints, in the direction of their scan.
    fn compare_reach(&self, other: &Self) -> Ordering {
        match (self, other) {
            (Self::RowBelow(one), Self::RowBelow(two)) => two.cmp(one),
            _ => self.cmp(other),
        }
    }

    /// The farther hint, for filters that must all pass.
    pub(super) fn farther(self, other: Self) -> Self {
        if self.compare_reach(&other).is_lt() {
            other
        } else {
            self
        }
    }

    /// The nearer hint, for filters of which one must pass.
    pub(super) fn nearer(self, other: Self) -> Self {
        if self.compare_reach(&other).is_gt() {
            other
        } else {
            self
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_row_reaches_farther_than_a_column() {
        let column = || Hint::Column(b"z".to_vec());
        let row = || Hint::Row(b"a".to_vec());
        assert_eq!(column().farther(row()), row());
        assert_eq!(row().nearer(column()), column());
    }

    #[test]
    fn against_the_key_order_the_smaller_key_is_farther() {
        let below = |key: &[u8]| Hint::RowBelow(key.to_vec());
        assert_eq!(below(b"m").farther(below(b"c")), below(b"c"));
        assert_eq!(below(b"m").nearer(below(b"c")), below(b"m"));
    }
}
