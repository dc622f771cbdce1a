//! Filters on row keys.

use hbase_backend::Result;

use super::compare::Compare;
use super::{Code, Node};
use crate::cell::CellView;

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
