//! Assigns keyspaces to merges.

use std::collections::{HashMap, HashSet};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Duration;

use fjall::{AbstractTree, Keyspace};
use hbase_backend::{Deadline, Error, Result};
use parking_lot::{Condvar, Mutex};

use super::failures::Failures;
use crate::engine::KeyspaceId;
use crate::pool::NAME;
use crate::work::Work;

/// Interval at which a caller that waits for a merge checks its deadline.
const NAP: Duration = Duration::from_millis(10);

/// The time that a merge may take.
const ANY_TIME: Duration = Duration::from_secs(1 << 32);

/// The merges of a store in progress, and those that failed.
#[derive(Default)]
pub(super) struct MergeTurns {
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Default)]
struct State {
    is_due: bool,
    is_stopped: bool,
    /// The merges in progress, one for each keyspace.
    merging: HashMap<KeyspaceId, Flags>,
    /// The merges of the store's thread in levels above a caller's merge.
    above: HashMap<KeyspaceId, Flags>,
    /// The keyspaces that callers wait for; the store's thread starts no merges of them.
    requested: Vec<KeyspaceId>,
    failures: Failures,
    /// The keyspaces whose newest file entries are older than before a merge, because it removed the newest.
    aged: HashSet<KeyspaceId>,
}

/// The flags that a merge in progress shares with others.
#[derive(Clone, Default)]
struct Flags {
    /// Ends the merge.
    cancelled: Arc<AtomicBool>,
    /// The first level that it uses; others may use the levels above. 0 if it uses all.
    floor: Arc<AtomicUsize>,
}

/// The levels that a merge of the store's thread may use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum FreeLevels {
    /// All levels.
    All,
    /// The levels above this one, which a caller merges with those below.
    Above(usize),
}

impl State {
    /// The levels that a merge of the thread may use now, if any.
    fn free_levels(&self, id: KeyspaceId) -> Option<FreeLevels> {
        if self.is_stopped || self.requested.contains(&id) || !self.failures.may_try(id) {
            return None;
        }
        let free = self.merging.get(&id).map_or(FreeLevels::All, |flags| {
            FreeLevels::Above(flags.floor.load(Ordering::Relaxed))
        });
        // Above level 2 and deeper ones, level 1 is free too; level 0 alone, with the new files, is not enough.
        let is_enough = !matches!(free, FreeLevels::Above(floor) if floor < 2);
        (is_enough && !self.above.contains_key(&id)).then_some(free)
    }

    fn is_merging(&self, id: KeyspaceId) -> bool {
        self.merging.contains_key(&id) || self.above.contains_key(&id)
    }
}

impl MergeTurns {
    pub(super) fn wake(&self) {
        self.state.lock().is_due = true;
        self.changed.notify_all();
    }

    /// Ends all merges, and starts no more.
    pub(super) fn stop(&self) {
        let mut state = self.state.lock();
        state.is_stopped = true;
        state.merging.values().for_each(end);
        state.above.values().for_each(end);
        drop(state);
        self.changed.notify_all();
    }

    pub(super) fn cancel(&self, id: KeyspaceId) {
        let state = self.state.lock();
        state.merging.get(&id).into_iter().for_each(end);
        state.above.get(&id).into_iter().for_each(end);
    }

    /// Waits until woken, for `patience` at most; `false` once stopped.
    pub(super) fn wait(&self, patience: Option<Duration>) -> bool {
        let mut state = self.state.lock();
        let is_idle = |state: &mut State| !state.is_due && !state.is_stopped;
        match patience {
            Some(patience) => {
                self.changed.wait_while_for(&mut state, is_idle, patience);
            }
            None => self.changed.wait_while(&mut state, is_idle),
        }
        state.is_due = false;
        !state.is_stopped
    }

    /// The levels that a merge of the keyspace may use if it starts now, if any.
    pub(super) fn free_levels(&self, id: KeyspaceId) -> Option<FreeLevels> {
        self.state.lock().free_levels(id)
    }

