//! Queries by an index, page by page.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use hbase_backend::{Deadline, Filter, Row, RowBound};
use hbase_index::{IndexedTable, Rows};

use super::query::IndexQuery;
use crate::cell::RowError;
use crate::db::error::{CallContext, Error};
use crate::db::paging::cursor::Cursor;
use crate::db::paging::page::Page;
use crate::db::paging::query_id::{Paged, QueryId};
use crate::db::paging::read::{PageRequest, pages};
use crate::db::read::select::Selection;
use crate::db::scan::{OnUndecodable, UndecodableRow, log_skipped};
use crate::index::{IndexRange, Indexed};
use crate::query::RowRange;

const CALL: &str = "page";

impl<T: Indexed, S: Selection<T>> IndexQuery<T, S> {
    pages! {
        T:
        /// The first page: up to `size` rows, and a cursor for [`page_after`](Self::page_after) if there are more. To find
        /// out, one row more is read.
        ///
        /// Each page is a separate query: a row whose value changes between two of them may be on both or on neither, as
        /// with [`after`](Self::after).
        ///
        /// # Errors
        /// Same as [`IndexRows::next`](super::IndexRows::next); [`Error::Request`] for a page without rows, or together with
        /// [`limit`](Self::limit).
        -> Page<S::Output>, CALL, CALL,
        ". The condition and the filter must be the same; the size and the selected columns may differ."
    }

    async fn read_page(mut self, page: PageRequest<'_>) -> Result<Page<S::Output>, Error> {
        page.check(self.limit, "rows")?;
        let PageRequest { about, size, .. } = page;
        let filter = self.row_filter()?;
        let id = self.id(filter.as_ref())?;
        if let Some(position) = page.after(&id)? {
            self = self.after(position);
        }
        let timeout = self.connection.options.timeout;
        // One row more shows whether there is another page.
        self.check_layout().await?;
        let rows = self.start(filter, Some((size as u64).saturating_add(1)))?;
        let after = self.after.take();
        let mut found = Found::new(about, self.on_undecodable);
        let selection = self.into_selection();
        let read = found.read(rows, &selection, after.as_deref(), size, timeout);
        read.await.map_err(|error| about.index(error))?;
        found.into_page(size, &id)
    }

    /// Identifies the query, by all but the page's size and the selected columns.
    fn id(&self, filter: Option<&Filter>) -> Result<QueryId, Error> {
        let about = CallContext::of::<T>(CALL);
        let ranges = self.ranges.as_ref();
        let ranges = ranges.map_err(|error| about.request(error.clone()))?;
        let ranges: Vec<RowRange> = ranges.iter().map(identity).collect();
        let index = self.schema.table().to_string();
        Ok(
            QueryId::new(Paged::Index, &T::SCHEMA.table.name.to_string())
                .rows(&[index.into_bytes()])
                .key(T::SCHEMA.key)
                .ranges(&ranges)
                .filter(filter),
        )
    }
}

/// A range of values as a range of rows. The bounds of each kind differ from those of all others.
fn identity(range: &IndexRange) -> RowRange {
    let (start, stop) = match range {
        IndexRange::Value(value) => (value, RowBound::Included(value.clone())),
        IndexRange::Leading(start) => (start, RowBound::Excluded(start.clone())),
        IndexRange::Between { start, stop } => {
            let stop = stop.clone().map_or(RowBound::Unbounded, RowBound::Excluded);
            (start, stop)
        }
    };
    let start = RowBound::Included(start.clone());
    RowRange { start, stop }
}

/// The rows of a page, by the positions of their current entries, and one more if there are more.
///
/// An old entry, which a row has left, also leads to the row, at another position. A row is on one page only: where its
/// current entry is.
struct Found<T> {
    about: CallContext<'static>,
    on_undecodable: OnUndecodable,
    items: BTreeMap<Vec<u8>, Result<T, Error>>,
    skipped: BTreeMap<Vec<u8>, UndecodableRow>,
}

impl<T> Found<T> {
    fn new(about: CallContext<'static>, on_undecodable: OnUndecodable) -> Self {
        Self {
            about,
            on_undecodable,
            items: BTreeMap::new(),
            skipped: BTreeMap::new(),
        }
    }

