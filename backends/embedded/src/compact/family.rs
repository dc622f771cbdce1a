//! When a compaction of a family pays.

use std::time::{Duration, Instant};

use hbase_model::Result;

use super::keep::Kind;
use super::row;
use crate::store::Store;
use crate::table::{Family, Table};

/// Fewer written cells than this are never worth a look.
const FEW_CELLS: u64 = 16_384;

/// Rows that are looked at to estimate how much could be removed.
const SAMPLE: usize = 96;

/// How often a family whose cells expire is looked at without writes.
const EXPIRY_LOOKS: Duration = Duration::from_mins(10);

/// What is known of a family.
#[derive(Debug)]
pub(super) struct FamilyState {
    /// Cells in the family after the last compaction, or when it was first seen.
    live: u64,
    /// [`Table::cells_written`] at the last look.
    seen: u64,
    looked: Instant,
    is_new: bool,
}

impl FamilyState {
    pub(super) fn new(cells: u64) -> Self {
        Self {
            live: cells,
            seen: 0,
            looked: Instant::now(),
            is_new: true,
        }
    }

    /// Notes a finished compaction.
    pub(super) fn note_compacted(&mut self, kept: u64) {
        self.live = kept;
    }

    /// Whether it is time to look, after `written` cells: when a quarter more was written, when
    /// cells may have expired, and once for what an earlier process has left.
    pub(super) fn is_to_look(&mut self, family: &Family, written: u64) -> bool {
        let enough = FEW_CELLS.max(self.live / 4);
        let may_expire = family.rules.ttl_ms.is_some() && self.looked.elapsed() > EXPIRY_LOOKS;
        let is_left = std::mem::take(&mut self.is_new) && self.live > FEW_CELLS;
        if !is_left && !may_expire && written.saturating_sub(self.seen) < enough {
            return false;
        }
        self.seen = written;
        self.looked = Instant::now();
        true
    }
}

/// Whether a quarter of the cells in a sample of rows could be removed.
pub(super) fn pays(store: &Store, table: &Table, family: &Family, kind: Kind) -> Result<bool> {
    let mut rows = table.sample();
    let left = SAMPLE.saturating_sub(rows.len());
    rows.extend(store.engine().sample(family.space, left));
    let (mut cells, mut removable) = (0, 0);
    for row in rows.iter().take(SAMPLE) {
        let [all, goes] = row::count(store, family, row, kind)?;
        cells += all;
        removable += goes;
    }
    Ok(removable * 4 >= cells && removable > 0)
}
