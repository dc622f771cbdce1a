//! Counters of a store's background work.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use hbase_backend::Upkeep;

/// Background work of a store since it was opened.
///
/// ```
/// # fn main() -> hbase_backend::Result<()> {
/// let db = hbase_schema_embedded::Embedded::memory()?;
/// assert_eq!(db.stats().compactions, 0);
/// # Ok(())
/// # }
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Stats {
    /// Compactions of a family started in the background: merges of all its files, or passes over
    /// all its rows. The engine's own merges are not included; the cells that they drop are in
    /// [`cells_removed`](Self::cells_removed).
    pub compactions: u64,
    /// Background compactions that have finished, with their files merged.
    pub compactions_finished: u64,
    /// Steps of compactions, requested ones included. A step is some hundred rows.
    pub compaction_steps: u64,
    /// Cells removed by flushes, compactions and the engine's own merges.
    pub cells_removed: u64,
    /// Bytes of keys and values written, removals included.
    pub bytes_written: u64,
}

impl Stats {
    /// Returns the counters that all backends share.
    pub(crate) fn upkeep(self) -> Upkeep {
        let mut upkeep = Upkeep::default();
        upkeep.compactions = self.compactions;
        upkeep.compactions_finished = self.compactions_finished;
        upkeep.cells_removed = self.cells_removed;
        upkeep
    }
}

/// The counters from which [`Stats`] are made.
#[derive(Debug, Default)]
pub(crate) struct Counters {
    begun: AtomicU64,
    finished: AtomicU64,
    steps: AtomicU64,
    removed: AtomicU64,
}

impl Counters {
    pub(crate) fn note_begun(&self) {
        self.begun.fetch_add(1, Ordering::Relaxed);
    }

    pub(crate) fn note_finished(&self) {
        self.finished.fetch_add(1, Ordering::Relaxed);
    }

    pub(crate) fn note_step(&self) {
        self.steps.fetch_add(1, Ordering::Relaxed);
    }

    pub(crate) fn note_removed(&self, cells: u64) {
        self.removed.fetch_add(cells, Ordering::Relaxed);
    }

    pub(crate) fn read(&self, bytes_written: u64) -> Stats {
        Stats {
            compactions: self.begun.load(Ordering::Relaxed),
            compactions_finished: self.finished.load(Ordering::Relaxed),
            compaction_steps: self.steps.load(Ordering::Relaxed),
            cells_removed: self.removed.load(Ordering::Relaxed),
            bytes_written,
        }
    }
}

/// Bytes written to a store since it was opened.
#[derive(Clone, Debug, Default)]
pub(crate) struct Written(Arc<AtomicU64>);

impl Written {
    /// Adds bytes; returns the total.
    pub(crate) fn add(&self, bytes: u64) -> u64 {
        self.0.fetch_add(bytes, Ordering::Relaxed) + bytes
    }

    pub(crate) fn get(&self) -> u64 {
        self.0.load(Ordering::Relaxed)
    }
}
