//! Rows in any of several ranges (`MultiRowRangeFilter`).

use hbase_backend::Result;

use super::{Code, Hint, Node};
use crate::cell::CellView;

/// A range of rows from an inclusive to an exclusive key; an empty stop row means no end.
type Range = (Vec<u8>, Vec<u8>);

/// Rows in any of several ranges.
#[derive(Debug)]
pub(super) struct RowRanges {
    /// Ascending and disjoint, without adjacent ranges.
    ranges: Vec<Range>,
    is_reversed: bool,
    is_out: bool,
    is_behind: bool,
}

impl RowRanges {
    pub(super) fn new(ranges: &[Range], is_reversed: bool) -> Self {
        Self {
            ranges: merged(ranges),
            is_reversed,
            is_out: false,
            is_behind: false,
        }
    }

    /// The first range that starts above a row. Only the one before it may contain the row.
    fn above(&self, row: &[u8]) -> usize {
        self.ranges
            .partition_point(|(start, _)| start.as_slice() <= row)
    }

    fn before(&self, above: usize) -> Option<&Range> {
        above
            .checked_sub(1)
            .and_then(|index| self.ranges.get(index))
    }
}

fn merged(ranges: &[Range]) -> Vec<Range> {
    let mut sorted = ranges.to_vec();
    sorted.sort();
    let mut merged: Vec<Range> = Vec::with_capacity(sorted.len());
    for (start, stop) in sorted {
        match merged.last_mut() {
            Some((_, end)) if end.is_empty() => {}
            Some((_, end)) if start <= *end => {
                if stop.is_empty() || stop > *end {
                    *end = stop;
                }
            }
            _ => merged.push((start, stop)),
        }
    }
    merged
}

impl Node for RowRanges {
    fn filter_row_key(&mut self, row: &[u8]) -> Result<bool> {
        if self.is_behind {
            return Ok(true);
        }
        let above = self.above(row);
        let holds = |(_, stop): &Range| stop.is_empty() || row < stop.as_slice();
        self.is_out = !self.before(above).is_some_and(holds);
        let last = if self.is_reversed {
            0
        } else {
            self.ranges.len()
        };
        self.is_behind = self.is_out && above == last;
        Ok(false)
    }

    fn filter_cell(&mut self, _cell: &CellView<'_>) -> Result<Code> {
        Ok(match (self.is_behind, self.is_out) {
            (true, _) => Code::NextRow,
            (false, true) => Code::Hint,
            (false, false) => Code::Include,
        })
    }

    fn is_all_done(&self) -> bool {
        self.is_behind
    }

    fn is_hinting(&self) -> bool {
        true
    }

    fn hint(&mut self, cell: &CellView<'_>) -> Option<Hint> {
        let above = self.above(cell.row);
        if self.is_reversed {
            let (_, stop) = self.before(above)?;
            return Some(Hint::RowBelow(stop.clone()));
        }
        let (start, _) = self.ranges.get(above)?;
        Some(Hint::Row(start.clone()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_that_touch_are_one() {
        let range = |start: &str, stop: &str| (start.into(), stop.into());
        let ranges = [
            range("m", "p"),
            range("a", "c"),
            range("c", "d"),
            range("b", "bb"),
        ];
        assert_eq!(merged(&ranges), [range("a", "d"), range("m", "p")]);
        let open = [range("b", ""), range("c", "d"), range("a", "b")];
        assert_eq!(merged(&open), [range("a", "")]);
    }
}
