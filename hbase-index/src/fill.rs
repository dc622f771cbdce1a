//! Adding the entries of rows that were written before their index.

use std::time::Duration;

use hbase_backend::{Deadline, Get, RowBound, Scan};
use hbase_model::TableName;

use crate::domain::Bytes;
use crate::error::Result;
use crate::intent::Reads;
use crate::protocol::{BackfillRow, Request, Response, RowRead};
use crate::sweep::count;
use crate::table::IndexedTable;

/// Maximum rows that are read whole by one call.
const WHOLE_ROWS: usize = 64;

/// The progress of a backfill.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Progress {
    /// Rows that were read.
    pub rows: u64,
    /// Rows whose entries were put.
    pub added: u64,
    /// Rows whose values could not be computed: they have no entries.
    pub undecodable: u64,
    /// The last row: a backfill continues after it.
    pub last_row: Vec<u8>,
}

impl IndexedTable {
    /// Adds the entries of the rows between two bounds, page by page; calls `report` after each page. Each
    /// request has `timeout`.
    ///
    /// Several ranges may be filled concurrently, or by several processes, while the index's state is
    /// `Backfilling`; [`build`](Self::build) fills the whole table.
    ///
    /// Rows whose values cannot be computed are skipped and counted.
    ///
    /// # Errors
    /// [`IndexError::NotReadable`](crate::IndexError::NotReadable) for an index that is not written, and those
    /// of the backend. Reported pages are complete.
    pub async fn backfill(
        &self,
        index: &TableName,
        start: RowBound,
        stop: RowBound,
        timeout: Duration,
        report: &mut (dyn FnMut(&Progress) + Send),
    ) -> Result<Progress> {
        let index = self.position(index)?;
        self.read_written(index, Deadline::after(timeout)).await?;
        let mut progress = Progress::default();
        let mut start = start;
        loop {
            let page = self.fill_page(index, start, stop.clone(), timeout, &mut progress);
            let Some(last) = page.await? else {
                return Ok(progress);
            };
            progress.last_row.clone_from(&last);
            report(&progress);
            start = RowBound::Excluded(last);
        }
    }

    /// Fills a page; returns its last row, `None` at the end.
    pub(crate) async fn fill_page(
        &self,
        index: usize,
        start: RowBound,
        stop: RowBound,
        timeout: Duration,
        progress: &mut Progress,
    ) -> Result<Option<Vec<u8>>> {
        let rows = self.row_page(index, start, stop, timeout).await?;
        let Some((last, _)) = rows.last() else {
            return Ok(None);
        };
        let last = last.clone();
        progress.rows += count(rows.len());
        let mut puts = Vec::new();
        for (_, read) in rows {
            let before = puts.len();
            if !self.add_puts(index, read, &mut puts)? {
                progress.undecodable += 1;
            }
            progress.added += u64::from(puts.len() > before);
        }
        self.mutate_entries(puts, Deadline::after(timeout)).await?;
        Ok(Some(last))
    }

    /// Adds the puts of a row's entries; returns whether its values could be computed.
    fn add_puts(
        &self,
        index: usize,
        read: RowRead<Bytes>,
        puts: &mut Vec<(usize, hbase_backend::Mutation)>,
    ) -> Result<bool> {
        let domain = self.domain_of(index);
        let row = BackfillRow::<Bytes>::default().respond(&domain, Response::Row(read));
        if let Some(Request::PutEntries { entries, at }) = row.request() {
            puts.extend(self.puts_of(&entries, at)?);
        }
        Ok(!matches!(row.outcome(), Some(Err(Some(_)))))
    }

    /// The next rows, with the cells that their entries depend on.
    pub(crate) async fn row_page(
        &self,
        index: usize,
        start: RowBound,
        stop: RowBound,
        timeout: Duration,
    ) -> Result<Vec<(Vec<u8>, RowRead<Bytes>)>> {
        let mut scan = Scan {
            start,
            stop,
            limit: Some(self.settings.page.into()),
            ..Scan::new()
        };
        let stamp = &self.definition.stamp;
        let columns = self.index(index).depends_on.iter().chain([stamp]);
        for (family, qualifier) in columns {
            scan.read.add_column(family, qualifier);
        }
        let table = &self.definition.table;
        let rows = self.scan_all(table, scan, Deadline::after(timeout)).await?;
        let mut reads = Vec::with_capacity(rows.len());
        for row in &rows {
            reads.push((row.key().to_vec(), self.row_read(Some(row))?));
        }
        self.read_unstamped(&mut reads, timeout).await?;
        Ok(reads)
    }

    /// Reads the rows that have no stamp once more, with all their cells, because the newest timestamp is
    /// needed.
    async fn read_unstamped(
        &self,
        reads: &mut [(Vec<u8>, RowRead<Bytes>)],
        timeout: Duration,
    ) -> Result<()> {
        let unstamped = reads.iter_mut().filter(|(_, read)| read.stamp.is_none());
        let mut unstamped: Vec<_> = unstamped.collect();
        for some in unstamped.chunks_mut(WHOLE_ROWS) {
            let gets: Vec<Get> = some
                .iter()
                .map(|(row, _)| self.row_get(row, Reads::All))
                .collect();
            let (table, deadline) = (&self.definition.table, Deadline::after(timeout));
            let rows = self.backend.get_many(table, &gets, deadline).await?;
            for (entry, row) in some.iter_mut().zip(rows) {
                entry.1 = self.row_read(row.as_ref())?;
            }
        }
        Ok(())
    }
}
