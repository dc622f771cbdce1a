//! Filters around a filter.

use std::borrow::Cow;

use hbase_backend::Result;

use super::{Code, Node};
use crate::cell::CellView;

/// `SkipFilter`: excludes a row if one of its cells is excluded.
#[derive(Debug)]
pub(super) struct Skip {
    inner: Box<dyn Node>,
    is_out: bool,
}

impl Skip {
    pub(super) fn new(inner: Box<dyn Node>) -> Self {
        Self {
            inner,
            is_out: false,
        }
    }
}

impl Node for Skip {
    fn reset(&mut self) {
        self.inner.reset();
        self.is_out = false;
    }

    fn filter_row_key(&mut self, _row: &[u8]) -> Result<bool> {
        Ok(false)
    }

    fn filter_cell(&mut self, cell: &CellView<'_>) -> Result<Code> {
        let code = self.inner.filter_cell(cell)?;
        self.is_out |= code != Code::Include;
        Ok(code)
    }

    fn transform<'a>(&self, value: Cow<'a, [u8]>) -> Cow<'a, [u8]> {
        self.inner.transform(value)
    }

    fn filter_row(&mut self) -> bool {
        self.is_out
    }

    fn minds_passed_rows(&self) -> bool {
        self.inner.minds_passed_rows()
    }
}

/// `WhileMatchFilter`: ends the scan at the first exclusion.
#[derive(Debug)]
pub(super) struct WhileMatch {
    inner: Box<dyn Node>,
    is_done: bool,
}

impl WhileMatch {
    pub(super) fn new(inner: Box<dyn Node>) -> Self {
        Self {
            inner,
            is_done: false,
        }
    }
}

impl Node for WhileMatch {
    fn reset(&mut self) {
        self.inner.reset();
    }

    fn filter_row_key(&mut self, row: &[u8]) -> Result<bool> {
        if self.is_all_done() {
            return Ok(true);
        }
        let is_out = self.inner.filter_row_key(row)?;
        self.is_done |= is_out;
        Ok(is_out)
    }

    fn filter_cell(&mut self, cell: &CellView<'_>) -> Result<Code> {
        let code = self.inner.filter_cell(cell)?;
        self.is_done |= code != Code::Include;
        Ok(code)
    }

    fn transform<'a>(&self, value: Cow<'a, [u8]>) -> Cow<'a, [u8]> {
        self.inner.transform(value)
    }

    fn filter_row(&mut self) -> bool {
        let is_out = self.inner.filter_row();
        self.is_done |= is_out;
        is_out
    }

    fn minds_passed_rows(&self) -> bool {
        true
    }

    fn is_all_done(&self) -> bool {
        self.is_done || self.inner.is_all_done()
    }
}