    async fn read<R, S: Selection<R, Output = T>>(
        &mut self,
        mut rows: Rows<Arc<IndexedTable>>,
        selection: &S,
        after: Option<&[u8]>,
        size: usize,
        timeout: Duration,
    ) -> hbase_index::Result<()> {
        loop {
            let batch = rows.next_batch(Deadline::after(timeout)).await?;
            let is_last = batch.is_none();
            for row in batch.into_iter().flatten() {
                let at = rows.position_after(&row);
                // A row whose value is now before this page belongs to an earlier one.
                if let Some(at) = at.filter(|at| after.is_none_or(|after| at.as_slice() > after)) {
                    self.add(at, selection.read(&row, None), row);
                }
                if self.items.len() > size + 1 {
                    self.items.pop_last();
                }
            }
            let last = self.items.last_key_value().map(|(at, _)| at.as_slice());
            // Entries were read up to the query's position. A row that an old entry led to may lie further on,
            // and others may come before it: the page is complete once all its rows are at or before the
            // position.
            if is_last || (self.items.len() > size && last <= rows.position()) {
                return Ok(());
            }
        }
    }

    fn add(&mut self, at: Vec<u8>, item: Result<T, RowError>, row: Row) {
        match (item, self.on_undecodable) {
            (Ok(item), _) => drop(self.items.insert(at, Ok(item))),
            // On another page, it is no error of this one.
            (Err(error), OnUndecodable::Fail) => {
                let error = self.about.row(row.key()).row_error(error);
                self.items.insert(at, Err(error));
            }
            (Err(error), OnUndecodable::Skip) => log_skipped(self.about, &error),
            (Err(error), OnUndecodable::Collect) => {
                let period = None;
                let skipped = UndecodableRow { row, error, period };
                self.skipped.insert(at, skipped);
            }
        }
    }

    fn into_page(mut self, size: usize, id: &QueryId) -> Result<Page<T>, Error> {
        let has_more = self.items.len() > size;
        let mut items = Vec::new();
        let mut last = None;
        for (at, item) in self.items.into_iter().take(size) {
            items.push(item?);
            last = Some(at);
        }
        let last = last.filter(|_| has_more);
        if let Some(last) = &last {
            // The next page has those after its last row.
            self.skipped.split_off(last);
        }
        Ok(Page {
            items,
            next: last.map(|position| Cursor::new(id, &position)),
            skipped: self.skipped.into_values().collect(),
        })
    }
}

#[cfg(test)]
mod tests {
    use hbase_backend::Mutation;

    use super::*;
    use crate::cell::RowErrorKind;
    use crate::db::error::ErrorKind;

    fn found(on_undecodable: OnUndecodable) -> Found<u32> {
        let about = CallContext::call(CALL);
        let mut found = Found::new(about, on_undecodable);
        for (at, item) in [(4, Ok(40)), (2, Ok(20)), (3, Err(())), (1, Ok(10))] {
            let mut mutation = Mutation::new(format!("row {at}"));
            mutation.put_at(b"D1", b"N", 1, b"x").unwrap();
            let row = Row::new(mutation.cells().clone().take()).unwrap();
            let item = item.map_err(|()| {
                RowError::from(RowErrorKind::Missing {
                    row: "Row",
                    key: "row 3".into(),
                    field: "n",
                    column: "D1:N".into(),
                    expected: "u32",
                })
            });
            found.add(vec![at], item, row);
        }
        found
    }

    fn id() -> QueryId {
        QueryId::new(Paged::Index, "T")
    }

    #[test]
    fn a_page_has_its_size_and_a_cursor_if_there_is_more() {
        for (size, items, has_more) in [
            (1, &[10][..], true),
            (2, &[10, 20], true),
            (3, &[10, 20, 40], false),
            (4, &[10, 20, 40], false),
        ] {
            let page = found(OnUndecodable::Skip).into_page(size, &id()).unwrap();
            assert_eq!((&page.items[..], page.next.is_some()), (items, has_more));
            assert!(page.skipped.is_empty());
        }
    }

    #[test]
    fn a_row_that_does_not_decode_belongs_to_the_page_it_lies_on() {
        for (size, skipped) in [(1, 0), (2, 0), (3, 1)] {
            let page = found(OnUndecodable::Collect).into_page(size, &id());
            assert_eq!(page.unwrap().skipped.len(), skipped, "{size}");
        }
        for size in [1, 2] {
            let page = found(OnUndecodable::Fail).into_page(size, &id()).unwrap();
            assert!(page.items.len() == size && page.next.is_some());
        }
        let error = found(OnUndecodable::Fail).into_page(3, &id()).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Decode);
        assert_eq!(error.context().unwrap().row(), Some(&b"row 3"[..]));
    }
}
