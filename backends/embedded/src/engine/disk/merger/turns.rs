//! Who merges which keyspace.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use hbase_model::{Deadline, Error, Result};

use crate::engine::KeyspaceId;
use crate::work::Work;

/// Pause before a failed merge is retried; it doubles with each failure but a full disk. A failed
/// merge leaves the files that it has begun, until the store is opened again.
#[cfg(not(test))]
const PAUSE: Duration = Duration::from_secs(5);
#[cfg(test)]
const PAUSE: Duration = Duration::from_millis(50);

/// How often the pause doubles at most: to an hour and a half.
const MOST_DOUBLINGS: u32 = 10;

/// Interval at which a caller that waits for a merge checks its deadline.
const NAP: Duration = Duration::from_millis(10);

/// The time that a merge may take.
const ANY_TIME: Duration = Duration::from_secs(1 << 32);

/// The merges of a store in progress, and those that failed.
#[derive(Default)]
pub(super) struct Turns {
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Default)]
struct State {
    is_due: bool,
    is_stopped: bool,
    /// The merges in progress, each with the flag that ends it.
    merging: HashMap<KeyspaceId, Arc<AtomicBool>>,
    /// The keyspaces that callers wait for; the thread starts no merges of them.
    wanted: Vec<KeyspaceId>,
    failed: HashMap<KeyspaceId, Failure>,
}

/// A merge that failed.
struct Failure {
    error: Error,
    times: u32,
    retry: Instant,
}

impl State {
    fn is_free(&self, id: KeyspaceId) -> bool {
        let is_paused = |failure: &Failure| failure.retry > Instant::now();
        !self.is_stopped
            && !self.merging.contains_key(&id)
            && !self.wanted.contains(&id)
            && !self.failed.get(&id).is_some_and(is_paused)
    }
}

impl Turns {
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn wake(&self) {
        self.state().is_due = true;
        self.changed.notify_all();
    }

    /// Ends all merges, and starts no more.
    pub(super) fn stop(&self) {
        let mut state = self.state();
        state.is_stopped = true;
        state.merging.values().for_each(end);
        drop(state);
        self.changed.notify_all();
    }

    pub(super) fn cancel(&self, id: KeyspaceId) {
        self.state().merging.get(&id).into_iter().for_each(end);
    }

    /// Waits until woken, for `patience` at most; `false` once stopped.
    pub(super) fn wait(&self, patience: Option<Duration>) -> bool {
        let until = patience.map(|patience| Instant::now() + patience);
        let mut state = self.state();
        while !state.is_due && !state.is_stopped {
            let left = until.map(|until| until.saturating_duration_since(Instant::now()));
            state = match left {
                Some(Duration::ZERO) => break,
                Some(left) => {
                    let waited = self.changed.wait_timeout(state, left);
                    waited.unwrap_or_else(PoisonError::into_inner).0
                }
                None => {
                    let waited = self.changed.wait(state);
                    waited.unwrap_or_else(PoisonError::into_inner)
                }
            };
        }
        state.is_due = false;
        !state.is_stopped
    }

    /// Whether a merge of the keyspace may start.
    pub(super) fn is_free(&self, id: KeyspaceId) -> bool {
        self.state().is_free(id)
    }

    /// Starts a merge, unless one is in progress or wanted.
    pub(super) fn begin(&self, id: KeyspaceId) -> Option<Turn<'_>> {
        let mut state = self.state();
        state.is_free(id).then(|| self.turn(&mut state, id))
    }

    /// Starts a merge once none is in progress.
    pub(super) fn hold(&self, id: KeyspaceId, work: &Work) -> Result<Turn<'_>> {
        let mut state = self.state();
        state.wanted.push(id);
        let mut checked = Ok(());
        while state.merging.contains_key(&id) && checked.is_ok() {
            let waited = self.changed.wait_timeout(state, NAP);
            state = waited.unwrap_or_else(PoisonError::into_inner).0;
            checked = work.check();
        }
        if let Some(index) = state.wanted.iter().position(|wanted| *wanted == id) {
            state.wanted.swap_remove(index);
        }
        checked.map(|()| self.turn(&mut state, id))
    }

    fn turn(&self, state: &mut State, id: KeyspaceId) -> Turn<'_> {
        let cancelled = Arc::new(AtomicBool::new(false));
        state.merging.insert(id, Arc::clone(&cancelled));
        Turn {
            turns: self,
            id,
            cancelled,
        }
    }

    pub(super) fn note_success(&self, id: KeyspaceId) {
        self.state().failed.remove(&id);
    }

    pub(super) fn note_failure(&self, id: KeyspaceId, error: Error) {
        let mut state = self.state();
        let times = state.failed.get(&id).map_or(0, |failure| failure.times);
        // As long as the disk is full, a retry writes nothing.
        let is_full = matches!(error, Error::DiskFull { .. });
        let doublings = if is_full {
            0
        } else {
            times.min(MOST_DOUBLINGS)
        };
        let failure = Failure {
            error,
            times: times.saturating_add(1),
            retry: Instant::now() + PAUSE * (1 << doublings),
        };
        state.failed.insert(id, failure);
    }

    pub(super) fn failure(&self, id: KeyspaceId) -> Option<Error> {
        let state = self.state();
        state.failed.get(&id).map(|failure| failure.error.clone())
    }

    /// The time until the first failed merge of the keyspaces is retried, as far as they are free
    /// then.
    pub(super) fn until_retry(&self, exists: impl Fn(KeyspaceId) -> bool) -> Option<Duration> {
        let state = self.state();
        let is_due = |id: &KeyspaceId| {
            exists(*id) && !state.merging.contains_key(id) && !state.wanted.contains(id)
        };
        let failed = state.failed.iter().filter(|(id, _)| is_due(id));
        let next = failed.map(|(_, failure)| failure.retry).min();
        next.map(|next| next.saturating_duration_since(Instant::now()))
    }
}

fn end(cancelled: &Arc<AtomicBool>) {
    cancelled.store(true, Ordering::Relaxed);
}

/// A merge in progress: no other one merges the keyspace.
pub(in super::super) struct Turn<'a> {
    turns: &'a Turns,
    id: KeyspaceId,
    cancelled: Arc<AtomicBool>,
}

impl Turn<'_> {
    /// Work that ends when the merge is cancelled.
    pub(super) fn work(&self, doing: &'static str) -> Work {
        let mut work = Work::new(doing, Deadline::after(ANY_TIME));
        work.set_cancelled(Arc::clone(&self.cancelled));
        work
    }

    pub(super) fn is_cancelled(&self) -> bool {
        self.cancelled.load(Ordering::Relaxed)
    }
}

impl Drop for Turn<'_> {
    fn drop(&mut self) {
        self.turns.state().merging.remove(&self.id);
        self.turns.wake();
    }
}
