//! Reads the cells of one family as partial rows, up to a number of cells and of bytes.
//!
//! A call reads one chunk, from a row and a qualifier on. The filter of a page (`ColumnPaginationFilter`) ends it on
//! the server, even if a client reads ahead.

use std::time::Duration;

use hbase_backend::{Backend, Deadline, Filter, ReadOptions, Row, RowBound, Scan, TimeRange};
use hbase_model::TableName;

use super::span::Span;
use crate::db::connection::Connection;
use crate::db::error::{CallContext, Error};
use crate::db::target::table_ref::TableRef;
use crate::query::RowRange;

/// Cells of a partial row. This many cells beyond the bytes of a chunk may be in memory.
const BATCH: u32 = 64;

/// The same for large columns, such as entries: 16 cells of 10 MiB each, `HBase`'s default maximum, fit a response of
/// 256 MiB.
const SMALL_BATCH: u32 = 16;

/// The minimum and maximum bytes of a chunk.
const BYTES: (usize, usize) = (16 << 10, 2 << 20);

/// The part to read of each row.
#[derive(Clone, Debug)]
pub(super) struct FamilyRead {
    pub(super) connection: Connection,
    pub(super) call: &'static str,
    pub(super) table: TableRef,
    pub(super) family: &'static str,
    pub(super) time_range: TimeRange,
    /// Whether values are omitted.
    pub(super) keys_only: bool,
}

/// Partial rows that were read by one call.
#[derive(Debug)]
pub(super) struct Chunk {
    pub(super) rows: Vec<Row>,
    /// Whether it is the last chunk.
    pub(super) is_last: bool,
}

impl Chunk {
    /// No rows, and none after them.
    pub(super) const EMPTY: Self = Self {
        rows: Vec::new(),
        is_last: true,
    };
}

impl FamilyRead {
    pub(super) fn about(&self) -> CallContext<'_> {
        CallContext::table(self.call, &self.table)
    }

    fn bytes(&self) -> usize {
        let (least, most) = BYTES;
        self.connection.link.limits.scan_bytes.clamp(least, most)
    }

    pub(super) fn timeout(&self) -> Duration {
        self.connection.options.timeout
    }

    /// Reads up to `most` columns of one row.
    pub(super) async fn of_row(
        &self,
        row: &[u8],
        columns: &Span,
        most: u32,
    ) -> Result<Chunk, Error> {
        // The server ends the row there, even if the client reads ahead.
        let page = Filter::ColumnPage {
            limit: most,
            offset: 0,
        };
        let scan = self.scan(RowRange::point(row.to_vec()), columns, Some(page), most);
        self.chunk(self.about().row(row), scan, most).await
    }

    /// Reads columns of the rows of a range: at least `most` if they have that many.
    pub(super) async fn of_rows(
        &self,
        rows: RowRange,
        columns: &Span,
        most: u32,
    ) -> Result<Chunk, Error> {
        let scan = self.scan(rows, columns, None, most);
        self.chunk(self.about(), scan, most).await
    }

    /// Reads these columns of one row; `None` if they have more bytes than a chunk.
    pub(super) async fn of_columns(
        &self,
        row: &[u8],
        names: &[Vec<u8>],
    ) -> Result<Option<Vec<Row>>, Error> {
        let most = u32::try_from(names.len()).unwrap_or(u32::MAX);
        let all = Span::with_prefix(b"");
        let mut scan = self.scan(RowRange::point(row.to_vec()), &all, None, most);
        scan.batch = Some(SMALL_BATCH);
        scan.read.columns.clear();
        for name in names {
            scan.read.add_column(self.family.as_bytes(), name);
        }
        let chunk = self.chunk(self.about().row(row), scan, most).await?;
        let cells: usize = chunk.rows.iter().map(|row| row.cells().count()).sum();
        let is_whole = chunk.is_last || cells >= names.len();
        Ok(is_whole.then_some(chunk.rows))
    }

    fn scan(&self, rows: RowRange, columns: &Span, page: Option<Filter>, most: u32) -> Scan {
        let keys = self.keys_only.then_some(Filter::KeyOnly(false));
        let mut filters: Vec<Filter> = [columns.filter(), page, keys]
            .into_iter()
            .flatten()
            .collect();
        let filter = match filters.len() {
            0 | 1 => filters.pop(),
            _ => Some(Filter::And(filters)),
        };
        let mut read = ReadOptions {
            time_range: self.time_range,
            filter,
            ..ReadOptions::default()
        };
        read.add_family(self.family.as_bytes());
        Scan {
            start: rows.start,
            stop: rows.stop,
            batch: Some(BATCH.min(most).max(1)),
            max_result_bytes: Some(self.bytes() as u64),
            read,
            ..Scan::default()
        }
    }

    /// One call, which is retried as a whole after a transient error.
    async fn chunk(&self, about: CallContext<'_>, scan: Scan, most: u32) -> Result<Chunk, Error> {
        let link = &self.connection.link;
        let bytes = self.bytes();
        let chunk = link.read(about, self.timeout(), |backend, deadline| {
            let scan = scan.clone();
            async move {
                let chunk = read(&*backend, &self.table, scan, (most, bytes), deadline).await?;
                link.count_read(&chunk.rows);
                Ok(chunk)
            }
        });
        // A call's future is large, and would be part of each caller's.
        Box::pin(chunk).await
    }
}

/// Reads partial rows up to the first one that completes `most` cells or bytes.
async fn read(
    backend: &dyn Backend,
    table: &TableName,
    scan: Scan,
    most: (u32, usize),
    deadline: Deadline,
) -> hbase_backend::Result<Chunk> {
    let (most, most_bytes) = (usize::try_from(most.0).unwrap_or(usize::MAX), most.1);
    let mut scanner = backend.scan(table, scan, deadline).await?;
    let mut rows: Vec<Row> = Vec::new();
    let (mut cells, mut bytes) = (0, 0);
    while cells < most && bytes < most_bytes {
        let batch = scanner.next_batch(deadline).await?;
        if batch.is_empty() {
            return Ok(Chunk {
                rows,
                is_last: true,
            });
        }
        for row in batch {
            cells += row.cells().count();
            bytes += row.as_block().len();
            rows.push(row);
        }
    }
    Ok(Chunk {
        rows,
        is_last: false,
    })
}

/// The range of rows after this one.
pub(super) fn behind(rows: &RowRange, row: Vec<u8>) -> RowRange {
    RowRange {
        start: RowBound::Excluded(row),
        stop: rows.stop.clone(),
    }
}
