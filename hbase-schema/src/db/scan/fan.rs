//! Many ranges read side by side, and their rows merged into one order.

use std::collections::VecDeque;
use std::collections::binary_heap::{BinaryHeap, PeekMut};
use std::fmt;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;
use std::vec;

use futures_core::Stream;
use futures_util::stream::FuturesUnordered;
use hbase_model::{BoxFuture, Row};

use super::fetch::{Cursor, Fetched, fetch};
use super::head::Head;
use super::pace::Pace;
use super::plan::Plan;
use crate::db::error::Error;
use crate::db::link::Link;
use crate::query::RowRange;

/// Reads ranges side by side and gives their rows in the order of the keys after the salt.
///
/// Of each range one batch is given out while the next one is read, of a single range only where
/// that is worth it; at most `max_concurrent_scans` batches are being read at any time. Dropping it drops every scanner.
pub(super) struct Fan {
    link: Arc<Link>,
    plan: Arc<Plan>,
    timeout: Duration,
    sources: Vec<Source>,
    /// The next row of each range that has one; not used for a single range.
    heads: BinaryHeap<Head>,
    /// How many ranges have no next row yet, and are not at their end.
    missing: usize,
    reading: FuturesUnordered<BoxFuture<'static, Fetched>>,
    /// Ranges whose next batch is to be read as soon as another one is done.
    waiting: VecDeque<(usize, Cursor)>,
    max_concurrent_scans: usize,
    /// For a single range: how fast it is read and used.
    pace: Pace,
    /// For a single range: how to go on, where that waits until the batch in hand is used up.
    held: Option<Cursor>,
    /// Something was started that nobody has polled yet.
    unpolled: bool,
}

/// One range.
#[derive(Debug)]
struct Source {
    /// The rows that are being given out.
    rows: vec::IntoIter<Row>,
    /// The batch after them, and how to go on behind it.
    next: Option<(Vec<Row>, Option<Cursor>)>,
    /// Whether a batch is being read, or waits to be.
    is_reading: bool,
    /// Whether it has no row to put up before that batch is there.
    is_missing: bool,
    /// Where a key begins after the salt.
    skip: usize,
}

impl fmt::Debug for Fan {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Fan")
            .field("ranges", &self.sources.len())
            .field("reading", &self.reading.len())
            .finish_non_exhaustive()
    }
}

impl Fan {
    /// Reads `ranges`; with each stands how many bytes of salt its keys begin with.
    pub(super) fn new(
        link: Arc<Link>,
        plan: Plan,
        timeout: Duration,
        max_concurrent_scans: usize,
        ranges: Vec<(RowRange, usize)>,
    ) -> Self {
        let mut fan = Self {
            link,
            plan: Arc::new(plan),
            timeout,
            sources: Vec::with_capacity(ranges.len()),
            heads: BinaryHeap::with_capacity(ranges.len()),
            missing: ranges.len(),
            reading: FuturesUnordered::new(),
            waiting: VecDeque::new(),
            max_concurrent_scans: max_concurrent_scans.max(1),
            pace: Pace::new(),
            held: None,
            unpolled: false,
        };
        for (source, (range, skip)) in ranges.into_iter().enumerate() {
            fan.sources.push(Source {
                rows: Vec::new().into_iter(),
                next: None,
                is_reading: true,
                is_missing: true,
                skip,
            });
            fan.waiting.push_back((source, Cursor::new(range)));
        }
        fan
    }

    /// The next row.
    pub(super) fn poll_row(&mut self, cx: &mut Context<'_>) -> Poll<Option<Result<Row, Error>>> {
        self.start();
        while self.missing > 0 || self.unpolled {
            self.unpolled = false;
            match self.poll_reading(cx) {
                Poll::Ready(Some(Ok(()))) => self.unpolled = true,
                Poll::Ready(Some(Err(error))) => return Poll::Ready(Some(Err(error))),
                Poll::Pending if self.missing > 0 => return Poll::Pending,
                Poll::Ready(None) | Poll::Pending => break,
            }
        }
        Poll::Ready(self.take_first().map(Ok))
    }

    /// Begins to read, as far as the bound allows.
    fn start(&mut self) {
        while self.reading.len() < self.max_concurrent_scans
            && let Some((source, cursor)) = self.waiting.pop_front()
        {
            let (link, plan) = (Arc::clone(&self.link), Arc::clone(&self.plan));
            let batch = fetch(link, plan, self.timeout, source, cursor);
            self.reading.push(Box::pin(batch));
            self.unpolled = true;
        }
    }

    /// Takes a batch that was read.
    fn poll_reading(&mut self, cx: &mut Context<'_>) -> Poll<Option<Result<(), Error>>> {
        let fetched = std::task::ready!(std::pin::Pin::new(&mut self.reading).poll_next(cx));
        let Some(Fetched {
            source,
            took,
            answer,
        }) = fetched
        else {
            return Poll::Ready(None);
        };
        self.pace.read(took);
        Poll::Ready(Some(answer.map(|batch| {
            self.arrived(source, batch);
            self.start();
        })))
    }

    fn arrived(&mut self, number: usize, batch: (Vec<Row>, Option<Cursor>)) {
        let source = &mut self.sources[number];
        source.is_reading = false;
        source.next = Some(batch);
        // With rows of its own, the range has a head, and the batch waits for its turn.
        if source.is_missing {
            source.is_missing = false;
            self.missing -= 1;
            self.turn(number);
        }
    }

    /// The batch in hand is used up: the next one takes its place, and the one after is asked for.
    fn turn(&mut self, number: usize) {
        let is_only = self.sources.len() == 1;
        let source = &mut self.sources[number];
        let Some((rows, cursor)) = source.next.take() else {
            source.is_missing = source.is_reading;
            self.missing += usize::from(source.is_reading);
            return;
        };
        source.rows = rows.into_iter();
        if is_only {
            self.pace.begin();
            self.held = cursor;
            if self.pace.is_worth_reading_ahead() {
                self.go_on();
            }
            return;
        }
        if let Some(cursor) = cursor {
            source.is_reading = true;
            self.waiting.push_back((number, cursor));
            self.start();
        }
        self.push_head(number);
    }

    /// Asks for the next batch of the only range, if it was not asked for before.
    fn go_on(&mut self) {
        if let Some(cursor) = self.held.take() {
            self.sources[0].is_reading = true;
            self.waiting.push_back((0, cursor));
            self.start();
        }
    }

    fn push_head(&mut self, number: usize) {
        let source = &mut self.sources[number];
        if let Some(row) = source.rows.next() {
            let head = Head::new(row, number, source.skip, self.plan.reversed);
            self.heads.push(head);
        }
    }

    /// The next row of the only range, which needs no head.
    fn take_only(&mut self) -> Option<Row> {
        let row = self.sources.first_mut()?.rows.next()?;
        if self.sources[0].rows.as_slice().is_empty() {
            self.pace.end();
            self.go_on();
            self.turn(0);
        }
        Some(row)
    }

    /// The first of the heads; the range that it came from puts up its next row.
    fn take_first(&mut self) -> Option<Row> {
        if self.sources.len() == 1 {
            return self.take_only();
        }
        let mut first = self.heads.peek_mut()?;
        let number = first.source;
        let source = &mut self.sources[number];
        let Some(row) = source.rows.next() else {
            let head = PeekMut::pop(first);
            self.turn(number);
            return Some(head.row);
        };
        let next = Head::new(row, number, source.skip, self.plan.reversed);
        Some(std::mem::replace(&mut *first, next).row)
    }
}
