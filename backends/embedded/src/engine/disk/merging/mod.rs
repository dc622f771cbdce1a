//! Merges of files: when they run, and which files they merge.
//!
//! The store's own thread (`MergeLoop`) or a caller (`requested`) starts them. `merge_filter` decides which
//! entries a merge drops.
//!
//! The first of the engine's workers (`worker_pool.rs` of fjall 3.1) takes no merges: it puts them back into
//! the queue, and spins while the others merge. A single worker does not spin, but it does not flush while it
//! merges. So the engine has a single worker, which flushes, and keyspaces with settings by which it chooses no
//! merges. One merging thread suffices even with many cores: a late merge stops writers only at
//! [`RUN_LIMIT`](super::commit::RUN_LIMIT), and a second thread would take disk and memory from reads.
//!
//! A compaction merges all files of a family on another thread (in the background: `hbase-merge`), never the
//! same files as this thread at the same time (`turns`). A failed merge is retried with a growing pause
//! (`failures`); writers that have to wait for it get its error. Merges leave the bytes of four memtables free
//! on the disk, for the log and for flushes. The files that a failed merge leaves are deleted when the store is
//! opened again.

mod arrivals;
#[cfg(test)]
mod failure_tests;
mod failures;
mod levels;
mod requested;
mod strategy;
#[cfg(test)]
mod tests;
mod turns;

use std::collections::{HashMap, HashSet};
use std::sync::Arc;
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use fjall::{AbstractTree, Keyspace};
use hbase_backend::{Error, Result};
use lsm_tree::compaction::CompactionStrategy;

use super::failure::errors;
use super::merge_filter::MergeLimits;
use super::snapshot::{DiskSource, SharedSource};
use crate::engine::KeyspaceId;
use crate::work::Work;
use arrivals::Arrivals;
use failures::Failures;
use strategy::Pace;
use turns::{FreeLevels, MergeTurn, MergeTurns};

pub(super) use strategy::{IDLE_FILES, TABLE_BYTES, of_engine};

/// Interval at which flushes in progress are polled: their files may have to be merged.
const POLL: Duration = Duration::from_millis(20);

/// The thread's operation, in errors.
const DOING: &str = "merging files";

/// The thread that merges a store's files.
pub(super) struct Merger {
    turns: Arc<MergeTurns>,
    thread: Option<JoinHandle<()>>,
}

impl Merger {
    /// Starts the thread, which merges once it is woken.
    pub(super) fn start(current: SharedSource) -> std::io::Result<Self> {
        let turns = Arc::new(MergeTurns::default());
        let merge_loop = MergeLoop {
            current,
            turns: Arc::clone(&turns),
            arrivals: Arrivals::default(),
            merged: HashMap::new(),
        };
        let thread = std::thread::Builder::new().name("hbase-merger".into());
        let thread = Some(thread.spawn(|| merge_loop.run())?);
        Ok(Self { turns, thread })
    }

    /// Makes the thread look for files to merge.
    pub(super) fn wake(&self) {
        self.turns.wake();
    }

    /// Starts a merge that a caller requests: keeps the thread out of the keyspace, and waits for its merge in
    /// progress.
    ///
    /// # Errors
    /// [`Error::DeadlineExceeded`] once `work` is over, and the failure after which no merge of the
    /// keyspace can succeed.
    fn begin_requested(&self, id: KeyspaceId, work: &Work) -> Result<MergeTurn<'_>> {
        self.turns.begin_requested(id, work)
    }

    /// Ends the merge of a keyspace.
    pub(super) fn cancel(&self, id: KeyspaceId) {
        self.turns.cancel(id);
    }

    /// Calls `act` with the merges that failed.
    pub(super) fn failures<T>(&self, act: impl FnOnce(&mut Failures) -> T) -> T {
        self.turns.failures(act)
    }

    /// Takes the keyspaces whose newest file entries are older than before a merge.
    pub(super) fn take_aged(&self) -> HashSet<KeyspaceId> {
        self.turns.take_aged()
    }

    /// Puts one of them back.
    pub(super) fn note_aged(&self, id: KeyspaceId) {
        self.turns.note_aged(id);
    }

    /// Why the keyspace's last merge failed.
    pub(super) fn failure(&self, id: KeyspaceId) -> Option<Error> {
        self.failures(|failures| failures.last(id))
    }

    /// Ends the merge in progress and the thread, without waiting for them.
    pub(super) fn stop(&self) {
        self.turns.stop();
    }
}

impl Drop for Merger {
    fn drop(&mut self) {
        self.stop();
        if let Some(thread) = self.thread.take() {
            // It catches the engine's panics.
            let _ = thread.join();
        }
    }
}

/// The thread's state.
struct MergeLoop {
    current: SharedSource,
    turns: Arc<MergeTurns>,
    arrivals: Arrivals,
    /// The keyspaces that had nothing to merge, with the state of their files at that time.
    merged: HashMap<KeyspaceId, FilesState>,
}

