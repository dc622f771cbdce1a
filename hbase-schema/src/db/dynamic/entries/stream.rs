//! A stream of entries.

use std::collections::VecDeque;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use futures_util::{StreamExt, TryStreamExt};

use super::found::Found;
use super::load::{LOOK_UP, Loaded, Loader, Pace};
use super::query::EntryQuery;
use crate::cell::DecodeCell;
use crate::db::dynamic::source::STREAM_CELLS;
use crate::db::dynamic::span::Span;
use crate::db::error::{CallContext, Error};
use crate::db::paging::stream::{ItemStream, StreamItems};
use crate::row_index::{EntryId, IndexedEntry};
use crate::table::Table;

impl<R, E, C> EntryQuery<R, E, C>
where
    R: Table + 'static,
    E: IndexedEntry + for<'r> DecodeCell<'r, C> + Send + 'static,
    C: 'static,
{
    /// The entries as a stream, for queries with many results.
    pub fn stream(self) -> ItemStream<(EntryId, E)> {
        let about = CallContext::of::<R>("entry_stream");
        let connection = self.connection().clone();
        let left = self.limit.unwrap_or(u64::MAX);
        let entries = self.selected(about).map(|(loader, span)| Entries {
            columns: loader.index_stream(about, span, chunk(left)),
            found: VecDeque::new(),
            pace: Pace::new(),
            loader,
            call: about.call,
            ready: VecDeque::new(),
            skipped: Arc::default(),
            left,
        });
        ItemStream::new(about, &connection, entries)
    }
}

impl<R: Table + 'static, E: 'static, C: 'static> Loader<R, E, C> {
    /// The index columns in a range, as a stream that reads at most `chunk` of them in one call.
    pub(super) fn index_stream(
        &self,
        about: CallContext<'static>,
        span: Span,
        chunk: u32,
    ) -> ItemStream<Found> {
        let mut source = self.index_source(about.call, span);
        source.most = chunk;
        ItemStream::new(
            about,
            &self.connection,
            Ok(self.index_columns(about, source)),
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
pub(super) async fn some_of<T>(
    stream: &mut ItemStream<T>,
    most: usize,
) -> Result<VecDeque<T>, Error> {
    stream.take(most).try_collect().await
}

struct Entries<R, E, C> {
    columns: ItemStream<Found>,
    /// Index columns whose entries have not been read yet.
    found: VecDeque<Found>,
    pace: Pace,
    loader: Loader<R, E, C>,
    call: &'static str,
    ready: VecDeque<(EntryId, E)>,
    skipped: Arc<AtomicU64>,
    left: u64,
}

impl<R, E, C> StreamItems for Entries<R, E, C>
where
    R: Table + 'static,
    E: IndexedEntry + for<'r> DecodeCell<'r, C> + Send + 'static,
    C: 'static,
{
    type Item = (EntryId, E);

    async fn next_item(&mut self) -> Result<Option<Self::Item>, Error> {
        while self.left > 0 {
            if let Some(entry) = self.ready.pop_front() {
                self.left -= 1;
                return Ok(Some(entry));
            }
            if self.found.is_empty() {
                let most = usize::try_from(self.left).map_or(LOOK_UP, |left| left.min(LOOK_UP));
                self.found = some_of(&mut self.columns, most).await?;
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

    fn skipped(&self) -> Arc<AtomicU64> {
        Arc::clone(&self.skipped)
    }
}
