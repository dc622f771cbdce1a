//! Concurrent scans of several ranges, merged into one order.
//!
//! A slow caller does not time out a fan-out: a batch that was not read by its deadline while the caller was busy with
//! a row is read again, from after the last row.

use std::collections::binary_heap::{BinaryHeap, PeekMut};
use std::collections::{BTreeMap, VecDeque};
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;
use std::vec;

use futures_core::Stream;
use futures_util::stream::FuturesUnordered;
use hbase_backend::{BoxFuture, Row};
use tokio::runtime::Id;

use super::fetch::{Batch, Fetched, Progress, fetch};
use super::head::Head;
use super::pace::Pace;
use super::plan::ScanPlan;
use super::reached::Reached;
use super::salt_width::salt_width;
use crate::db::connection::link::Link;
use crate::db::connection::runtime::runtime_id;
use crate::db::error::Error;
use crate::debug::debug_fields;

/// How late a waiting caller may poll, at most.
const PUNCTUAL: Duration = Duration::from_secs(1);

/// Reads ranges concurrently, and merges their rows in the order of the keys after the salt.
///
/// A row is returned once every other range has shown its next one, or was read beyond it, so the
/// slowest range sets the pace. To keep all of them busy, the next batch of a range is read while its
/// current one is consumed; at most `max_concurrent_scans` batches are read at a time. A single range needs no
/// merge, and reads ahead only if its [`Pace`] shows that it pays off.
///
/// Dropping it closes every scanner.
pub(super) struct Fan {
    link: Arc<Link>,
    pub(super) plan: Arc<ScanPlan>,
    timeout: Duration,
    pub(super) sources: Vec<Source>,
    /// The next row of each range that has one; unused for a single range, whose rows are in order.
    pub(super) heads: BinaryHeap<Head>,
    /// The number of ranges without a next row that are not at their end. The first of `heads` is
    /// the first row of all while this is 0, or if these ranges were read beyond it.
    missing: usize,
    reading: FuturesUnordered<BoxFuture<'static, Fetched>>,
    /// The ranges of `reading`, and where a retry of their batches starts.
    retries: BTreeMap<usize, Progress>,
    /// The runtime of the futures in `reading`, whose timers belong to it.
    runtime: Option<Id>,
    /// Ranges whose next batch waits for one of `max_concurrent_scans` to finish.
    waiting: VecDeque<(usize, Progress)>,
    /// Whether `reading` has a future that was never polled. A future does nothing before its first
    /// poll, so a new one is polled once even if rows are at hand: otherwise it would not read
    /// while the caller consumes them.
    unpolled: bool,
    /// For a single range: the speed of reading and consuming it.
    pace: Pace,
    /// For a single range that is not read ahead: how to continue once the batch is consumed.
    held: Option<Progress>,
    /// Whether the caller has waited for rows since the previous poll, rather than been busy.
    is_awaited: bool,
}

/// One range.
#[derive(Debug)]
pub(super) struct Source {
    /// The rest of the current batch.
    pub(super) rows: vec::IntoIter<Row>,
    /// The batch after it, once read, and how to continue after that.
    pub(super) next: Option<Batch>,
    /// How far the range was read, the rows at hand included.
    pub(super) reached: Reached,
    /// Whether the batch after it is being read, or waits to be.
    is_reading: bool,
    /// Whether the range is counted as `missing`.
    pub(super) is_missing: bool,
    /// The width of the salt in front of its keys, which the order ignores.
    pub(super) salt_width: usize,
}

debug_fields!(
    Fan | fan | ranges = fan.sources.len(),
    reading = fan.reading.len()
);

impl Fan {
    pub(super) fn new(link: Arc<Link>, plan: ScanPlan, timeout: Duration) -> Self {
        let ranges = &plan.ranges;
        let is_merged = ranges.len() > 1;
        let sources = ranges.iter().map(|range| Source {
            rows: Vec::new().into_iter(),
            next: None,
            reached: Reached::Start,
            is_reading: true,
            is_missing: true,
            salt_width: if is_merged {
                salt_width(plan.schema.key, range)
            } else {
                0
            },
        });
        Self {
            link,
            timeout,
            sources: sources.collect(),
            heads: BinaryHeap::with_capacity(ranges.len()),
            missing: ranges.len(),
            reading: FuturesUnordered::new(),
            retries: BTreeMap::new(),
            runtime: None,
            waiting: (0..ranges.len())
                .map(|source| (source, Progress::default()))
                .collect(),
            unpolled: false,
            pace: Pace::new(),
            held: None,
            is_awaited: true,
            plan: Arc::new(plan),
        }
    }

    /// The next row.
    pub(super) fn poll_row(&mut self, cx: &mut Context<'_>) -> Poll<Option<Result<Row, Error>>> {
        let row = self.poll_first(cx);
        self.is_awaited = row.is_pending();
        row
    }