/// A keyspace to merge.
struct DueMerge {
    id: KeyspaceId,
    keyspace: Arc<Keyspace>,
    state: FilesState,
}

/// The state that decides whether a keyspace has files to merge.
#[derive(Clone, Copy, PartialEq, Eq)]
struct FilesState {
    version: u64,
    free: FreeLevels,
    pace: Pace,
}

impl MergeLoop {
    fn run(mut self) {
        let mut patience = None;
        while self.turns.wait(patience) {
            while let Some(due) = self.next_due() {
                self.take_turn(&due);
            }
            patience = self.patience();
        }
    }

    /// The keyspace with the most files to merge, if any.
    fn next_due(&mut self) -> Option<DueMerge> {
        let keyspaces = Arc::clone(&self.current.get().keyspaces);
        let exists = |id| keyspaces.contains_key(&id);
        self.merged.retain(|id, _| exists(*id));
        self.arrivals.retain(exists);
        self.turns.failures(|failures| failures.retain(exists));
        let now = Instant::now();
        for (id, keyspace) in keyspaces.iter() {
            self.arrivals.note(*id, newest(keyspace), now);
        }
        let due = keyspaces.iter().filter_map(|(id, keyspace)| {
            let state = FilesState {
                version: version(keyspace),
                free: self.turns.free_levels(*id)?,
                pace: self.arrivals.pace(*id, now),
            };
            let is_due = self.merged.get(id) != Some(&state);
            is_due.then(|| (keyspace.tree.l0_run_count(), *id, keyspace, state))
        });
        // The one with the most runs is the next whose writers would have to wait.
        let (_, id, keyspace, state) = due.max_by_key(|(runs, ..)| *runs)?;
        Some(DueMerge {
            id,
            keyspace: Arc::clone(keyspace),
            state,
        })
    }

    /// Merges some files of a keyspace.
    fn take_turn(&mut self, due: &DueMerge) {
        let id = due.id;
        let Some(turn) = self.turns.begin(id, due.state.free) else {
            return;
        };
        let source = self.current.get();
        if !source.keyspaces.contains_key(&id) {
            // The keyspace was dropped after it was chosen, before the turn that the drop would have cancelled.
            return;
        }
        let before = FilesState {
            version: version(&due.keyspace),
            ..due.state
        };
        let done = Self::merge(&source, due, &turn);
        match done {
            Ok(()) => {
                self.turns.failures(|failures| failures.note_success(id));
                // Nothing was merged, so the same state need not be tried again. A flush meanwhile changes
                // the version.
                if version(&due.keyspace) == before.version {
                    self.merged.insert(id, before);
                }
            }
            Err(_) if turn.is_cancelled() => {}
            Err(error) => self.turns.failures(|failures| failures.note(id, error)),
        }
    }

    fn merge(source: &DiskSource, due: &DueMerge, turn: &MergeTurn<'_>) -> Result<()> {
        let keyspace = &due.keyspace;
        let limits = MergeLimits {
            work: turn.work(DOING),
            reserve: source.reserve.clone(),
        };
        let Some(oldest) = source.oldest_snapshot() else {
            return Ok(());
        };
        let FilesState { free, pace, .. } = due.state;
        let strategy: Arc<dyn CompactionStrategy> = match free {
            FreeLevels::All => Arc::new(pace.strategy()),
            FreeLevels::Above(floor) => match levels::above(keyspace, floor, pace) {
                Some(strategy) => strategy,
                None => return Ok(()),
            },
        };
        let merged = turn.run(&source.dir, keyspace, || {
            let merged = limits.run(|| keyspace.tree.compact(strategy, oldest));
            merged
                .map_err(|error| errors::explain_files(&source.dir, keyspace, DOING, &error.into()))
        });
        source.renew();
        merged
    }

    /// The wait before the next check; `None` to wait until woken.
    fn patience(&self) -> Option<Duration> {
        let keyspaces = Arc::clone(&self.current.get().keyspaces);
        // A panic may have left the locks of a keyspace unusable.
        let is_sound = |id| !self.turns.failures(|failures| failures.is_final(id));
        let is_flushing = |(id, keyspace): (&KeyspaceId, &Arc<Keyspace>)| {
            is_sound(*id) && keyspace.sealed_memtable_count() > 0
        };
        let poll = keyspaces.iter().any(is_flushing).then_some(POLL);
        let later = [
            self.turns.until_retry(),
            self.arrivals.until_slow(Instant::now()),
        ];
        let later = later.into_iter().flatten().map(|time| time.max(POLL));
        poll.into_iter().chain(later).min()
    }
}

/// The number of the newest file in the first level.
fn newest(keyspace: &Keyspace) -> Option<u64> {
    let version = keyspace.tree.current_version();
    version.l0().list_ids().into_iter().max()
}

/// A number that changes with the keyspace's files.
fn version(keyspace: &Keyspace) -> u64 {
    keyspace.tree.current_version().id()
}
