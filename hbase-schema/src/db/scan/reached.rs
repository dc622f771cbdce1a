//! How far an ordered scan has read and returned everything.

use std::cmp::Ordering;

use hbase_backend::RowBound;

use super::fan::Fan;
use super::fetch::Progress;
use super::resume::{bound, narrowed};
use crate::db::paging::position::Side;
use crate::query::RowRange;

/// How far rows were read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Reached {
    /// Nothing is known to be read.
    Start,
    /// All rows before a row, or including it.
    At(Side, Vec<u8>),
    End,
}

impl Reached {
    /// How far a range was read, from where it continues.
    pub(super) fn after(progress: Option<&Progress>) -> Self {
        progress.map_or(Self::End, |progress| {
            progress.from().map_or(Self::Start, Self::of_start)
        })
    }

    /// How far a range was read, from the start of the rest.
    fn of_start(bound: &RowBound) -> Self {
        match bound {
            RowBound::Unbounded => Self::Start,
            RowBound::Included(key) => Self::At(Side::From, key.clone()),
            RowBound::Excluded(key) => Self::At(Side::Behind, key.clone()),
        }
    }

    /// The same, limited to a range: a backend may report the row before the range's first. Such a row means nothing:
    /// without its salt, it may sort after rows of other ranges.
    fn within(self, range: &RowRange, reversed: bool) -> Self {
        let Self::At(side, key) = self else {
            return self;
        };
        let is_contained = range.contains(&key);
        let rest = narrowed(range.clone(), bound(side, key), reversed);
        if !is_contained && rest.as_ref() == Some(range) {
            return Self::Start;
        }
        rest.map_or(Self::End, |rest| {
            Self::of_start(if reversed { &rest.stop } else { &rest.start })
        })
    }
}

impl Fan {
    /// How far all ranges were read and their rows returned, in the order of the result.
    pub(super) fn reached(&self) -> Reached {
        let mut first: Option<(usize, Reached)> = None;
        for index in 0..self.sources.len() {
            let reached = self.range_reached(index);
            match &reached {
                // A position is one row for all ranges. Before a range was read, it cannot be after any row.
                Reached::Start => return Reached::Start,
                Reached::End => {}
                Reached::At(_, key) => {
                    let is_first = first.as_ref().is_none_or(|(other, reached)| {
                        let Reached::At(_, nearest) = reached else {
                            return false;
                        };
                        self.order((index, key), (*other, nearest)).is_lt()
                    });
                    if is_first {
                        first = Some((index, reached));
                    }
                }
            }
        }
        first.map_or(Reached::End, |(_, reached)| reached)
    }

    /// Whether the first row at hand is the first of all, because the ranges without one were read beyond it.
    pub(super) fn is_first_known(&self) -> bool {
        let Some(first) = self.heads.peek() else {
            return false;
        };
        let first = (first.source, first.row.key());
        let missing = self.sources.iter().enumerate();
        let mut missing = missing.filter(|(_, source)| source.is_missing);
        missing.all(|(index, source)| match &source.reached {
            Reached::Start => false,
            Reached::End => true,
            Reached::At(_, key) => {
                // As in `within`: without its salt, a row outside of the range may sort after rows of other
                // ranges.
                let is_within = self.plan.ranges[index].contains(key);
                is_within && self.order(first, (index, key)).is_lt()
            }
        })
    }

    /// How far the rows of a range were returned: up to the first one at hand.
    fn range_reached(&self, index: usize) -> Reached {
        let source = &self.sources[index];
        let head = self.heads.iter().find(|head| head.source == index);
        let row = head.map(|head| &head.row);
        let row = row.or_else(|| source.rows.as_slice().first());
        let row = row.or_else(|| source.next.as_ref()?.0.first());
        if let Some(row) = row {
            return Reached::At(Side::From, row.key().to_vec());
        }
        let reached = source.reached.clone();
        reached.within(&self.plan.ranges[index], self.plan.reversed)
    }

    /// The order of two keys of ranges in the result: by the key after the salt, then by salt.
    fn order(&self, (a_index, a): (usize, &[u8]), (b_index, b): (usize, &[u8])) -> Ordering {
        let width = |index: usize| self.sources[index].salt_width;
        let order = a.get(width(a_index)..).cmp(&b.get(width(b_index)..));
        let order = order.then_with(|| a.cmp(b));
        if self.plan.reversed {
            order.reverse()
        } else {
            order
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn range() -> RowRange {
        RowRange {
            start: RowBound::Included(b"s_1".to_vec()),
            stop: RowBound::Excluded(b"s_5".to_vec()),
        }
    }

    fn at(side: Side, key: &[u8]) -> Reached {
        Reached::At(side, key.to_vec())
    }

    #[test]
    fn a_row_before_the_range_says_nothing() {
        let within = |reached: Reached, reversed| reached.within(&range(), reversed);
        assert_eq!(within(at(Side::Behind, b"s_5"), true), Reached::Start);
        assert_eq!(within(at(Side::From, b"s_7"), true), Reached::Start);
        assert_eq!(within(at(Side::Behind, b"s_0"), false), Reached::Start);
        assert_eq!(within(at(Side::Behind, b"s_7"), false), Reached::End);
        assert_eq!(within(at(Side::From, b"s_0"), true), Reached::End);
        for reversed in [false, true] {
            let inside = at(Side::From, b"s_3");
            assert_eq!(within(inside.clone(), reversed), inside);
        }
    }
}
