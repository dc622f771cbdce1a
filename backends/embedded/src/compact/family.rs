//! Decides whether a compaction of a family pays, and which kind.

use std::time::{Duration, Instant};

use hbase_backend::Result;

use super::keep::CompactionKind;
use super::row;
use crate::store::Store;
use crate::table::{Family, Table};

/// Minimum number of written cells before a family is sampled.
const FEW_CELLS: u64 = 16_384;

/// Rows of a sample.
const SAMPLE: usize = 96;

/// Time without writes after which a table's files are merged once more.
const QUIET: Duration = Duration::from_millis(500);

/// Interval at which families with a TTL are sampled without writes.
const EXPIRY_LOOKS: Duration = Duration::from_secs(10 * 60);

/// The state of a family.
#[derive(Debug)]
pub(super) struct FamilyState {
    /// Cells in the family after the last compaction, or when it was first sampled.
    live: u64,
    /// [`Table::cells_written`] now, at the last sample, and at the last compaction.
    written: u64,
    seen: u64,
    compacted: u64,
    looked: Instant,
    /// The time of the last write.
    quiet: Instant,
    is_new: bool,
    /// Whether the engine's merges drop obsolete cells.
    drops_in_merges: bool,
}

/// The reason for sampling a family.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Reason {
    /// Writes of a quarter of its cells.
    Written,
    /// Cells may have expired, or an earlier process may have left work.
    Time,
}

impl FamilyState {
    pub(super) fn new(cells: u64) -> Self {
        let now = Instant::now();
        Self {
            live: cells,
            written: 0,
            seen: 0,
            compacted: 0,
            looked: now,
            quiet: now,
            is_new: true,
            drops_in_merges: false,
        }
    }

    /// Records the start of a compaction, and the approximate number of remaining cells.
    pub(super) fn note_compacted(&mut self, kept: u64) {
        self.live = kept;
        self.compacted = self.written;
    }

    /// Records the number of remaining cells.
    pub(super) fn set_live(&mut self, cells: u64) {
        self.live = cells;
    }

    pub(super) fn set_drops_in_merges(&mut self, drops_in_merges: bool) {
        self.drops_in_merges = drops_in_merges;
    }

    pub(super) fn drops_in_merges(&self) -> bool {
        self.drops_in_merges
    }

    /// A quarter of the cells, with a minimum.
    fn quarter(&self) -> u64 {
        FEW_CELLS.max(self.live / 4)
    }

    /// Records the number of cells written to the table.
    pub(super) fn note_written(&mut self, written: u64) {
        if written != self.written {
            self.written = written;
            self.quiet = Instant::now();
        }
    }

    /// The reason to sample the family now: writes of a quarter of its cells, cells that may have expired, or
    /// (once) unfinished work of an earlier process.
    pub(super) fn take_reason(&mut self, family: &Family) -> Option<Reason> {
        let may_expire = family.rules.ttl_ms.is_some() && self.looked.elapsed() > EXPIRY_LOOKS;
        let is_left = std::mem::take(&mut self.is_new) && self.live > FEW_CELLS;
        let reason = if self.written.saturating_sub(self.seen) >= self.quarter() {
            Reason::Written
        } else if is_left || may_expire {
            Reason::Time
        } else {
            return None;
        };
        self.seen = self.written;
        self.looked = Instant::now();
        Some(reason)
    }

    /// Whether the family has obsolete cells that the engine's own merges will not drop.
    pub(super) fn is_unmerged(&self) -> bool {
        let some = FEW_CELLS.max(self.live / 8);
        self.drops_in_merges && self.written.saturating_sub(self.compacted) >= some
    }

    /// Whether the family had no recent writes.
    pub(super) fn is_quiet(&self) -> bool {
        self.quiet.elapsed() >= QUIET
    }
}

/// The shares of obsolete cells in a sample of rows.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Shares {
    cells: u64,
    /// Cells that a merge could drop, and cells that a compaction could drop.
    merged: u64,
    compacted: u64,
}

impl Shares {
    pub(super) fn of(
        store: &Store,
        table: &Table,
        family: &Family,
        kind: CompactionKind,
    ) -> Result<Self> {
        let mut rows = table.take_sample(family);
        let left = SAMPLE.saturating_sub(rows.len());
        rows.extend(store.engine().sample(family.keyspace, left));
        let mut shares = Self::default();
        for row in rows.iter().take(SAMPLE) {
            let [cells, merged] = row::count(store, family, row, CompactionKind::Minor)?;
            let [_, compacted] = row::count(store, family, row, kind)?;
            shares.cells += cells;
            shares.merged += merged;
            shares.compacted += compacted;
        }
        Ok(shares)
    }

    /// Whether a merge pays: it frees a quarter.
    pub(super) fn merge_pays(self) -> bool {
        self.merged > 0 && self.merged * 4 >= self.cells
    }

    /// Whether a compaction pays: it frees a quarter.
    pub(super) fn compaction_pays(self) -> bool {
        self.compacted > 0 && self.compacted * 4 >= self.cells
    }

    /// Whether more cells are obsolete than the engine's own merges keep up with.
    pub(super) fn is_behind(self) -> bool {
        self.merged * 2 >= self.cells
    }
}
