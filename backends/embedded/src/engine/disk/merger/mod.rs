//! Merges of files, on a thread of the store's own.
//!
//! Of the engine's workers (`worker_pool.rs` of fjall 3.1) the first takes no merges: it puts them
//! back into their queue, and spins as long as the others merge. A single worker does not spin, but
//! does not flush while it merges. The engine therefore has a single worker, which flushes, and
//! keyspaces for which it does not choose to merge. One thread suffices also where there are many
//! cores: a merge that is late stops writers only at [`RUN_LIMIT`](super::commit::RUN_LIMIT), and a
//! second one would take disk and memory from reads.

mod levels;
mod strategy;
#[cfg(test)]
mod tests;
mod turns;

use std::collections::HashMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::thread::JoinHandle;
use std::time::Duration;

use fjall::compaction::Leveled;
use fjall::{AbstractTree, Keyspace};
use hbase_model::{Error, Result};

use super::source::{Current, DiskSource};
use super::{damage, fault, merge};
use crate::engine::KeyspaceId;
use crate::pool::NAME;
use crate::work::Work;
use turns::{Turn, Turns};

pub(super) use levels::merge_all;
pub(super) use strategy::{IDLE_FILES, of_engine};

/// Interval at which flushes in progress are polled: their files may have to be merged.
const POLL: Duration = Duration::from_millis(20);

/// What the thread does, in errors.
const DOING: &str = "merging files";

/// The thread that merges a store's files.
pub(super) struct Merger {
    turns: Arc<Turns>,
    thread: Option<JoinHandle<()>>,
}

impl Merger {
    /// Starts the thread, which merges once it is woken.
    pub(super) fn start(current: Current) -> std::io::Result<Self> {
        let turns = Arc::new(Turns::default());
        let merging = Merging {
            current,
            turns: Arc::clone(&turns),
            strategy: Arc::new(strategy::of_store()),
            merged: HashMap::new(),
        };
        let thread = std::thread::Builder::new().name("hbase-merger".into());
        let thread = Some(thread.spawn(|| merging.run())?);
        Ok(Self { turns, thread })
    }

    /// Makes the thread look for files to merge.
    pub(super) fn wake(&self) {
        self.turns.wake();
    }

    /// Keeps the thread from a keyspace, whose merge in progress is waited for.
    ///
    /// # Errors
    /// [`Error::DeadlineExceeded`] once `work` is over.
    pub(super) fn hold(&self, id: KeyspaceId, work: &Work) -> Result<Turn<'_>> {
        self.turns.hold(id, work)
    }

    /// Ends the merge of a keyspace.
    pub(super) fn cancel(&self, id: KeyspaceId) {
        self.turns.cancel(id);
    }

    /// Why the keyspace's last merge failed.
    pub(super) fn failure(&self, id: KeyspaceId) -> Option<Error> {
        self.turns.failure(id)
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
struct Merging {
    current: Current,
    turns: Arc<Turns>,
    strategy: Arc<Leveled>,
    /// The versions of keyspaces in which there is nothing to merge.
    merged: HashMap<KeyspaceId, u64>,
}

impl Merging {
    fn run(mut self) {
        let mut patience = None;
        while self.turns.wait(patience) {
            while let Some((id, keyspace)) = self.next() {
                self.turn(id, &keyspace);
            }
            patience = self.patience();
        }
    }

    /// The keyspace with the most files to merge, if any.
    fn next(&mut self) -> Option<(KeyspaceId, Arc<Keyspace>)> {
        let keyspaces = Arc::clone(&self.current.get().keyspaces);
        self.merged.retain(|id, _| keyspaces.contains_key(id));
        let due = keyspaces.iter().filter(|(id, keyspace)| {
            self.merged.get(id) != Some(&version(keyspace)) && self.turns.is_free(**id)
        });
        let next = due.max_by_key(|(_, keyspace)| keyspace.tree.l0_run_count());
        next.map(|(id, keyspace)| (*id, Arc::clone(keyspace)))
    }

    /// Merges some files of a keyspace.
    fn turn(&mut self, id: KeyspaceId, keyspace: &Keyspace) {
        let Some(turn) = self.turns.begin(id) else {
            return;
        };
        let before = version(keyspace);
        let source = self.current.get();
        match self.merge(&source, id, keyspace, &turn.work(DOING)) {
            Ok(()) if version(keyspace) == before => {
                self.turns.note_success(id);
                self.merged.insert(id, before);
            }
            Ok(()) => self.turns.note_success(id),
            Err(_) if turn.is_cancelled() => {}
            Err(error) => self.turns.note_failure(id, error),
        }
    }

    fn merge(
        &self,
        source: &DiskSource,
        id: KeyspaceId,
        keyspace: &Keyspace,
        work: &Work,
    ) -> Result<()> {
        let last = self.turns.failure(id);
        if let Some(error @ Error::DiskFull { .. }) = last
            && damage::is_full(&source.dir)
        {
            // A merge would leave behind what it could still write.
            return Err(error);
        }
        let Some(oldest) = source.oldest_snapshot() else {
            return Ok(());
        };
        let strategy = Arc::clone(&self.strategy);
        let merge = || merge::until(work, || keyspace.tree.compact(strategy, oldest));
        let merged = catch_unwind(AssertUnwindSafe(merge));
        source.renew();
        match merged {
            Ok(done) => done
                .map_err(|error| fault::explain_files(&source.dir, keyspace, DOING, &error.into())),
            Err(_) => Err(Error::Backend {
                backend: NAME,
                what: format!("{DOING} in {}: the engine gave up", source.dir.display()),
            }),
        }
    }

    /// How long to wait for the next look; `None` until woken.
    fn patience(&self) -> Option<Duration> {
        let keyspaces = Arc::clone(&self.current.get().keyspaces);
        let is_flushing = |keyspace: &Arc<Keyspace>| keyspace.sealed_memtable_count() > 0;
        let poll = keyspaces.values().any(is_flushing).then_some(POLL);
        let retry = self.turns.until_retry(|id| keyspaces.contains_key(&id));
        poll.into_iter()
            .chain(retry.map(|retry| retry.max(POLL)))
            .min()
    }
}

/// A number that changes with the keyspace's files.
fn version(keyspace: &Keyspace) -> u64 {
    keyspace.tree.current_version().id()
}
