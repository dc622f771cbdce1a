//! `HBase`'s filters, evaluated like on the server: return codes, state per row, and lists that combine them.
//!
//! A filter's methods are called in this order: [`Node::filter_row_key`] once per row,
//! [`Node::filter_cell`] per cell, [`Node::hint`] if that returns [`Code::Hint`],
//! [`Node::filter_row`] at the row's end if one of its cells has passed, and [`Node::reset`].

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

use hbase_backend::Result;

pub(crate) use build::{build, row_prefix};
pub(crate) use code::Code;
pub(crate) use hint::Hint;

use crate::cell::CellView;

/// One filter of a tree.
pub(crate) trait Node: fmt::Debug + Send {
    /// Prepares for the next row.
    fn reset(&mut self) {}

    /// Whether the row's key excludes it.
    ///
    /// # Errors
    /// If the key cannot be compared.
    fn filter_row_key(&mut self, _row: &[u8]) -> Result<bool> {
        Ok(self.is_all_done())
    }

    /// The code of a cell.
    fn filter_cell(&mut self, _cell: &CellView<'_>) -> Result<Code> {
        Ok(Code::Include)
    }

    /// The value that replaces `value` in the result.
    fn transform<'a>(&self, value: Cow<'a, [u8]>) -> Cow<'a, [u8]> {
        value
    }

    /// Whether the row is excluded at its end.
    fn filter_row(&mut self) -> bool {
        false
    }

    /// Whether no further row can pass, so that the scan ends.
    fn is_all_done(&self) -> bool {
        false
    }

    /// Whether the filter must see the cells of rows whose key is excluded: a comparison may fail on bytes that
    /// are not a number, and some filters end the scan at a cell.
    fn minds_passed_rows(&self) -> bool {
        false
    }

    /// Whether the filter returns hints (`HintingFilter`). A list evaluates such filters for every
    /// row and every cell, including those that others exclude.
    fn is_hinting(&self) -> bool {
        false
    }

    /// The position to seek to after [`filter_cell`](Self::filter_cell) returned [`Code::Hint`] for
    /// this cell; `None` for the next cell.
    fn hint(&mut self, _cell: &CellView<'_>) -> Option<Hint> {
        None
    }
}
