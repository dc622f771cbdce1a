//! Rows by a column's value (`SingleColumnValueFilter`).

use hbase_backend::Result;

use super::compare::Compare;
use super::{Code, Node};
use crate::cell::CellView;

/// Rows by a column's value.
#[derive(Debug)]
pub(super) struct ColumnValue {
    pub(super) family: Vec<u8>,
    pub(super) qualifier: Vec<u8>,
    pub(super) compare: Compare,
    pub(super) filter_if_missing: bool,
    pub(super) latest_version_only: bool,
    pub(super) state: ColumnState,
}

/// The state of the column in the current row.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum ColumnState {
    #[default]
    Missing,
    Found,
    Matched,
}

impl Node for ColumnValue {
    fn reset(&mut self) {
        self.state = ColumnState::Missing;
    }

    fn filter_row_key(&mut self, _row: &[u8]) -> Result<bool> {
        Ok(false)
    }

    fn filter_cell(&mut self, cell: &CellView<'_>) -> Result<Code> {
        match self.state {
            ColumnState::Matched => return Ok(Code::Include),
            ColumnState::Found if self.latest_version_only => return Ok(Code::NextRow),
            ColumnState::Found | ColumnState::Missing => {}
        }
        if cell.qualifier != self.qualifier || cell.family != self.family {
            return Ok(Code::Include);
        }
        if self.compare.holds(cell.value)? {
            self.state = ColumnState::Matched;
            return Ok(Code::Include);
        }
        self.state = ColumnState::Found;
        Ok(if self.latest_version_only {
            Code::NextRow
        } else {
            Code::Include
        })
    }

    fn filter_row(&mut self) -> bool {
        match self.state {
            ColumnState::Missing => self.filter_if_missing,
            ColumnState::Found => true,
            ColumnState::Matched => false,
        }
    }

    fn minds_passed_rows(&self) -> bool {
        self.compare.may_fail()
    }
}
