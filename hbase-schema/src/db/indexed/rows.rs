//! The rows of a query by an index.

use std::collections::VecDeque;
use std::fmt;
use std::marker::PhantomData;
use std::sync::Arc;
use std::time::Duration;

use futures_core::Stream;
use futures_util::stream;
use hbase_backend::{Deadline, Row};
use hbase_index::{IndexedTable, Rows};

use super::query::check_layout;
use crate::db::connection::link::Link;
use crate::db::error::{CallContext, Error};
use crate::db::read::select::{Selection, Whole};
use crate::db::scan::{OnUndecodable, UndecodableRow, log_skipped};
use crate::index::Indexed;

/// The rows of a query by an index: made by [`IndexQuery::rows`](super::IndexQuery::rows).
#[must_use = "rows are read by `next`, `next_page` or `collect`"]
pub struct IndexRows<T: 'static, S: Selection<T> = Whole<T>> {
    rows: Option<Rows<Arc<IndexedTable>>>,
    /// The error of the query itself, or of the row after those that are ready.
    error: Option<Error>,
    ready: VecDeque<S::Output>,
    /// The position after the last page whose rows could all be decoded.
    position: Option<Vec<u8>>,
    left: u64,
    on_undecodable: OnUndecodable,
    undecodable: Vec<UndecodableRow>,
    /// The connection until the layout of the table is checked, by the first batch.
    unchecked: Option<Arc<Link>>,
    timeout: Duration,
    selection: S,
    of: PhantomData<fn() -> T>,
}

impl<T: Indexed, S: Selection<T>> IndexRows<T, S> {
    pub(super) fn new(
        rows: Result<Rows<Arc<IndexedTable>>, Error>,
        selection: S,
        limit: Option<u64>,
        on_undecodable: OnUndecodable,
        (link, timeout): (Arc<Link>, Duration),
    ) -> Self {
        let (rows, error) = match rows {
            Ok(rows) => (Some(rows), None),
            Err(error) => (None, Some(error)),
        };
        Self {
            rows,
            error,
            ready: VecDeque::new(),
            position: None,
            left: limit.unwrap_or(u64::MAX),
            on_undecodable,
            undecodable: Vec::new(),
            unchecked: Some(link),
            timeout,
            selection,
            of: PhantomData,
        }
    }

    /// The next row; `None` at the end, and after an error. A dropped future loses no row.
    ///
    /// # Errors
    /// [`Error::Row`] for a row that cannot be decoded, unless [`on_undecodable`](super::IndexQuery::on_undecodable) skips
    /// it, [`Error::Backend`], and [`Error::Index`] for an
    /// index that is not built, and for a query that takes too long.
    pub async fn next(&mut self) -> Option<Result<S::Output, Error>> {
        if self.left == 0 {
            return None;
        }
        while self.ready.is_empty() {
            if let Some(error) = self.error.take() {
                self.rows = None;
                return Some(Err(error));
            }
            if !self.read_batch().await {
                return None;
            }
        }
        self.left -= 1;
        self.ready.pop_front().map(Ok)
    }

    /// The next rows, at most the [`page`](crate::index::Settings#structfield.page) of the settings; empty at the end.
    /// Afterwards, [`position`](Self::position) is where to continue later.
    ///
    /// # Errors
    /// Same as [`next`](Self::next). If one row of a page cannot be decoded, the whole page is an error, and the
    /// position stays before it.
    pub async fn next_page(&mut self) -> Result<Vec<S::Output>, Error> {
        let mut page = Vec::new();
        while let Some(row) = self.next().await {
            page.push(row?);
            if self.ready.is_empty() && self.error.is_none() {
                break;
            }
        }
        Ok(page)
    }

    /// The position after the last page; `None` before the first page, at the end, and while some of the page's rows
    /// have not been returned, for example after a limit. After an error, it is before the page with the error.
    ///
    /// A query that continues there is a separate query: see [`IndexQuery::after`](super::IndexQuery::after).
    pub fn position(&self) -> Option<&[u8]> {
        self.position.as_deref().filter(|_| self.ready.is_empty())
    }

    /// The rows so far that did not decode, under [`OnUndecodable::Collect`].
    pub fn undecodable(&self) -> &[UndecodableRow] {
        &self.undecodable
    }

    /// Takes the rows so far that did not decode.
    pub fn take_undecodable(&mut self) -> Vec<UndecodableRow> {
        std::mem::take(&mut self.undecodable)
    }

    /// All rows, in memory.
    ///
    /// # Errors
    /// Same as [`next`](Self::next).
    pub async fn collect(mut self) -> Result<Vec<S::Output>, Error> {
        let mut all = Vec::new();
        while let Some(row) = self.next().await {
            all.push(row?);
        }
        Ok(all)
    }

    /// The rows as a stream.
    pub fn into_stream(self) -> impl Stream<Item = Result<S::Output, Error>> {
        stream::unfold(self, |mut rows| async move {
            let row = rows.next().await?;
            Some((row, rows))
        })
    }

    /// Reads the next batch; returns `false` at the end.
    async fn read_batch(&mut self) -> bool {
        let Some(rows) = &mut self.rows else {
            return false;
        };
        if let Some(link) = self.unchecked.take()
            && let Err(error) = check_layout::<T>(&link, self.timeout).await
        {
            self.error = Some(error);
            return true;
        }
        let about = CallContext::table("query", &T::SCHEMA.table.name);
        match rows.next_batch(Deadline::after(self.timeout)).await {
            Ok(None) => {
                self.position = None;
                return false;
            }
            Ok(Some(batch)) => {
                let position = rows.position().map(<[u8]>::to_vec);
                self.decode(about, batch);
                if self.error.is_none() {
                    self.position = position;
                }
            }
            Err(error) => self.error = Some(about.index(error)),
        }
        true
    }

    fn decode(&mut self, about: CallContext<'_>, batch: Vec<Row>) {
        for row in batch {
            match (self.selection.read(&row, None), self.on_undecodable) {
                (Ok(row), _) => self.ready.push_back(row),
                (Err(error), OnUndecodable::Fail) => {
                    self.error = Some(about.row(row.key()).row_error(error));
                    return;
                }
                (Err(error), OnUndecodable::Skip) => log_skipped(about, &error),
                (Err(error), OnUndecodable::Collect) => {
                    let period = None;
                    self.undecodable.push(UndecodableRow { row, error, period });
                }
            }
        }
    }
}

impl<T, S: Selection<T>> fmt::Debug for IndexRows<T, S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("IndexRows")
            .field("rows", &self.rows)
            .finish_non_exhaustive()
    }
}
