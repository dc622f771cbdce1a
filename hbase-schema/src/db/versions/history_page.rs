//! Reads the versions of a row page by page.

use hbase_backend::{CellBlock, CellRef, Row, TimeRange};

use super::history::{CALL, FoundRows, HistoryRequest, MAX_VERSIONS, RowGets, check_rows, gets_of};
use super::times::times;
use super::versioned::Versioned;
use crate::db::error::{CallContext, Error};
use crate::db::paging::cursor::Cursor;
use crate::db::paging::page::Page;
use crate::db::paging::query_id::{Paged, QueryId};
use crate::db::paging::read::{PageRequest, pages};
use crate::db::read::select::Selection;
use crate::table::Table;

impl<R: Table, S: Selection<R>> HistoryRequest<R, S> {
    pages! {
        R:
        /// Returns the newest `size` versions, and a cursor for [`page_after`](Self::page_after) if
        /// there are more. All pages together are the versions that the request itself returns.
        /// Versions with equal timestamps, which only rows with a random or round-robin salt have, stay
        /// on one page, which may then be longer.
        ///
        /// # Errors
        /// [`Error::Key`], [`Error::Row`], [`Error::Backend`], and [`Error::Request`] for a page without
        /// versions, or together with [`limit`](Self::limit).
        -> Page<S::Output>, CALL, CALL,
        ": the next older versions."
    }

    async fn read_page(self, page: PageRequest<'_>) -> Result<Page<S::Output>, Error> {
        let size = page.size;
        let query = self.id()?;
        let before = page.after(&query)?.map(<[u8; 8]>::try_from).transpose();
        let before = before.map_err(|_| {
            let what = "the cursor holds no version: start with the first page";
            page.about.cursor(what)
        })?;
        let before = before.map(i64::from_be_bytes);
        page.check(self.limit, "versions")?;
        let mut range = self.time_range;
        range.max = range.max.min(before.unwrap_or(i64::MAX));
        let page = self.gets(range, size)?;
        let kept = self.gets_of_keys()?;
        let found = self.connection.versions(page).await?;
        check_rows::<R, S>(&self.selection, &found, most_of(size))?;
        let FoundRows {
            table,
            rows: mut found,
        } = found;
        let about = CallContext::table(CALL, &table);
        if let Some(before) = before.filter(|_| !found.is_empty()) {
            let kept = self.connection.versions(kept).await?.rows;
            found = only_kept(&found, &kept, before).map_err(|error| about.backend(error))?;
        }
        let mut all = times(R::SCHEMA, &found);
        all.retain(|(time, _)| before.is_none_or(|before| *time < before));
        let last = last_of_page(&all, size);
        let mut rows = Vec::new();
        let mut next = None;
        let versions = Versioned::<R, S>::new(&self.selection, self.time_range, all);
        for (time, version) in versions.of_period(table.period()) {
            if let Some(last) = last.filter(|last| time < *last) {
                next = Some(Cursor::new(&query, &last.to_be_bytes()));
                break;
            }
            rows.push(version.map_err(|error| about.row_error(error))?);
        }
        Ok(Page {
            items: rows,
            next,
            skipped: Vec::new(),
        })
    }

    /// Gets of the newest `size` versions within `range`, and of one more, which shows whether
    /// there is another page.
    fn gets(&self, range: TimeRange, size: usize) -> Result<RowGets, Error> {
        gets_of::<R, S>(self.rows.clone(), range, &self.selection, most_of(size))
    }

    /// Gets of all versions, without their values.
    fn gets_of_keys(&self) -> Result<RowGets, Error> {
        let (rows, range) = (self.rows.clone(), self.time_range);
        let mut gets = gets_of::<R, S>(rows, range, &self.selection, MAX_VERSIONS)?;
        for get in &mut gets.gets {
            self.connection.omit_values(&mut get.read);
        }
        Ok(gets)
    }

    /// Identifies the query.
    fn id(&self) -> Result<QueryId, Error> {
        let rows = self.rows.as_ref();
        let rows = rows.map_err(|error| CallContext::of::<R>(CALL).key_error(error.clone()))?;
        let id = QueryId::new(Paged::History, &rows.table.to_string());
        let id = id.key(R::SCHEMA.key).rows(&rows.rows);
        Ok(id.time_range(self.time_range))
    }
}

/// The versions to read for a page: one more than it has.
fn most_of(size: usize) -> u32 {
    let size = u32::try_from(size).unwrap_or(MAX_VERSIONS);
    size.saturating_add(1).min(MAX_VERSIONS)
}

/// The rows of a page without the cells that a family no longer keeps; for cells from `before` on,
/// only the keys.
///
/// `HBase` counts versions only within the time range of a get, so a get that excludes the newer
/// ones also returns cells that the next compaction would remove. `kept` has the keys of all others.
fn only_kept(page: &[Row], kept: &[Row], before: i64) -> hbase_backend::Result<Vec<Row>> {
    let kept_of = |row: &Row| kept.iter().find(|kept| kept.key() == row.key());
    let rows = page.iter().filter_map(|row| Some((row, kept_of(row)?)));
    rows.map(|(row, kept)| kept_cells(row, kept, before))
        .collect()
}

/// The cells of `row` that are in `kept`, and those of `kept` from `before` on: their number
/// determines the end of a column.
fn kept_cells(row: &Row, kept: &Row, before: i64) -> hbase_backend::Result<Row> {
    let mut cells = row.cells().peekable();
    let mut block = CellBlock::new();
    for kept in kept.cells() {
        if kept.timestamp >= before {
            block.push(kept)?;
            continue;
        }
        let compare = |cell: &CellRef<'_>| {
            let columns = (cell.family, cell.qualifier).cmp(&(kept.family, kept.qualifier));
            columns.then_with(|| kept.timestamp.cmp(&cell.timestamp))
        };
        while cells.next_if(|cell| compare(cell).is_lt()).is_some() {}
        if let Some(cell) = cells.next_if(|cell| compare(cell).is_eq()) {
            block.push(cell)?;
        }
    }
    Ok(Row::from_trusted(block.take()))
}

/// The timestamp of the last version of a page. A cursor contains a timestamp, so versions with
/// equal ones stay together.
fn last_of_page(times: &[(i64, &Row)], size: usize) -> Option<i64> {
    let last = size.min(times.len()).checked_sub(1)?;
    Some(times[last].0)
}
