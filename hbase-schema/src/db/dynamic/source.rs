//! The partial rows of a query, chunk by chunk, from a row and a qualifier on.
//!
//! A stream may pause between chunks for any time.

use std::collections::VecDeque;

use hbase_backend::Row;

use super::cut::Cut;
use super::read::{Chunk, FamilyRead, behind};
use super::span::Span;
use super::tables::PeriodTables;
use crate::db::error::Error;
use crate::db::target::table_ref::TableRef;
use crate::query::{PartCheck, RowRange};

/// Cells of a chunk of a stream.
pub(super) const STREAM_CELLS: u32 = 1 << 14;

/// The partial rows of a query. Each chunk is a separate call, which sees the rows at that time: nothing is held open
/// in between.
#[derive(Debug)]
pub(super) struct Source {
    pub(super) read: FamilyRead,
    /// The rows that have not been read yet, range by range.
    pub(super) ranges: VecDeque<RowRange>,
    pub(super) span: Span,
    /// The row that was read up to a qualifier, and the rest of its columns.
    pub(super) within: Option<(Vec<u8>, Span)>,
    /// The times of the columns, if the query has a range on a time that the qualifiers continue. The ranges are divided for
    /// it.
    pub(super) cut: Option<Cut>,
    /// Checks of each row's key beyond its range.
    pub(super) checks: Vec<PartCheck>,
    /// Cells to read in one call.
    pub(super) most: u32,
    /// The tables other than the current one, where the name of the table contains a date.
    pub(super) tables: Option<PeriodTables>,
}

impl Source {
    /// The columns of one row.
    pub(super) fn of_row(read: FamilyRead, row: Vec<u8>, span: Span) -> Self {
        let within = (!span.is_empty()).then(|| (row, span.clone()));
        Self {
            read,
            ranges: VecDeque::new(),
            span,
            within,
            cut: None,
            checks: Vec::new(),
            most: STREAM_CELLS,
            tables: None,
        }
    }

    /// The table of the rows that were read last.
    pub(super) fn table(&self) -> &TableRef {
        &self.read.table
    }

    /// The next partial rows, all of one table; `None` at the end.
    pub(super) async fn next(&mut self) -> Result<Option<Vec<Row>>, Error> {
        loop {
            let chunk = match self.next_chunk().await {
                Ok(chunk) => chunk,
                Err(error) if self.may_skip_table(&error) => {
                    self.ranges.clear();
                    continue;
                }
                Err(error) => return Err(error),
            };
            let Some(chunk) = chunk else {
                if self.next_table().await? {
                    continue;
                }
                return Ok(None);
            };
            let checks = &self.checks;
            let is_match = |row: &Row| checks.iter().all(|check| check.matches(row.key()));
            let rows: Vec<Row> = chunk.rows.into_iter().filter(is_match).collect();
            if !rows.is_empty() {
                return Ok(Some(rows));
            }
        }
    }

    /// The next chunk of the current table; `None` at its end.
    async fn next_chunk(&mut self) -> Result<Option<Chunk>, Error> {
        let chunk = if let Some((row, span)) = self.within.take() {
            let chunk = self.read.of_row(&row, &span, self.most).await?;
            self.go_on(&chunk, Some(row), span);
            chunk
        } else if let Some(rows) = self.ranges.pop_front() {
            let span = self.span_of(&rows);
            if span.is_empty() {
                return Ok(Some(Chunk::EMPTY));
            }
            let chunk = self.read.of_rows(rows.clone(), &span, self.most);
            let chunk = chunk.await?;
            if !chunk.is_last {
                self.ranges.push_front(rows);
            }
            self.go_on(&chunk, None, span);
            chunk
        } else {
            return Ok(None);
        };
        if let Some(tables) = &mut self.tables {
            tables.has_read();
        }
        Ok(Some(chunk))
    }

    /// Goes on with the next table, if any.
    async fn next_table(&mut self) -> Result<bool, Error> {
        let Some(tables) = &mut self.tables else {
            return Ok(false);
        };
        // A look-up's future is large, and would be part of each caller's.
        let next = Box::pin(tables.next(&self.read));
        let Some((table, ranges)) = next.await? else {
            return Ok(false);
        };
        (self.read.table, self.ranges) = (table, ranges);
        Ok(true)
    }

    fn may_skip_table(&self, error: &Error) -> bool {
        let tables = self.tables.as_ref();
        tables.is_some_and(|tables| tables.may_skip(error))
    }

    /// The columns to read of these rows, one of the ranges.
    pub(super) fn span_of(&self, rows: &RowRange) -> Span {
        match &self.cut {
            Some(cut) => cut.span(rows, &self.span),
            None => self.span.clone(),
        }
    }

    /// Continues after the last cell of a chunk, which is one of these columns: of rows, or within a row.
    fn go_on(&mut self, chunk: &Chunk, within: Option<Vec<u8>>, span: Span) {
        if chunk.is_last {
            return;
        }
        let last = chunk.rows.last();
        let Some(cell) = last.and_then(|row| row.cells().last()) else {
            self.within = within.map(|row| (row, span));
            return;
        };
        self.start_after(cell.row, cell.qualifier, &span);
    }

    /// Continues after a column of a row.
    pub(super) fn start_after(&mut self, row: &[u8], qualifier: &[u8], span: &Span) {
        let rest = span.after(qualifier);
        self.within = (!rest.is_empty()).then(|| (row.to_vec(), rest));
        if let Some(rows) = self.ranges.front_mut().filter(|rows| rows.contains(row)) {
            *rows = behind(rows, row.to_vec());
        }
    }
}
