//! The requested columns, and the versions of each (`ColumnTracker`).

use std::sync::Arc;

use crate::cell::CellView;

/// The decision about a cell by its number of versions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Versions {
    Include,
    /// Included, and the last one of its column.
    IncludeLast,
    /// Excluded, as are all older cells of its column.
    NextColumn,
}

/// Counts the versions of the columns of one row of one family.
#[derive(Debug)]
pub(crate) struct Tracker {
    /// The requested qualifiers, ascending; `None` means all.
    wanted: Option<Arc<[Vec<u8>]>>,
    /// The index of the first of `wanted` that is still ahead.
    index: usize,
    qualifier: Vec<u8>,
    count: u32,
    min_versions: u32,
    max_versions: u32,
    oldest: i64,
}

impl Tracker {
    pub(crate) fn new(
        wanted: Option<Arc<[Vec<u8>]>>,
        min_versions: u32,
        max_versions: u32,
        oldest: i64,
    ) -> Self {
        Self {
            wanted,
            index: 0,
            qualifier: Vec::with_capacity(32),
            count: 0,
            min_versions,
            max_versions,
            oldest,
        }
    }

    /// Prepares for the next row.
    pub(crate) fn reset(&mut self) {
        self.index = 0;
        self.count = 0;
        self.qualifier.clear();
    }

    /// Whether no requested column can follow in this row.
    #[inline]
    pub(crate) fn is_done(&self) -> bool {
        self.wanted
            .as_ref()
            .is_some_and(|wanted| self.index >= wanted.len())
    }

    /// Whether cells as old as `timestamp` have expired.
    #[inline]
    pub(crate) fn drops_all_of_age(&self, timestamp: i64) -> bool {
        self.min_versions == 0 && timestamp < self.oldest
    }

    /// Whether the column is requested. Qualifiers come in ascending order.
    #[inline]
    pub(crate) fn wants(&mut self, qualifier: &[u8]) -> bool {
        let Some(wanted) = &self.wanted else {
            return true;
        };
        while let Some(next) = wanted.get(self.index) {
            match next.as_slice().cmp(qualifier) {
                std::cmp::Ordering::Less => self.index += 1,
                std::cmp::Ordering::Equal => return true,
                std::cmp::Ordering::Greater => return false,
            }
        }
        false
    }

    /// The next requested qualifier; `None` if all are requested, or none is left.
    pub(crate) fn next_wanted(&self) -> Option<&[u8]> {
        let wanted = self.wanted.as_ref()?;
        wanted.get(self.index).map(Vec::as_slice)
    }

    /// Records that the rest of a column is skipped.
    pub(crate) fn leave(&mut self, qualifier: &[u8]) {
        if self.wants(qualifier) && self.wanted.is_some() {
            self.index += 1;
        }
    }

    /// Counts a version of a requested column. Delete markers are not counted.
    #[inline]
    pub(crate) fn count(&mut self, cell: &CellView<'_>) -> Versions {
        if self.qualifier != cell.qualifier || self.count == 0 {
            self.qualifier.clear();
            self.qualifier.extend_from_slice(cell.qualifier);
            self.count = 0;
        }
        if !cell.kind.is_delete() {
            self.count = self.count.saturating_add(1);
        }
        let is_expired = cell.timestamp < self.oldest;
        if self.wanted.is_some() {
            return self.count_wanted(is_expired);
        }
        if self.count > self.max_versions || (self.count > self.min_versions && is_expired) {
            return Versions::NextColumn;
        }
        Versions::Include
    }

    /// `ExplicitColumnTracker` tests whether a version is the last one instead of whether it is one
    /// too many, so that an expired version may be the last.
    fn count_wanted(&mut self, is_expired: bool) -> Versions {
        if self.count >= self.max_versions || (self.count >= self.min_versions && is_expired) {
            self.index += 1;
            return Versions::IncludeLast;
        }
        Versions::Include
    }
}
