//! The delete markers of a row, and the cells that they hide (`ScanDeleteTracker`).

use std::collections::BTreeSet;

use hbase_backend::CellKind;

use crate::cell::CellView;

/// The extent to which a cell is hidden.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Deleted {
    No,
    /// Only this version is hidden.
    Version,
    /// This version and all older ones of the column are hidden.
    Column,
}

/// The markers read so far in one row of one family. Cells are in `HBase`'s order: a marker
/// precedes the cells that it hides.
#[derive(Debug, Default)]
pub(crate) struct Deletes {
    /// Hides the family up to and including this timestamp.
    family: Option<i64>,
    family_versions: BTreeSet<i64>,
    /// The column of the next two fields.
    qualifier: Vec<u8>,
    column: Option<i64>,
    version: Option<i64>,
}

impl Deletes {
    /// Removes all markers, for the next row.
    pub(crate) fn reset(&mut self) {
        self.family = None;
        self.family_versions.clear();
        self.column = None;
        self.version = None;
    }

    /// Adds a marker.
    pub(crate) fn add(&mut self, marker: &CellView<'_>) {
        let timestamp = marker.timestamp;
        if self.family.is_some_and(|hidden| timestamp <= hidden) {
            return;
        }
        match marker.kind {
            CellKind::Put => {}
            CellKind::DeleteFamily => self.family = Some(timestamp),
            CellKind::DeleteFamilyVersion => {
                self.family_versions.insert(timestamp);
            }
            CellKind::DeleteColumn => {
                self.enter(marker.qualifier);
                self.column = self.column.max(Some(timestamp));
            }
            CellKind::Delete => {
                self.enter(marker.qualifier);
                self.version = Some(timestamp);
            }
        }
    }

    fn enter(&mut self, qualifier: &[u8]) {
        if self.qualifier != qualifier {
            self.qualifier.clear();
            self.qualifier.extend_from_slice(qualifier);
            self.column = None;
            self.version = None;
        }
    }

    /// Whether a put is hidden.
    #[inline]
    pub(crate) fn hides(&self, cell: &CellView<'_>) -> Deleted {
        let timestamp = cell.timestamp;
        if self.family.is_some_and(|hidden| timestamp <= hidden) {
            return Deleted::Column;
        }
        if self.family_versions.contains(&timestamp) {
            return Deleted::Version;
        }
        if (self.column.is_none() && self.version.is_none()) || self.qualifier != cell.qualifier {
            return Deleted::No;
        }
        if self.column.is_some_and(|hidden| timestamp <= hidden) {
            return Deleted::Column;
        }
        if self.version == Some(timestamp) {
            return Deleted::Version;
        }
        Deleted::No
    }
}
