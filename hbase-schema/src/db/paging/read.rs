//! Reads one page of a query.

use super::cursor::Cursor;
use super::page::Page;
use super::query_id::QueryId;
use crate::db::error::{CallContext, Error};

/// Declares `page`, with the docs that are given, and `page_after`, in the `impl` of a request for rows of a type. Both call
/// the request's own `read_page`.
macro_rules! pages {
    ($row:ident: $(#[$docs:meta])* -> $page:ty, $first:expr, $after:expr, $which:literal) => {
        $(#[$docs])*
        pub async fn page(self, size: usize) -> Result<$page, $crate::db::Error> {
            let about = $crate::db::CallContext::of::<$row>($first);
            let cursor = None;
            // Boxed: callers would otherwise contain its large future.
            Box::pin(self.read_page(PageRequest { about, cursor, size })).await
        }

        #[doc = concat!("The page after the one that `cursor` came with", $which)]
        ///
        /// # Errors
        /// Same as [`page`](Self::page), and [`Error::Cursor`](crate::Error::Cursor) for a cursor that is damaged, or
        /// belongs to another query or another layout of the table.
        pub async fn page_after(
            self,
            cursor: impl AsRef<str>,
            size: usize,
        ) -> Result<$page, $crate::db::Error> {
            let about = $crate::db::CallContext::of::<$row>($after);
            let cursor = Some(cursor.as_ref());
            Box::pin(self.read_page(PageRequest { about, cursor, size })).await
        }
    };
}
pub(in crate::db) use pages;

/// A request for one page.
#[derive(Clone, Copy, Debug)]
pub(in crate::db) struct PageRequest<'c> {
    pub(in crate::db) about: CallContext<'static>,
    /// The cursor of the page before; `None` for the first page.
    pub(in crate::db) cursor: Option<&'c str>,
    pub(in crate::db) size: usize,
}

impl PageRequest<'_> {
    /// Rejects a page of a query with a limit, and one without `items`.
    pub(in crate::db) fn check<L>(&self, limit: Option<L>, items: &str) -> Result<(), Error> {
        self.check_limit(limit, items)?;
        self.check_size(items)
    }

    pub(in crate::db) fn check_limit<L>(&self, limit: Option<L>, items: &str) -> Result<(), Error> {
        let what = "a `limit` together with `page`: the page's size limits the";
        let error = |_| Err(self.about.request(format_args!("{what} {items}")));
        limit.map_or(Ok(()), error)
    }

    pub(in crate::db) fn check_size(&self, items: &str) -> Result<(), Error> {
        let what = format_args!("a page of 0 {items}: request at least one");
        match self.size {
            0 => Err(self.about.request(what)),
            _ => Ok(()),
        }
    }

    /// The position after which the page begins; `None` for the first page.
    pub(in crate::db) fn after(&self, query: &QueryId) -> Result<Option<Vec<u8>>, Error> {
        let read = |cursor| Cursor::read(self.about, cursor, query);
        self.cursor.map(read).transpose()
    }
}

/// The items of a query from the start of a page on, in their order.
pub(in crate::db) trait PageItems {
    type Item;
    type Skipped;

    /// The next item with its position; `None` at the end. The page has room for `left` more items.
    async fn next_item(
        &mut self,
        left: usize,
    ) -> Result<Option<(Vec<u8>, Result<Self::Item, Error>)>, Error>;

    /// The number of items that were skipped so far.
    fn skipped(&self) -> usize {
        0
    }

    fn take_skipped(&mut self) -> Vec<Self::Skipped> {
        Vec::new()
    }
}

/// Reads the items of a page, and one more, which shows whether there is another page.
pub(in crate::db) async fn read_page<I: PageItems>(
    mut from: I,
    size: usize,
    query: &QueryId,
) -> Result<Page<I::Item, I::Skipped>, Error> {
    let mut items = Vec::new();
    let mut last = Vec::new();
    let mut next = None;
    let mut skipped = 0;
    while let Some((position, item)) = from.next_item(size - items.len()).await? {
        // The error of this item, if it has one, is left to the next page.
        if items.len() == size {
            next = Some(Cursor::new(query, &last));
            break;
        }
        items.push(item?);
        last = position;
        skipped = from.skipped();
    }
    let mut page = Page {
        items,
        next,
        skipped: from.take_skipped(),
    };
    if page.next.is_some() {
        // The next page returns those after this page's last item too.
        page.skipped.truncate(skipped);
    }
    Ok(page)
}
