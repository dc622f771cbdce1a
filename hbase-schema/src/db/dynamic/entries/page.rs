//! Pages of entries.

use std::collections::VecDeque;
use std::convert::Infallible;

use hbase_backend::{Row, TimeRange};

use super::found::{self, Found};
use super::load::{LOOK_UP, Loaded, Loader, Pace};
use super::query::EntryQuery;
use super::report::{LISTED, StaleColumn};
use crate::cell::DecodeCell;
use crate::db::connection::link::operation;
use crate::db::dynamic::page::{check_page, take_page};
use crate::db::dynamic::span::Span;
use crate::db::error::{CallContext, Error};
use crate::db::paging::cursor::Cursor;
use crate::db::paging::page::Page;
use crate::db::paging::query_id::{Paged, QueryId};
use crate::query::RowRange;
use crate::row_index::{EntryId, IndexedEntry};
use crate::table::Table;

impl<R, E, C> EntryQuery<R, E, C>
where
    R: Table,
    E: IndexedEntry + for<'r> DecodeCell<'r, C>,
{
    /// The first `size` entries, each with its MD5, in the order of the index, and a cursor for
    /// [`page_after`](Self::page_after) if there may be more. A page ends early after a thousand index columns
    /// without their entry, which are [`skipped`](Page::skipped).
    ///
    /// # Errors
    /// [`Error::Key`], [`Error::Row`], [`Error::Backend`], and [`Error::Request`] for a page without
    /// entries, together with [`limit`](Self::limit), or for a field that is not indexed.
    pub async fn page(self, size: usize) -> Result<Page<(EntryId, E), StaleColumn>, Error> {
        self.read_page("entry_page", None, size).await
    }

    /// The page after the one that `cursor` came with. The row and the values must be the same; the
    /// size may differ.
    ///
    /// # Errors
    /// Same as [`page`](Self::page), and [`Error::Cursor`] for a cursor that is damaged, or belongs to
    /// another query or another layout of the table.
    pub async fn page_after(
        self,
        cursor: impl AsRef<str>,
        size: usize,
    ) -> Result<Page<(EntryId, E), StaleColumn>, Error> {
        self.read_page("entry_page_after", Some(cursor.as_ref()), size)
            .await
    }

    async fn read_page(
        self,
        call: &'static str,
        cursor: Option<&str>,
        size: usize,
    ) -> Result<Page<(EntryId, E), StaleColumn>, Error> {
        let about = Loader::<R, E, C>::about(call);
        check_page(about, size, self.limit)?;
        let timeout = self.operation_timeout();
        let (loader, span) = self.selected(about)?;
        let query = loader.query_id(&span);
        let from = cursor.map(|cursor| Cursor::read(about, cursor, &query));
        let rest = match from {
            None => span.clone(),
            Some(from) => span.after(&from?),
        };
        let read = loader.fill(about, &query, (span, rest), size);
        operation(about, timeout, read).await
    }
}

impl<R: Table, E, C> Loader<R, E, C> {
    fn query_id(&self, span: &Span) -> QueryId {
        QueryId::new(Paged::Dynamic, &self.row.table.to_string())
            .key(R::SCHEMA.key)
            .ranges(&[RowRange::point(self.row.row.clone())])
            .columns(self.of.index().family, &span.start, span.stop.as_deref())
            .time_range(TimeRange::ALL)
    }

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
            let columns = self.columns(about, query, rest, wanted).await?;
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

    async fn columns(
        &self,
        about: CallContext<'static>,
        query: &QueryId,
        span: Span,
        size: usize,
    ) -> Result<Page<Found, Infallible>, Error> {
        let of = self.of;
        take_page(
            self.index_source(about.call, span),
            size,
            query,
            |row: &Row, _, items| {
                let mut ready = VecDeque::new();
                found::decode(of, about, row, &mut ready);
                let named = |found: Found| (found.name.clone(), found);
                items.extend(ready.into_iter().map(|found| found.map(named)));
            },
        )
        .await
    }
}
