//! The cells of a row that remain after a flush or a major compaction
//! (`MinorCompactionScanQueryMatcher`, `MajorCompactionScanQueryMatcher`).

use hbase_model::KeepDeletedCells;

use crate::cell::CellView;
use crate::read::{Deleted, Deletes, Tracker, Versions};
use crate::rules::FamilyRules;

/// The kind of compaction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum CompactionKind {
    /// Keeps delete markers.
    Minor,
    /// Drops delete markers except young ones (`hbase.hstore.time.to.purge.deletes`).
    Background {
        /// Markers from this timestamp on are kept.
        purge_before: i64,
    },
    /// Drops delete markers.
    Major {
        /// The family's oldest put.
        earliest_put: i64,
    },
}

/// Decides cell by cell, in `HBase`'s order, for one row of one family.
#[derive(Debug)]
pub(super) struct Keep {
    deleted: KeepDeletedCells,
    kind: CompactionKind,
    now: i64,
    oldest: i64,
    deletes: Deletes,
    tracker: Tracker,
    /// The column whose remaining cells are dropped.
    closed: Option<Vec<u8>>,
}

impl Keep {
    pub(super) fn new(rules: &FamilyRules, kind: CompactionKind, now: i64) -> Self {
        let oldest = rules.oldest(now);
        Self {
            deleted: rules.keep_deleted,
            kind,
            now,
            oldest,
            deletes: Deletes::default(),
            tracker: Tracker::new(None, rules.min_versions, rules.max_versions, oldest),
            closed: None,
        }
    }

    /// Whether the next cell is kept.
    pub(super) fn keeps(&mut self, cell: &CellView<'_>) -> bool {
        if self.closed.as_deref() == Some(cell.qualifier) {
            return false;
        }
        if self.tracker.drops_all_of_age(cell.timestamp) {
            return self.close(cell);
        }
        if cell.is_expired(self.now) {
            return false;
        }
        if cell.kind.is_delete() {
            return self.check_marker(cell);
        }
        match self.deletes.hides(cell) {
            Deleted::No => self.count(cell),
            Deleted::Version => false,
            Deleted::Column => self.close(cell),
        }
    }

    /// The column without a qualifier stays open, since it contains the family's markers.
    fn close(&mut self, cell: &CellView<'_>) -> bool {
        if !cell.qualifier.is_empty() {
            self.closed = Some(cell.qualifier.to_vec());
        }
        false
    }

    fn count(&mut self, cell: &CellView<'_>) -> bool {
        match self.tracker.count(cell) {
            Versions::NextColumn => self.close(cell),
            Versions::Include | Versions::IncludeLast => true,
        }
    }

    fn check_marker(&mut self, marker: &CellView<'_>) -> bool {
        let is_old = marker.timestamp < self.oldest;
        let keeps_deleted = match self.deleted {
            KeepDeletedCells::True => true,
            KeepDeletedCells::Ttl => !is_old,
            _ => false,
        };
        if !keeps_deleted {
            self.deletes.add(marker);
        }
        match self.kind {
            CompactionKind::Minor => true,
            CompactionKind::Background { purge_before } => marker.timestamp >= purge_before,
            CompactionKind::Major { .. } if !keeps_deleted => false,
            CompactionKind::Major { earliest_put } if marker.timestamp < earliest_put => {
                self.close(marker)
            }
            CompactionKind::Major { .. } => self.count(marker),
        }
    }
}
