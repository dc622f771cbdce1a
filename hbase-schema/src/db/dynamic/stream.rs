//! A stream of dynamic columns.

use std::collections::VecDeque;
use std::fmt;
use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Duration;

use futures_core::Stream;
use futures_util::stream::try_unfold;
use hbase_backend::Row;

use super::source::Source;
use crate::db::connection::link::operation;
use crate::db::error::{CallContext, Error};
use crate::db::target::table_ref::TableRef;

/// The columns of a query, as a stream: read in chunks, and decoded as they come. One chunk is in
/// memory.
///
/// Nothing is held open between two chunks: a stream may be kept for any time. It returns each column that exists
/// throughout exactly once. It ends after an error.
#[must_use = "a stream does nothing until it is polled"]
pub struct ColumnStream<T> {
    items: Pin<Box<dyn Stream<Item = Result<T, Error>> + Send>>,
    about: CallContext<'static>,
    operation_timeout: Duration,
}

/// Decodes the columns of a partial row of a table, as many as are left.
pub(super) type Decode<T> = Box<dyn Fn(&Row, &TableRef, &mut VecDeque<Result<T, Error>>) + Send>;

struct State<T> {
    source: Source,
    decode: Decode<T>,
    ready: VecDeque<Result<T, Error>>,
    rows: VecDeque<Row>,
    left: u64,
    /// Columns to read in one call.
    chunk: u32,
}

impl<T: Send + 'static> ColumnStream<T> {
    pub(super) fn new(
        source: Result<Source, Error>,
        about: CallContext<'static>,
        operation_timeout: Duration,
        decode: Decode<T>,
        limit: Option<u64>,
    ) -> Self {
        let left = limit.unwrap_or(u64::MAX);
        let state = source.map(|source| State {
            chunk: source.most,
            source,
            decode,
            ready: VecDeque::new(),
            rows: VecDeque::new(),
            left,
        });
        let items = try_unfold(state, |state| async {
            let mut state = state?;
            Ok(state.next().await?.map(|item| (item, Ok(state))))
        });
        Self {
            items: Box::pin(items),
            about,
            operation_timeout,
        }
    }
}

impl<T> State<T> {
    async fn next(&mut self) -> Result<Option<T>, Error> {
        if self.left == 0 {
            return Ok(None);
        }
        loop {
            if let Some(item) = self.ready.pop_front() {
                self.left -= 1;
                return item.map(Some);
            }
            if let Some(row) = self.rows.pop_front() {
                (self.decode)(&row, self.source.table(), &mut self.ready);
                continue;
            }
            let left = u32::try_from(self.left).unwrap_or(u32::MAX);
            self.source.most = left.min(self.chunk);
            match self.source.next().await? {
                Some(rows) => self.rows.extend(rows),
                None => return Ok(None),
            }
        }
    }
}

impl<T> ColumnStream<T> {
    /// The next column; `None` at the end, and after an error.
    pub async fn next(&mut self) -> Option<Result<T, Error>> {
        std::future::poll_fn(|cx| self.items.as_mut().poll_next(cx)).await
    }

    /// All remaining columns.
    ///
    /// # Errors
    /// The first error; the columns before it are lost. A timeout if all columns together take longer than
    /// [`Limits::operation_timeout`](crate::Limits::operation_timeout).
    pub async fn collect<A: Default + Extend<T>>(mut self) -> Result<A, Error> {
        let (about, timeout) = (self.about, self.operation_timeout);
        let all = async {
            let mut all = A::default();
            while let Some(item) = self.next().await {
                all.extend([item?]);
            }
            Ok(all)
        };
        operation(about, timeout, all).await
    }
}

impl<T> Stream for ColumnStream<T> {
    type Item = Result<T, Error>;

    fn poll_next(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        self.items.as_mut().poll_next(cx)
    }
}

impl<T> fmt::Debug for ColumnStream<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ColumnStream").finish_non_exhaustive()
    }
}
