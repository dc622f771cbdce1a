//! Filters that count.

use hbase_backend::Result;

use super::{Code, Node};
use crate::cell::CellView;

/// `PageFilter`. A store here is one region, so it counts over the whole table.
#[derive(Debug)]
pub(super) struct Page {
    size: u64,
    accepted: u64,
}

impl Page {
    pub(super) fn new(size: u64) -> Self {
        Self { size, accepted: 0 }
    }
}

impl Node for Page {
    fn filter_row(&mut self) -> bool {
        self.accepted += 1;
        self.accepted > self.size
    }

    fn is_all_done(&self) -> bool {
        self.accepted >= self.size
    }
}

/// `ColumnPaginationFilter`: columns, each with its newest version.
#[derive(Debug)]
pub(super) struct ColumnPage {
    limit: u64,
    offset: u64,
    count: u64,
}

impl ColumnPage {
    pub(super) fn new(limit: u32, offset: u32) -> Self {
        Self {
            limit: limit.into(),
            offset: offset.into(),
            count: 0,
        }
    }
}

impl Node for ColumnPage {
    fn reset(&mut self) {
        self.count = 0;
    }

    fn filter_cell(&mut self, _cell: &CellView<'_>) -> Result<Code> {
        if self.count >= self.offset + self.limit {
            return Ok(Code::NextRow);
        }
        self.count += 1;
        Ok(if self.count <= self.offset {
            Code::NextColumn
        } else {
            Code::IncludeNextColumn
        })
    }
}