    /// Starts a merge of the store's thread on these levels.
    pub(super) fn begin(&self, id: KeyspaceId, free: FreeLevels) -> Option<MergeTurn<'_>> {
        let mut state = self.state.lock();
        // Another merge may have started or ended since the thread chose these levels.
        if state.free_levels(id)? != free {
            return None;
        }
        let (flags, is_above) = (Flags::default(), free != FreeLevels::All);
        let turns = if is_above {
            &mut state.above
        } else {
            &mut state.merging
        };
        turns.insert(id, flags.clone());
        Some(self.turn(id, flags, is_above))
    }

    /// Starts a merge that a caller requests, once none is in progress.
    pub(super) fn begin_requested(&self, id: KeyspaceId, work: &Work) -> Result<MergeTurn<'_>> {
        let mut state = self.state.lock();
        state.requested.push(id);
        let mut checked = Ok(());
        while state.is_merging(id) && checked.is_ok() {
            self.changed.wait_for(&mut state, NAP);
            checked = work.check();
        }
        if let Some(index) = state
            .requested
            .iter()
            .position(|requested| *requested == id)
        {
            state.requested.swap_remove(index);
        }
        if state.is_stopped {
            checked = Err(work.over());
        }
        if let Err(error) = checked {
            drop(state);
            // The thread has skipped the keyspace meanwhile.
            self.wake();
            return Err(error);
        }
        state.failures.check(id)?;
        let flags = Flags::default();
        state.merging.insert(id, flags.clone());
        Ok(self.turn(id, flags, false))
    }

    fn turn(&self, id: KeyspaceId, flags: Flags, is_above: bool) -> MergeTurn<'_> {
        MergeTurn {
            turns: self,
            id,
            flags,
            is_above,
        }
    }

    /// Takes the keyspaces whose newest file entries are older than before a merge.
    pub(super) fn take_aged(&self) -> HashSet<KeyspaceId> {
        std::mem::take(&mut self.state.lock().aged)
    }

    pub(super) fn note_aged(&self, id: KeyspaceId) {
        self.state.lock().aged.insert(id);
    }

    /// Calls `act` with the merges that failed.
    pub(super) fn failures<T>(&self, act: impl FnOnce(&mut Failures) -> T) -> T {
        act(&mut self.state.lock().failures)
    }

    /// The time until the first retry of a failed merge, among the keyspaces that are free.
    pub(super) fn until_retry(&self) -> Option<Duration> {
        let state = self.state.lock();
        let is_due = |id: KeyspaceId| !state.is_merging(id) && !state.requested.contains(&id);
        state.failures.until_retry(is_due)
    }
}

fn end(flags: &Flags) {
    flags.cancelled.store(true, Ordering::Relaxed);
}

/// A merge in progress: no other one merges the same levels of the keyspace.
pub(super) struct MergeTurn<'a> {
    turns: &'a MergeTurns,
    id: KeyspaceId,
    flags: Flags,
    is_above: bool,
}

impl MergeTurn<'_> {
    /// Work that ends when the merge is cancelled.
    pub(super) fn work(&self, doing: &'static str) -> Work {
        self.limit(&Work::new(doing, Deadline::after(ANY_TIME)))
    }

    /// Work that ends when the merge is cancelled, or `work` ends.
    pub(super) fn limit(&self, work: &Work) -> Work {
        let mut work = work.clone();
        work.add_flag(Arc::clone(&self.flags.cancelled));
        work
    }

    pub(super) fn is_cancelled(&self) -> bool {
        self.flags.cancelled.load(Ordering::Relaxed)
    }

    /// Leaves the levels above this one to the store's thread.
    pub(super) fn set_floor(&self, floor: usize) {
        self.flags.floor.store(floor, Ordering::Relaxed);
        self.turns.wake();
    }

    /// Runs the merge of a keyspace of the store in `dir`. If it fails, its files are deleted when the store is
    /// opened again: until then, nothing distinguishes them from files that another merge or an open snapshot
    /// uses. After a panic, the engine never merges the same files again, so the keyspace keeps the failure
    /// until then.
    ///
    /// # Errors
    /// The errors of `merge`, and [`Error::Backend`] if it panics.
    pub(super) fn run<T>(
        &self,
        dir: &Path,
        keyspace: &Keyspace,
        merge: impl FnOnce() -> Result<T>,
    ) -> Result<T> {
        let newest = keyspace.tree.get_highest_persisted_seqno();
        let merged = self.catch(dir, merge);
        if merged.is_ok() && keyspace.tree.get_highest_persisted_seqno() < newest {
            self.turns.note_aged(self.id);
        }
        merged
    }

    fn catch<T>(&self, dir: &Path, merge: impl FnOnce() -> Result<T>) -> Result<T> {
        catch_unwind(AssertUnwindSafe(merge)).unwrap_or_else(|_| {
            let error = Error::Backend {
                backend: NAME,
                what: format!(
                    "merging files in {} panicked: open the store again",
                    dir.display()
                ),
            };
            self.turns
                .failures(|failures| failures.note_final(self.id, error.clone()));
            Err(error)
        })
    }
}

impl Drop for MergeTurn<'_> {
    fn drop(&mut self) {
        let mut state = self.turns.state.lock();
        if self.is_above {
            state.above.remove(&self.id);
        } else {
            state.merging.remove(&self.id);
        }
        drop(state);
        self.turns.wake();
    }
}
