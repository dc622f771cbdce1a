//! The columns of a query, read chunk by chunk and decoded one by one.

use std::collections::VecDeque;

use hbase_backend::{CellRef, Row};

use super::source::{STREAM_CELLS, Source};
use crate::db::error::Error;
use crate::db::paging::read::PageItems;
use crate::db::paging::stream::StreamItems;
use crate::db::target::table_ref::TableRef;

/// Takes the decoded columns of a partial row, with their cells.
pub(super) type Each<'e, T> = dyn FnMut(&CellRef<'_>, Result<T, Error>) + 'e;

/// The bytes that a cursor needs to continue after a column.
pub(super) type PositionOf = fn(&CellRef<'_>, &TableRef) -> Vec<u8>;

/// The columns of a query. `D` decodes those of a partial row of a table.
pub(super) struct Chunks<T, D> {
    source: Source,
    decode: D,
    position: PositionOf,
    /// Columns still to be returned.
    left: u64,
    /// Cells to read in one call.
    most: u32,
    rows: VecDeque<Row>,
    /// Decoded columns with their positions.
    ready: VecDeque<(Vec<u8>, Result<T, Error>)>,
}

impl<T, D: Fn(&Row, &TableRef, &mut Each<'_, T>)> Chunks<T, D> {
    /// The columns of pages.
    pub(super) fn with_positions(source: Source, position: PositionOf, decode: D) -> Self {
        Self {
            position,
            ..Self::new(source, None, decode)
        }
    }

    /// At most `limit` columns, the first ones.
    pub(super) fn new(source: Source, limit: Option<u64>, decode: D) -> Self {
        Self {
            most: source.most,
            source,
            decode,
            position: |_, _| Vec::new(),
            left: limit.unwrap_or(u64::MAX),
            rows: VecDeque::new(),
            ready: VecDeque::new(),
        }
    }

    /// The next column; if none is ready, a call reads up to `most` cells.
    async fn next(&mut self, most: u32) -> Result<Option<(Vec<u8>, Result<T, Error>)>, Error> {
        loop {
            if let Some(column) = self.ready.pop_front() {
                return Ok(Some(column));
            }
            if let Some(row) = self.rows.pop_front() {
                let (table, ready, position) =
                    (self.source.table(), &mut self.ready, self.position);
                (self.decode)(&row, table, &mut |cell, column| {
                    ready.push_back((position(cell, table), column));
                });
                continue;
            }
            self.source.most = most;
            match self.source.next().await? {
                Some(rows) => self.rows.extend(rows),
                None => return Ok(None),
            }
        }
    }
}

impl<T, D: Fn(&Row, &TableRef, &mut Each<'_, T>)> PageItems for Chunks<T, D> {
    type Item = T;
    type Skipped = std::convert::Infallible;

    async fn next_item(
        &mut self,
        left: usize,
    ) -> Result<Option<(Vec<u8>, Result<T, Error>)>, Error> {
        let wanted = u32::try_from(left).unwrap_or(u32::MAX);
        self.next(wanted.saturating_add(1).min(STREAM_CELLS)).await
    }
}

impl<T, D> StreamItems for Chunks<T, D>
where
    T: Send + 'static,
    D: Fn(&Row, &TableRef, &mut Each<'_, T>) + Send + 'static,
{
    type Item = T;

    async fn next_item(&mut self) -> Result<Option<T>, Error> {
        let most = u32::try_from(self.left).map_or(self.most, |left| left.min(self.most));
        if self.left == 0 {
            return Ok(None);
        }
        self.left -= 1;
        let column = self.next(most).await?;
        column.map(|(_, column)| column).transpose()
    }
}
