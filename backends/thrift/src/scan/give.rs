//! Which of the rows that came are given out: limits, pieces, sizes.

use std::collections::VecDeque;

use bytes::Bytes;
use hbase_model::{CellBlock, Result, Row};

use super::Ask;

/// Rows that came and were not given out yet, and what was given out.
#[derive(Debug, Default)]
pub(super) struct Give {
    waiting: VecDeque<Row>,
    /// The key of the last row that was taken in.
    pub(super) last: Option<Vec<u8>>,
    /// How many rows have begun.
    rows: u64,
    /// Where the last piece of the last row ended: family and qualifier.
    last_cell: Option<(Vec<u8>, Vec<u8>)>,
    /// The limit is reached, or rows end a scan that goes further at the gateway.
    pub(super) over: bool,
    /// Bytes and rows that came, for the next request's size.
    came_bytes: u64,
    came_rows: u64,
    /// An answer was too long: never more rows than these again.
    most: Option<u64>,
    /// How many rows were asked for last.
    wished: u64,
}

impl Give {
    /// Takes in what has come. `again` says that the scan was opened again at the last row, whose
    /// first cells were given out before.
    pub(super) fn take_in(&mut self, ask: &Ask, rows: Vec<Row>, again: &mut bool) -> Result<()> {
        for row in rows {
            self.came_rows += 1;
            self.came_bytes += row.as_block().len() as u64;
            if self.over || ask.bounds.without.as_deref() == Some(row.key()) {
                continue;
            }
            let below = ask
                .bounds
                .floor
                .as_deref()
                .is_some_and(|floor| row.key() < floor);
            if below {
                self.over = true;
                continue;
            }
            let goes_on = self.last.as_deref() == Some(row.key());
            let row = if goes_on && *again {
                self.rest(&row)?
            } else {
                Some(row)
            };
            if let Some(row) = row {
                self.push(ask, row, goes_on);
            }
            if !goes_on {
                *again = false;
            }
        }
        Ok(())
    }

    fn push(&mut self, ask: &Ask, row: Row, goes_on: bool) {
        if !goes_on {
            if ask.limit.is_some_and(|limit| self.rows >= limit) {
                self.over = true;
                return;
            }
            self.rows += 1;
            self.last = Some(row.key().to_vec());
        }
        if ask.batch.is_some() {
            let last = row.cells().last();
            self.last_cell = last.map(|cell| (cell.family.to_vec(), cell.qualifier.to_vec()));
        } else {
            self.over = ask.limit == Some(self.rows);
        }
        self.waiting.push_back(row);
    }

    /// The cells of a row behind those that were given out.
    fn rest(&self, row: &Row) -> Result<Option<Row>> {
        let Some((family, qualifier)) = &self.last_cell else {
            return Ok(None);
        };
        let given = (family.as_slice(), qualifier.as_slice());
        let mut block = CellBlock::new();
        for cell in row
            .cells()
            .filter(|cell| (cell.family, cell.qualifier) > given)
        {
            block.push(cell)?;
        }
        Ok((!block.is_empty()).then(|| Row::from_trusted(Bytes::clone(&block.take()))))
    }

    /// The next rows, at most as many and as large as was asked for, never none of several.
    pub(super) fn give(&mut self, ask: &Ask) -> Vec<Row> {
        let (mut count, mut bytes) = (0, 0);
        for row in &self.waiting {
            let more = row.as_block().len() as u64;
            if count > 0 && (count >= ask.caching as usize || bytes + more > ask.bytes) {
                break;
            }
            count += 1;
            bytes += more;
        }
        self.waiting.drain(..count).collect()
    }

    pub(super) fn is_empty(&self) -> bool {
        self.waiting.is_empty()
    }

    /// How many rows to ask for, so that they are about as large as was asked for. The first
    /// request, for which nothing is known, is a small one.
    pub(super) fn wish(&mut self, ask: &Ask) -> i32 {
        let by_size = match self.came_bytes.checked_div(self.came_rows) {
            Some(average) => ask.bytes / average.max(1),
            None => FIRST,
        };
        self.wished = by_size.clamp(1, self.most_rows(ask));
        i32::try_from(self.wished).unwrap_or(i32::MAX)
    }

    /// How many rows the gateway may keep ready, which gets them from their server by 2 MiB at
    /// most: `hbase.client.scanner.max.result.size`.
    pub(super) fn caching(&self, ask: &Ask) -> i32 {
        i32::try_from(self.most_rows(ask)).unwrap_or(i32::MAX)
    }

    /// As many rows as were allowed, unless fewer are left of the limit; at least one.
    fn most_rows(&self, ask: &Ask) -> u64 {
        let most = u64::from(ask.caching).min(self.most.unwrap_or(u64::MAX));
        let left = match (ask.limit, ask.batch) {
            (Some(limit), None) => {
                limit.saturating_sub(self.rows) + u64::from(ask.bounds.without.is_some())
            }
            _ => u64::MAX,
        };
        most.min(left).max(1)
    }

    /// Asks for half as many rows from now on; `false` where it was one.
    pub(super) fn halve(&mut self) -> bool {
        self.most = Some((self.wished / 2).max(1));
        self.wished > 1
    }
}

/// Rows of the first request.
const FIRST: u64 = 100;
