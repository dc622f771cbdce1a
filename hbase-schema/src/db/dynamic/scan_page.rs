//! The dynamic columns of many rows, page by page.

use std::convert::Infallible;

use hbase_backend::CellRef;

use super::chunks::Chunks;
use super::scan::{ColumnOf, DynamicScan, each_column};
use super::source::Source;
use crate::cell::DecodeCell;
use crate::db::error::Error;
use crate::db::paging::page::Page;
use crate::db::paging::query_id::{Paged, QueryId};
use crate::db::paging::read::{PageRequest, pages, read_page};
use crate::db::target::table_ref::TableRef;
use crate::dynamic::{DynamicTypes, Qualifier};
use crate::key::DecodeKey;
use crate::table::{KeyOf, Table};

impl<R, F, C> DynamicScan<R, F, C>
where
    R: Table + 'static,
    KeyOf<R>: for<'k> DecodeKey<'k>,
    F: DynamicTypes<Qualifier: Qualifier, Value: for<'r> DecodeCell<'r, C>>,
{
    pages! {
        R:
        /// The first `size` columns, and a cursor for [`page_after`](Self::page_after) if there are more.
        ///
        /// # Errors
        /// [`Error::Key`], [`Error::Row`], [`Error::Backend`], and [`Error::Request`] for a page without
        /// columns, or together with [`limit`](Self::limit).
        -> Page<ColumnOf<R, F>, Infallible>, "dynamic_scan_page", "dynamic_scan_page_after",
        ". It starts within a row if the page ended there."
    }

    async fn read_page(
        self,
        page: PageRequest<'_>,
    ) -> Result<Page<ColumnOf<R, F>, Infallible>, Error> {
        let about = page.about;
        page.check(self.selected.limit, "columns")?;
        let mut source = self.source(about.call)?;
        let id = self.id_of(&source);
        if let Some(last) = page.after(&id)? {
            continue_after(&mut source, &last).ok_or_else(|| {
                about.cursor("the cursor holds no column of a row: start with the first page")
            })?;
        }
        let (token, cut) = (self.selected.token, source.cut.clone());
        let columns = Chunks::with_positions(source, position, move |row, table, each| {
            each_column(token, row, (about.call, table), cut.as_ref(), each);
        });
        let page = read_page(columns, page.size, &id);
        self.connection.operation(about, page).await
    }

    /// Identifies the query, by all but the page's size.
    fn id_of(&self, source: &Source) -> QueryId {
        let ranges = match &source.tables {
            Some(tables) => tables.ranges().to_vec(),
            None => source.ranges.iter().cloned().collect(),
        };
        let stop = source.span.stop.as_deref();
        QueryId::new(Paged::DynamicScan, &R::SCHEMA.table.name.to_string())
            .dates(self.dates, false)
            .key(R::SCHEMA.key)
            .ranges(&ranges)
            .checks(&source.checks)
            .columns(self.selected.token.family(), &source.span.start, stop)
            .time_range(self.selected.time_range)
            .times(source.cut.as_ref().map(|cut| cut.times().spans()))
    }
}

/// The start of the table's period if its name contains a date, the length of the row's key, the key,
/// and the qualifier.
fn position(cell: &CellRef<'_>, table: &TableRef) -> Vec<u8> {
    let start = table.period().map(|period| period.start_ms().to_be_bytes());
    // A row key has at most 32,767 bytes.
    let len = u16::try_from(cell.row.len()).unwrap_or(u16::MAX);
    let start = start.as_ref().map_or(&[][..], |start| start);
    [start, &len.to_be_bytes(), cell.row, cell.qualifier].concat()
}

/// Continues after the column at a position; `None` if the bytes are not a position.
fn continue_after(source: &mut Source, mut position: &[u8]) -> Option<()> {
    if let Some(tables) = &mut source.tables {
        let (start, rest) = position.split_first_chunk()?;
        (source.read.table, source.ranges) = tables.resume(i64::from_be_bytes(*start))?;
        position = rest;
    }
    let (len, rest) = position.split_first_chunk()?;
    let (row, qualifier) = rest.split_at_checked(u16::from_be_bytes(*len).into())?;
    let ranges = &mut source.ranges;
    while ranges.front().is_some_and(|rows| !rows.contains(row)) {
        ranges.pop_front();
    }
    let rows = source.ranges.front();
    let span = rows.map_or_else(|| source.span.clone(), |rows| source.span_of(rows));
    source.start_after(row, qualifier, &span);
    Some(())
}