    fn poll_first(&mut self, cx: &mut Context<'_>) -> Poll<Option<Result<Row, Error>>> {
        if self.missing > 0 || !self.waiting.is_empty() || self.unpolled {
            self.follow_runtime();
        }
        self.start();
        while self.missing > 0 || self.unpolled {
            self.unpolled = false;
            match self.poll_reading(cx) {
                // More batches may be ready: those that are missing must all arrive, and those
                // that were started must all be polled.
                Poll::Ready(Some(Ok(()))) => self.unpolled = true,
                Poll::Ready(Some(Err(error))) => return Poll::Ready(Some(Err(error))),
                Poll::Pending if self.missing > 0 && !self.is_first_known() => {
                    return Poll::Pending;
                }
                Poll::Ready(None) | Poll::Pending => break,
            }
        }
        Poll::Ready(self.take_first().map(Ok))
    }

    /// Reads batches again that were begun in another runtime: it may have ended, or nothing may drive it.
    fn follow_runtime(&mut self) {
        let current = runtime_id();
        if self.runtime != current {
            self.runtime = current;
            self.reading = FuturesUnordered::new();
            self.waiting.extend(std::mem::take(&mut self.retries));
        }
    }

    /// Starts to read waiting ranges, as many as may be read concurrently.
    fn start(&mut self) {
        while self.reading.len() < self.plan.max_concurrent_scans
            && let Some((source, progress)) = self.waiting.pop_front()
        {
            let (link, plan) = (Arc::clone(&self.link), Arc::clone(&self.plan));
            // Without the scanner: the future owns it, and closes it when it is dropped.
            self.retries.insert(source, progress.without_scanner());
            let batch = fetch(link, plan, self.timeout, source, progress);
            self.reading.push(Box::pin(batch));
            self.unpolled = true;
        }
    }

    /// Takes a batch that was read, and starts another one in its place.
    fn poll_reading(&mut self, cx: &mut Context<'_>) -> Poll<Option<Result<(), Error>>> {
        let fetched = std::task::ready!(Pin::new(&mut self.reading).poll_next(cx));
        Poll::Ready(fetched.map(|fetched| {
            self.retries.remove(&fetched.source);
            self.pace.batch_read(fetched.took);
            match fetched.retry.filter(|_| self.was_away(fetched.took)) {
                Some(progress) => self.waiting.push_back((fetched.source, progress)),
                None => self.add_batch(fetched.source, fetched.batch?),
            }
            self.start();
            Ok(())
        }))
    }

    /// Whether a batch missed its deadline because the caller was busy. Batches are only read while the caller waits,
    /// so the caller spent that time, and the batch is read again. A waiting caller polls as soon as the deadline is
    /// met.
    fn was_away(&self, took: Duration) -> bool {
        !self.is_awaited || took > self.timeout.saturating_add(PUNCTUAL)
    }

    fn add_batch(&mut self, index: usize, batch: Batch) {
        let source = &mut self.sources[index];
        source.reached = Reached::after(batch.1.as_ref());
        match batch {
            (rows, Some(progress)) if rows.is_empty() => {
                // No row was found so far.
                self.waiting.push_back((index, progress));
                return;
            }
            batch => source.next = Some(batch),
        }
        source.is_reading = false;
        // A range with rows at hand has a head: its batch waits until they are consumed.
        if source.is_missing {
            source.is_missing = false;
            self.missing -= 1;
            self.next_batch(index);
        }
    }

    /// Goes on to the next batch of a range whose current one is consumed.
    fn next_batch(&mut self, index: usize) {
        let is_only = self.sources.len() == 1;
        let source = &mut self.sources[index];
        let Some((rows, progress)) = source.next.take() else {
            // Neither read nor being read: the range is at its end, and no longer waited for.
            source.is_missing = source.is_reading;
            self.missing += usize::from(source.is_reading);
            return;
        };
        source.rows = rows.into_iter();
        if is_only {
            self.pace.batch_started();
            self.held = progress;
            if self.pace.is_worth_reading_ahead() {
                self.read_held();
            }
            return;
        }
        if let Some(progress) = progress {
            source.is_reading = true;
            self.waiting.push_back((index, progress));
            self.start();
        }
        self.push_head(index);
    }

    /// Reads the next batch of the only range, unless that was started before.
    fn read_held(&mut self) {
        if let Some(progress) = self.held.take() {
            self.sources[0].is_reading = true;
            self.waiting.push_back((0, progress));
            self.start();
        }
    }

    fn push_head(&mut self, index: usize) {
        let source = &mut self.sources[index];
        if let Some(row) = source.rows.next() {
            let head = Head::new(row, index, source.salt_width, self.plan.reversed);
            self.heads.push(head);
        }
    }

    /// The next row of the only range, which needs no head.
    fn take_only(&mut self) -> Option<Row> {
        let row = self.sources.first_mut()?.rows.next()?;
        if self.sources[0].rows.as_slice().is_empty() {
            self.pace.batch_consumed();
            // First, so that `next_batch` finds the range being read, not at its end.
            self.read_held();
            self.next_batch(0);
        }
        Some(row)
    }

    /// The first of the heads, which the next row of its range replaces.
    fn take_first(&mut self) -> Option<Row> {
        if self.sources.len() == 1 {
            return self.take_only();
        }
        let mut first = self.heads.peek_mut()?;
        let index = first.source;
        let source = &mut self.sources[index];
        let Some(row) = source.rows.next() else {
            let head = PeekMut::pop(first);
            self.next_batch(index);
            return Some(head.row);
        };
        let next = Head::new(row, index, source.salt_width, self.plan.reversed);
        Some(std::mem::replace(&mut *first, next).row)
    }
}
