//! Decides which cells merges drop: those that `HBase`'s minor compactions drop.
//!
//! Markers are kept: cells that they hide may be in other files.
//!
//! Only a pass over all rows drops markers. The decision takes no lock and no write.

use std::sync::Arc;

use hbase_backend::Result;

use super::keep::{CompactionKind, Keep};
use super::row::{self, Fate};
use crate::clock::Clock;
use crate::engine::{DropDecider, DropPolicy};
use crate::rules::FamilyRules;
use crate::stats::Counters;
use crate::store::Store;
use crate::table::{Family, Table};

/// Decides which cells of a family merges drop.
#[derive(Clone)]
pub(super) struct FamilyDropPolicy {
    table: Arc<Table>,
    rules: Arc<FamilyRules>,
    clock: Arc<dyn Clock>,
    counters: Arc<Counters>,
}

impl FamilyDropPolicy {
    pub(super) fn new(store: &Store, table: &Arc<Table>, family: &Family) -> Self {
        Self {
            table: Arc::clone(table),
            rules: Arc::clone(&family.rules),
            clock: Arc::clone(&store.options().clock),
            counters: Arc::clone(store.activity().stats()),
        }
    }
}

impl DropPolicy for FamilyDropPolicy {
    fn decider(&self) -> Box<dyn DropDecider> {
        Box::new(FamilyDropDecider {
            family: self.clone(),
            keep: None,
        })
    }
}

/// Decides row by row.
struct FamilyDropDecider {
    family: FamilyDropPolicy,
    /// `None` if the table was altered or dropped: then everything is kept.
    keep: Option<Keep>,
}

impl DropDecider for FamilyDropDecider {
    fn start_row(&mut self) {
        let FamilyDropPolicy { table, rules, .. } = &self.family;
        let now = self.family.clock.now_ms();
        self.keep = (!table.is_outdated()).then(|| Keep::new(rules, CompactionKind::Minor, now));
    }

    fn drops(&mut self, prefix: &[u8], key: &[u8], value: &[u8]) -> Result<bool> {
        let Some(keep) = &mut self.keep else {
            return Ok(false);
        };
        Ok(row::fate(keep, prefix, key, value)? != Fate::Kept)
    }

    fn note_dropped(&self, entries: u64) {
        self.family.counters.note_removed(entries);
    }
}
