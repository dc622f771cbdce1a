//! `HBase`'s filters, evaluated as the server does: return codes, state per row, and lists that
//! join them.
//!
//! A filter is asked in this order: [`Node::filter_row_key`] once per row, [`Node::filter_cell`]
//! per cell, [`Node::hint`] where that is [`Code::Hint`], [`Node::filter_row`] at the row's end
//! where anything of it is left, and [`Node::reset`].

mod build;
mod cells;
mod code;
mod column_value;
mod compare;
mod fuzzy;
mod hint;
mod list;
mod paging;
mod ranges;
mod rows;
mod wrap;

use std::borrow::Cow;
use std::fmt;

use hbase_model::Result;

pub(crate) use build::{build, row_prefix};
pub(crate) use code::Code;
pub(crate) use hint::Hint;

use crate::cell::CellView;

/// One filter of a tree.
pub(crate) trait Node: fmt::Debug + Send {
    /// Prepares for the next row.
    fn reset(&mut self) {}

    /// Whether the row is left out for its key.
    ///
    /// # Errors
    /// Where the key cannot be compared.
    fn filter_row_key(&mut self, _row: &[u8]) -> Result<bool> {
        Ok(self.is_all_done())
    }

    /// What becomes of a cell.
    fn filter_cell(&mut self, _cell: &CellView<'_>) -> Result<Code> {
        Ok(Code::Include)
    }

    /// The value that is shown in place of `value`.
    fn transform<'a>(&self, value: Cow<'a, [u8]>) -> Cow<'a, [u8]> {
        value
    }

    /// Whether the row is left out after all.
    fn filter_row(&mut self) -> bool {
        false
    }

    /// Whether nothing more can pass.
    fn is_all_done(&self) -> bool {
        false
    }

    /// Whether the cells of a row that is left out for its key matter to it: a comparison fails
    /// where it meets bytes that are no number, and some filters end the scan at a cell.
    fn minds_passed_rows(&self) -> bool {
        false
    }

    /// Whether the filter is one of those that return hints (`HintingFilter`). A list asks those
    /// about every row and every cell, also about what others have left out.
    fn is_hinting(&self) -> bool {
        false
    }

    /// Where to go on after [`filter_cell`](Self::filter_cell) has returned [`Code::Hint`] for
    /// this cell; `None` for the next cell.
    fn hint(&mut self, _cell: &CellView<'_>) -> Option<Hint> {
        None
    }
}
