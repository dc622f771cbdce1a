//! The queue of deletions that wait until no query can need the entries.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use crate::domain::Bytes;
use crate::protocol::{Cleanup, Request};

/// The lag of the deletions of old entries.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Lag {
    /// Writes whose old entries wait to be deleted.
    pub waiting: usize,
    /// How long the oldest of them has waited; each waits at least for the query limit.
    pub oldest: Duration,
    /// Writes whose old entries were deleted.
    pub deleted: u64,
    /// Attempts to delete the old entries of a write that failed; they wait for another one.
    pub failed: u64,
    /// Writes whose old entries are left to a sweep, since too many waited.
    pub left: u64,
}

/// Counts of deletions of old entries, which several tables may share.
#[derive(Debug, Default)]
pub struct LagCounts {
    waiting: AtomicU64,
    deleted: AtomicU64,
    failed: AtomicU64,
    left: AtomicU64,
}

impl LagCounts {
    /// Writes whose old entries wait to be deleted.
    pub fn waiting(&self) -> u64 {
        self.waiting.load(Ordering::Relaxed)
    }

    /// Writes whose old entries were deleted.
    pub fn deleted(&self) -> u64 {
        self.deleted.load(Ordering::Relaxed)
    }

    /// Attempts to delete the old entries of a write that failed.
    pub fn failed(&self) -> u64 {
        self.failed.load(Ordering::Relaxed)
    }

    /// Writes whose old entries are left to a sweep, because too many waited or their `IndexedTable` was
    /// dropped before their wait had passed.
    pub fn left(&self) -> u64 {
        self.left.load(Ordering::Relaxed)
    }
}

/// The waiting deletions, oldest first.
#[derive(Debug)]
pub(crate) struct Queue {
    waiting: Mutex<VecDeque<Cleanup<Bytes>>>,
    most: usize,
    /// Until then, in milliseconds, writes leave the deletions alone, since one has failed.
    paused_until: AtomicU64,
    own: LagCounts,
    shared: Arc<LagCounts>,
}

impl Queue {
    pub(crate) fn new(most: usize) -> Self {
        Self {
            waiting: Mutex::default(),
            most,
            paused_until: AtomicU64::new(0),
            own: LagCounts::default(),
            shared: Arc::default(),
        }
    }

    /// Counts in `counts` too; called before anything waits.
    pub(crate) fn share(&mut self, counts: Arc<LagCounts>) {
        self.shared = counts;
    }

    pub(crate) fn push(&self, cleanup: Cleanup<Bytes>) {
        let mut waiting = self.waiting.lock().unwrap_or_else(PoisonError::into_inner);
        if waiting.len() < self.most {
            waiting.push_back(cleanup);
            self.shared.waiting.fetch_add(1, Ordering::Relaxed);
        } else {
            self.count(1, |counts| &counts.left);
        }
    }

    /// Takes the oldest ones whose wait started at `until` or before.
    pub(crate) fn take(&self, until: Duration, most: usize) -> Taken<'_> {
        let mut waiting = self.waiting.lock().unwrap_or_else(PoisonError::into_inner);
        let mut cleanups = Vec::new();
        while cleanups.len() < most
            && waiting.front().is_some_and(|first| start(first) <= until)
            && let Some(cleanup) = waiting.pop_front()
        {
            cleanups.push(cleanup);
        }
        Taken {
            queue: self,
            cleanups,
        }
    }

    /// Whether at least `number` waits started at `until` or before, or one did at `late` or before.
    pub(crate) fn is_due(&self, until: Duration, number: usize, late: Option<Duration>) -> bool {
        let waiting = self.waiting.lock().unwrap_or_else(PoisonError::into_inner);
        let has = |position: usize, until| waiting.get(position).is_some_and(|c| start(c) <= until);
        has(number.saturating_sub(1), until) || late.is_some_and(|late| has(0, late))
    }

    pub(crate) fn pause_until(&self, moment: Duration) {
        let until = u64::try_from(moment.as_millis()).unwrap_or(u64::MAX);
        self.paused_until.store(until, Ordering::Relaxed);
    }

    pub(crate) fn is_paused(&self, now: Duration) -> bool {
        let until = self.paused_until.load(Ordering::Relaxed);
        now.as_millis() < until.into()
    }

    /// Takes none; [`finish`](Taken::finish) adds failed ones.
    pub(crate) fn take_none(&self) -> Taken<'_> {
        Taken {
            queue: self,
            cleanups: Vec::new(),
        }
    }

    fn count(&self, writes: usize, count: impl Fn(&LagCounts) -> &AtomicU64) {
        for counts in [&self.own, &*self.shared] {
            count(counts).fetch_add(number(writes), Ordering::Relaxed);
        }
    }

    fn no_longer_waiting(&self, writes: usize) {
        let waiting = &self.shared.waiting;
        waiting.fetch_sub(number(writes), Ordering::Relaxed);
    }

    pub(crate) fn lag(&self, now: Duration) -> Lag {
        let waiting = self.waiting.lock().unwrap_or_else(PoisonError::into_inner);
        let oldest = waiting.front().map(start);
        Lag {
            waiting: waiting.len(),
            oldest: oldest.map_or(Duration::ZERO, |oldest| now.saturating_sub(oldest)),
            deleted: self.own.deleted(),
            failed: self.own.failed(),
            left: self.own.left(),
        }
    }
}

impl Drop for Queue {
    fn drop(&mut self) {
        let waiting = self.waiting.get_mut();
        let left = waiting.unwrap_or_else(PoisonError::into_inner).len();
        self.count(left, |counts| &counts.left);
        self.no_longer_waiting(left);
    }
}

/// Deletions that were taken; they return to the queue unless they are finished.
#[derive(Debug)]
pub(crate) struct Taken<'q> {
    queue: &'q Queue,
    cleanups: Vec<Cleanup<Bytes>>,
}

impl Taken<'_> {
    pub(crate) fn cleanups(&self) -> &[Cleanup<Bytes>] {
        &self.cleanups
    }

    /// Counts the finished deletions, and returns their number. Counts the failed attempts, and moves those
    /// deletions to `failed`.
    pub(crate) fn finish(
        mut self,
        is_deleted: impl Iterator<Item = bool>,
        failed: &mut Self,
    ) -> usize {
        let (queue, cleanups) = (self.queue, std::mem::take(&mut self.cleanups));
        let (taken, before) = (cleanups.len(), failed.cleanups.len());
        let others = cleanups.into_iter().zip(is_deleted);
        let others = others.filter_map(|(cleanup, is_deleted)| (!is_deleted).then_some(cleanup));
        failed.cleanups.extend(others);
        let others = failed.cleanups.len() - before;
        let deleted = taken - others;
        queue.count(others, |counts| &counts.failed);
        queue.count(deleted, |counts| &counts.deleted);
        queue.no_longer_waiting(deleted);
        deleted
    }
}

impl Drop for Taken<'_> {
    fn drop(&mut self) {
        let waiting = self.queue.waiting.lock();
        let mut waiting = waiting.unwrap_or_else(PoisonError::into_inner);
        for cleanup in std::mem::take(&mut self.cleanups).into_iter().rev() {
            waiting.push_front(cleanup);
        }
    }
}

fn number(writes: usize) -> u64 {
    u64::try_from(writes).unwrap_or(u64::MAX)
}

/// When the wait of a deletion started.
fn start(cleanup: &Cleanup<Bytes>) -> Duration {
    match cleanup.request() {
        Some(Request::Wait { since, .. }) => since,
        _ => Duration::ZERO,
    }
}
