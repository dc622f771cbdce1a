//! A stream of items.

use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::task::{Context, Poll};
use std::time::Duration;

use futures_core::Stream;
use futures_util::TryStreamExt;
use futures_util::stream::try_unfold;

use crate::db::connection::Connection;
use crate::db::connection::link::operation;
use crate::db::error::{CallContext, Error};
use crate::debug::debug_fields;
use crate::row_index::EntryId;

/// The [dynamic columns](crate::dynamic) of a query, or the entries of a [row index](crate::row_index), each with its
/// MD5, in the order of the index. They are read in chunks, and decoded as they come: one chunk, and up to 128 entries,
/// are in memory.
///
/// Nothing is held open between two chunks: a stream may be kept for any time. It returns each item that exists
/// throughout exactly once, and an entry once for each of its values. It ends after an error.
#[must_use = "a stream does nothing until it is polled"]
pub struct ItemStream<T> {
    items: Pin<Box<dyn Stream<Item = Result<T, Error>> + Send>>,
    /// The number of items that were skipped so far.
    skipped: Arc<AtomicU64>,
    about: CallContext<'static>,
    operation_timeout: Duration,
}

/// Reads the items of a stream one by one.
pub(in crate::db) trait StreamItems: Send + 'static {
    type Item: Send;

    /// The next item; `None` at the end.
    fn next_item(&mut self) -> impl Future<Output = Result<Option<Self::Item>, Error>> + Send;

    /// The counter of skipped items.
    fn skipped(&self) -> Arc<AtomicU64> {
        Arc::default()
    }
}

impl<T> ItemStream<T> {
    /// An error of the request is the first item.
    pub(in crate::db) fn new(
        about: CallContext<'static>,
        connection: &Connection,
        items: Result<impl StreamItems<Item = T>, Error>,
    ) -> Self {
        let skipped = items.as_ref();
        let skipped = skipped.map_or_else(|_| Arc::default(), StreamItems::skipped);
        let items = try_unfold(items, |items| async {
            let mut items = items?;
            Ok(items.next_item().await?.map(|item| (item, Ok(items))))
        });
        Self {
            items: Box::pin(items),
            skipped,
            about,
            operation_timeout: connection.options.operation_timeout,
        }
    }

    /// The next item; `None` at the end, and after an error.
    pub async fn next(&mut self) -> Option<Result<T, Error>> {
        std::future::poll_fn(|cx| self.items.as_mut().poll_next(cx)).await
    }

    /// All remaining items.
    ///
    /// # Errors
    /// The first error; the items before it are lost. A timeout if all items together take longer than
    /// [`Limits::operation_timeout`](crate::Limits::operation_timeout).
    pub async fn collect<A: Default + Extend<T>>(self) -> Result<A, Error> {
        let (about, timeout) = (self.about, self.operation_timeout);
        operation(about, timeout, self.try_collect()).await
    }
}

impl<E> ItemStream<(EntryId, E)> {
    /// The number of index columns that were skipped so far, because they have no entry.
    pub fn stale(&self) -> u64 {
        self.skipped.load(Ordering::Relaxed)
    }
}

impl<T> Stream for ItemStream<T> {
    type Item = Result<T, Error>;

    fn poll_next(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        self.items.as_mut().poll_next(cx)
    }
}

debug_fields!(ItemStream[T]: skipped);
