//! A stream of entries.

use std::collections::VecDeque;
use std::fmt;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::task::{Context, Poll};
use std::time::Duration;

use futures_core::Stream;
use futures_util::stream::try_unfold;

use super::found::{self, Found};
use super::load::{LOOK_UP, Loaded, Loader, Pace};
use super::query::EntryQuery;
use crate::cell::DecodeCell;
use crate::db::connection::link::operation;
use crate::db::dynamic::source::STREAM_CELLS;
use crate::db::dynamic::span::Span;
use crate::db::dynamic::stream::ColumnStream;
use crate::db::error::{CallContext, Error};
use crate::row_index::{EntryId, IndexedEntry};
use crate::table::Table;

/// The entries of a query, each with its MD5, as a stream in the order of the index. A part of the
/// index and up to 128 entries are in memory.
///
/// Nothing is held open between two reads: a stream may be kept for any time. It returns each entry that exists
/// throughout exactly once for each of its values. It ends after an error.
#[must_use = "a stream does nothing until it is polled"]
pub struct EntryStream<E> {
    items: Items<E>,
    skipped: Arc<AtomicU64>,
    about: CallContext<'static>,
    operation_timeout: Duration,
}

impl<R, E, C> EntryQuery<R, E, C>
where
    R: Table + 'static,
    E: IndexedEntry + for<'r> DecodeCell<'r, C> + Send + 'static,
    C: 'static,
{
    /// The entries as a stream, for queries with many results.
    pub fn stream(self) -> EntryStream<E> {
        let about = Loader::<R, E, C>::about("entry_stream");
        let (operation_timeout, left) = (self.operation_timeout(), self.limit.unwrap_or(u64::MAX));
        let skipped = Arc::new(AtomicU64::new(0));
        let state = self.selected(about).map(|(loader, span)| Entries {
            columns: loader.index_stream(about, operation_timeout, span, chunk(left)),
            found: VecDeque::new(),
            pace: Pace::new(),
            loader,
            call: about.call,
            ready: VecDeque::new(),
            skipped: Arc::clone(&skipped),
            left,
        });
        let items = try_unfold(state, |state| async {
            let mut state = state?;
            Ok(state.next().await?.map(|item| (item, Ok(state))))
        });
        EntryStream {
            items: Box::pin(items),
            skipped,
            about,
            operation_timeout,
        }
    }
}

impl<R: Table + 'static, E: 'static, C: 'static> Loader<R, E, C> {
    /// The index columns in a range, as a stream that reads at most `chunk` of them in one call.
    pub(super) fn index_stream(
        &self,
        about: CallContext<'static>,
        timeout: Duration,
        span: Span,
        chunk: u32,
    ) -> ColumnStream<Found> {
        let of = self.of;
        let mut source = self.index_source(about.call, span);
        source.most = chunk;
        ColumnStream::new(
            Ok(source),
            about,
            timeout,
            Box::new(move |row, _, ready| found::decode(of, about, row, ready)),
            None,
        )
    }
}

/// The index columns to read in one call for this many entries; some of them may be stale.
fn chunk(entries: u64) -> u32 {
    const LEAST: u32 = 128;
    let entries = u32::try_from(entries).unwrap_or(u32::MAX);
    entries.clamp(LEAST, STREAM_CELLS)
}

/// Up to `most` items of a stream.
pub(super) async fn some_of<T: Send + 'static>(
    stream: &mut ColumnStream<T>,
    most: usize,
) -> Result<Vec<T>, Error> {
    let mut items = Vec::new();
    while items.len() < most {
        match stream.next().await {
            Some(item) => items.push(item?),
            None => break,
        }
    }
    Ok(items)
}

type Items<E> = Pin<Box<dyn Stream<Item = Result<(EntryId, E), Error>> + Send>>;

struct Entries<R, E, C> {
    columns: ColumnStream<Found>,
    /// Index columns whose entries have not been read yet.
    found: VecDeque<Found>,
    pace: Pace,
    loader: Loader<R, E, C>,
    call: &'static str,
    ready: VecDeque<(EntryId, E)>,
    skipped: Arc<AtomicU64>,
    left: u64,
}

impl<R, E, C> Entries<R, E, C>
where
    R: Table,
    E: IndexedEntry + for<'r> DecodeCell<'r, C>,
{
    async fn next(&mut self) -> Result<Option<(EntryId, E)>, Error> {
        while self.left > 0 {
            if let Some(entry) = self.ready.pop_front() {
                self.left -= 1;
                return Ok(Some(entry));
            }
            if self.found.is_empty() {
                let most = usize::try_from(self.left).map_or(LOOK_UP, |left| left.min(LOOK_UP));
                self.found = some_of(&mut self.columns, most).await?.into();
            }
            if self.found.is_empty() {
                break;
            }
            let (found, pace) = (&mut self.found, &mut self.pace);
            for looked_up in self.loader.load(self.call, found, pace).await? {
                match looked_up.loaded? {
                    Loaded::Entry(id, entry) => self.ready.push_back((id, entry)),
                    Loaded::Stale(_) => {
                        self.skipped.fetch_add(1, Ordering::Relaxed);
                    }
                }
            }
        }
        Ok(None)
    }
}

impl<E> EntryStream<E> {
    /// The next entry; `None` at the end, and after an error.
    pub async fn next(&mut self) -> Option<Result<(EntryId, E), Error>> {
        std::future::poll_fn(|cx| self.items.as_mut().poll_next(cx)).await
    }

    /// The number of index columns that were skipped so far, because they have no entry.
    pub fn stale(&self) -> u64 {
        self.skipped.load(Ordering::Relaxed)
    }

    /// All remaining entries.
    ///
    /// # Errors
    /// The first error; the entries before it are lost. A timeout if all entries together take longer than
    /// [`Limits::operation_timeout`](crate::Limits::operation_timeout).
    pub async fn collect<A: Default + Extend<(EntryId, E)>>(mut self) -> Result<A, Error> {
        let (about, timeout) = (self.about, self.operation_timeout);
        let all = async {
            let mut all = A::default();
            while let Some(entry) = self.next().await {
                all.extend([entry?]);
            }
            Ok(all)
        };
        operation(about, timeout, all).await
    }
}

impl<E> Stream for EntryStream<E> {
    type Item = Result<(EntryId, E), Error>;

    fn poll_next(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        self.items.as_mut().poll_next(cx)
    }
}

impl<E> fmt::Debug for EntryStream<E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("EntryStream")
            .field("stale", &self.stale())
            .finish_non_exhaustive()
    }
}
