//! Pages of entries.

use std::collections::VecDeque;

use hbase_backend::TimeRange;

use super::load::{LOOK_UP, Loaded, Loader, Pace};
use super::query::EntryQuery;
use super::report::{LISTED, StaleColumn};
use crate::cell::DecodeCell;
use crate::db::connection::link::operation;
use crate::db::dynamic::page::row_id;
use crate::db::dynamic::span::Span;
use crate::db::error::{CallContext, Error};
use crate::db::paging::page::Page;
use crate::db::paging::query_id::QueryId;
use crate::db::paging::read::{PageRequest, pages, read_page};
use crate::row_index::{EntryId, IndexedEntry};
use crate::table::Table;

impl<R, E, C> EntryQuery<R, E, C>
where
    R: Table,
    E: IndexedEntry + for<'r> DecodeCell<'r, C>,
{
    pages! {
        R:
        /// The first `size` entries, each with its MD5, in the order of the index, and a cursor for
        /// [`page_after`](Self::page_after) if there may be more. A page ends early after a thousand index columns
        /// without their entry, which are [`skipped`](Page::skipped).
        ///
        /// # Errors
        /// [`Error::Key`], [`Error::Row`], [`Error::Backend`], and [`Error::Request`] for a page without
        /// entries, together with [`limit`](Self::limit), or for a field that is not indexed.
        -> Page<(EntryId, E), StaleColumn>, "entry_page", "entry_page_after",
        ". The row and the values must be the same; the size may differ."
    }

    async fn read_page(
        self,
        page: PageRequest<'_>,
    ) -> Result<Page<(EntryId, E), StaleColumn>, Error> {
        let about = page.about;
        page.check(self.limit, "columns")?;
        let timeout = self.connection().options.operation_timeout;
        let (loader, span) = self.selected(about)?;
        let family = loader.of.index().family;
        let query = row_id::<R>(&loader.row, family, &span, TimeRange::ALL);
        let rest = page.rest_of(&query, span.clone())?;
        let read = loader.fill(about, &query, (span, rest), page.size);
        operation(about, timeout, read).await
    }
}

impl<R: Table, E, C> Loader<R, E, C> {
    /// Reads index columns and their entries until the page is full.
    async fn fill(
        &self,
        about: CallContext<'static>,
        query: &QueryId,
        (span, mut rest): (Span, Span),
        size: usize,
    ) -> Result<Page<(EntryId, E), StaleColumn>, Error>
    where
        E: IndexedEntry + for<'r> DecodeCell<'r, C>,
    {
        let mut page = Page {
            items: Vec::new(),
            next: None,
            skipped: Vec::new(),
        };
        let mut next = Pace::new();
        loop {
            let wanted = (size - page.items.len()).min(LOOK_UP);
            let columns = self.index_columns(about, self.index_source(about.call, rest));
            let columns = read_page(columns, wanted, query).await?;
            let mut found = VecDeque::from(columns.items);
            let last = found.back().map(|last| last.name.clone());
            while !found.is_empty() {
                for looked_up in self.load(about.call, &mut found, &mut next).await? {
                    match looked_up.loaded? {
                        Loaded::Entry(id, entry) => page.items.push((id, entry)),
                        Loaded::Stale(column) => page.skipped.push(column),
                    }
                }
            }
            page.next = columns.next;
            let (Some(_), Some(last)) = (&page.next, last) else {
                return Ok(page);
            };
            if page.items.len() == size || page.skipped.len() >= LISTED {
                return Ok(page);
            }
            rest = span.after(&last);
        }
    }
}
