//! Filters on row keys.

use hbase_model::{Error, Result};

use super::compare::Compare;
use super::{Code, Node};
use crate::read::CellView;

/// `RowFilter`.
#[derive(Debug)]
pub(super) struct RowKey {
    compare: Compare,
    is_out: bool,
}

impl RowKey {
    pub(super) fn new(compare: Compare) -> Self {
        Self {
            compare,
            is_out: false,
        }
    }
}

impl Node for RowKey {
    fn reset(&mut self) {
        self.is_out = false;
    }

    fn filter_row_key(&mut self, row: &[u8]) -> Result<bool> {
        if !self.compare.holds(row)? {
            self.is_out = true;
        }
        Ok(self.is_out)
    }

    fn filter_cell(&mut self, _cell: &CellView<'_>) -> Result<Code> {
        Ok(in_row(!self.is_out))
    }

    fn filter_row(&mut self) -> bool {
        self.is_out
    }
}

fn in_row(passes: bool) -> Code {
    if passes { Code::Include } else { Code::NextRow }
}

/// `PrefixFilter`.
#[derive(Debug)]
pub(super) struct RowPrefix {
    prefix: Vec<u8>,
    is_reversed: bool,
    is_out: bool,
    is_behind: bool,
}

impl RowPrefix {
    pub(super) fn new(prefix: Vec<u8>, is_reversed: bool) -> Self {
        Self {
            prefix,
            is_reversed,
            is_out: true,
            is_behind: false,
        }
    }
}

impl Node for RowPrefix {
    fn reset(&mut self) {
        self.is_out = true;
    }

    fn filter_row_key(&mut self, row: &[u8]) -> Result<bool> {
        if self.is_behind {
            return Ok(true);
        }
        let Some(start) = row.get(..self.prefix.len()) else {
            return Ok(true);
        };
        let order = start.cmp(&self.prefix);
        self.is_behind = if self.is_reversed {
            order.is_lt()
        } else {
            order.is_gt()
        };
        self.is_out = order.is_ne();
        Ok(self.is_out)
    }

    fn filter_cell(&mut self, _cell: &CellView<'_>) -> Result<Code> {
        Ok(in_row(!self.is_out))
    }

    fn filter_row(&mut self) -> bool {
        self.is_out
    }

    fn is_all_done(&self) -> bool {
        self.is_behind
    }
}

/// `MultiRowRangeFilter`.
#[derive(Debug)]
pub(super) struct RowRanges {
    ranges: Vec<(Vec<u8>, Vec<u8>)>,
    is_out: bool,
    is_reversed: bool,
    is_behind: bool,
}

impl RowRanges {
    pub(super) fn new(ranges: &[(Vec<u8>, Vec<u8>)], is_reversed: bool) -> Result<Self> {
        if ranges.is_empty() {
            return Err(Error::invalid("row ranges without a range"));
        }
        let is_empty = |(start, stop): &&(Vec<u8>, Vec<u8>)| !stop.is_empty() && start >= stop;
        if let Some((start, stop)) = ranges.iter().find(is_empty) {
            return Err(Error::invalid(format!(
                "a row range from {} to {}, in which no key lies",
                hbase_model::printable::Printable(start),
                hbase_model::printable::Printable(stop)
            )));
        }
        Ok(Self {
            ranges: ranges.to_vec(),
            is_out: false,
            is_reversed,
            is_behind: false,
        })
    }

    fn is_behind_all(&self, row: &[u8]) -> bool {
        self.ranges.iter().all(|(start, stop)| {
            if self.is_reversed {
                row < start.as_slice()
            } else {
                !stop.is_empty() && row >= stop.as_slice()
            }
        })
    }
}

impl Node for RowRanges {
    fn filter_row_key(&mut self, row: &[u8]) -> Result<bool> {
        if self.is_behind {
            return Ok(true);
        }
        self.is_out = !self.ranges.iter().any(|(start, stop)| {
            start.as_slice() <= row && (stop.is_empty() || row < stop.as_slice())
        });
        self.is_behind = self.is_out && self.is_behind_all(row);
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
}

/// `FuzzyRowFilter`. A row that is shorter than the pattern is held against the pattern's
/// beginning.
#[derive(Debug)]
pub(super) struct FuzzyRow {
    patterns: Vec<(Vec<u8>, Vec<bool>)>,
    is_out: bool,
}

impl FuzzyRow {
    pub(super) fn new(patterns: &[(Vec<u8>, Vec<bool>)]) -> Result<Self> {
        if patterns
            .iter()
            .any(|(bytes, mask)| bytes.len() != mask.len())
        {
            return Err(Error::invalid(
                "a fuzzy row pattern needs as many flags as bytes",
            ));
        }
        Ok(Self {
            patterns: patterns.to_vec(),
            is_out: false,
        })
    }
}

impl Node for FuzzyRow {
    fn reset(&mut self) {
        self.is_out = false;
    }

    fn filter_cell(&mut self, cell: &CellView<'_>) -> Result<Code> {
        let fits = self.patterns.iter().any(|(bytes, mask)| {
            let pattern = bytes.iter().zip(mask);
            let mut pairs = pattern.zip(cell.row);
            pairs.all(|((byte, must), found)| !must || byte == found)
        });
        if fits {
            return Ok(Code::Include);
        }
        self.is_out = true;
        Ok(Code::Hint)
    }

    fn filter_row(&mut self) -> bool {
        self.is_out
    }

    fn is_hinting(&self) -> bool {
        true
    }
}
