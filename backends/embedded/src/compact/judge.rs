//! Drops what `HBase`'s minor compactions drop, while the engine merges files.
//!
//! Markers are kept: cells that they hide may be in other files.
//!
//! Only a pass over all rows drops markers. To decide takes no lock and no write.

use std::sync::Arc;

use hbase_model::Result;

use super::keep::{CompactionKind, Keep};
use super::row::{self, Fate};
use crate::clock::Clock;
use crate::engine::{Judge, Judging};
use crate::rules::FamilyRules;
use crate::stats::Counters;
use crate::store::Store;
use crate::table::{Family, Table};

/// Decides which cells of a family are dropped.
#[derive(Clone)]
pub(super) struct FamilyJudge {
    table: Arc<Table>,
    rules: Arc<FamilyRules>,
    clock: Arc<dyn Clock>,
    counters: Arc<Counters>,
}

impl FamilyJudge {
    pub(super) fn new(store: &Store, table: &Arc<Table>, family: &Family) -> Self {
        Self {
            table: Arc::clone(table),
            rules: Arc::clone(&family.rules),
            clock: Arc::clone(&store.options().clock),
            counters: Arc::clone(store.activity().stats()),
        }
    }
}

impl Judge for FamilyJudge {
    fn start(&self) -> Box<dyn Judging> {
        Box::new(RowJudge {
            family: self.clone(),
            keep: None,
        })
    }
}

/// Decides row by row.
struct RowJudge {
    family: FamilyJudge,
    /// `None` if the table was altered or dropped: then everything is kept.
    keep: Option<Keep>,
}

impl Judging for RowJudge {
    fn start_row(&mut self) {
        let FamilyJudge { table, rules, .. } = &self.family;
        let now = self.family.clock.now_ms();
        self.keep = (!table.is_outdated()).then(|| Keep::new(rules, CompactionKind::Minor, now));
    }

    fn goes(&mut self, prefix: &[u8], key: &[u8], value: &[u8]) -> Result<bool> {
        let Some(keep) = &mut self.keep else {
            return Ok(false);
        };
        Ok(row::fate(keep, prefix, key, value)? != Fate::Kept)
    }

    fn note_removed(&self, entries: u64) {
        self.family.counters.note_removed(entries);
    }
}
