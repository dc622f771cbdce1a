//! Decides which cells of a row a read returns (`UserScanQueryMatcher`).

use hbase_backend::{Result, TimeRange};
use hbase_model::KeepDeletedCells;

use super::columns::{Tracker, Versions};
use super::deletes::{Deleted, Deletes};
use super::plan::FamilyPlan;
use crate::cell::CellView;
use crate::filter::{Code, Node};

/// Decides cell by cell, for one family.
#[derive(Debug)]
pub(crate) struct Matcher {
    range: TimeRange,
    raw: bool,
    keeps_deleted: bool,
    now: i64,
    deletes: Deletes,
    tracker: Tracker,
    /// Maximum versions after the filter.
    max_versions: u32,
    included: u32,
    included_qualifier: Vec<u8>,
    /// Whether further puts of the column without a qualifier are skipped. The family's markers are
    /// among them, so that the column itself cannot be skipped.
    is_nameless_closed: bool,
}

impl Matcher {
    pub(crate) fn new(family: &FamilyPlan, raw: bool, has_filter: bool, now: i64) -> Self {
        let oldest = if raw { 0 } else { family.rules.oldest(now) };
        // With a filter, older versions replace excluded ones.
        let counted = match (has_filter, raw) {
            (false, _) => family.max_versions,
            (true, true) => u32::MAX,
            (true, false) => family.rules.max_versions,
        };
        Self {
            range: family.range,
            raw,
            keeps_deleted: family.rules.keep_deleted != KeepDeletedCells::False,
            now,
            deletes: Deletes::default(),
            tracker: Tracker::new(
                family.columns.clone(),
                family.rules.min_versions,
                counted,
                oldest,
            ),
            max_versions: family.max_versions,
            included: 0,
            included_qualifier: Vec::new(),
            is_nameless_closed: false,
        }
    }

    /// Prepares for the next row.
    pub(crate) fn reset(&mut self) {
        self.deletes.reset();
        self.tracker.reset();
        self.included = 0;
        self.is_nameless_closed = false;
    }

    /// Skips further puts of the column without a qualifier.
    pub(crate) fn close_nameless(&mut self) {
        self.is_nameless_closed = true;
    }

    /// The next requested qualifier, if only some are requested.
    pub(crate) fn next_wanted(&self) -> Option<&[u8]> {
        self.tracker.next_wanted()
    }

    /// Decides about the row's next cell.
    #[inline]
    pub(crate) fn step(
        &mut self,
        cell: &CellView<'_>,
        filter: Option<&mut (dyn Node + 'static)>,
    ) -> Result<Code> {
        let step = self.decide(cell, filter)?;
        if !cell.qualifier.is_empty() {
            return Ok(step);
        }
        self.is_nameless_closed |= matches!(step, Code::IncludeNextColumn | Code::NextColumn);
        Ok(match step {
            Code::IncludeNextColumn => Code::Include,
            Code::NextColumn => Code::Skip,
            other => other,
        })
    }

    #[inline]
    fn decide(
        &mut self,
        cell: &CellView<'_>,
        filter: Option<&mut (dyn Node + 'static)>,
    ) -> Result<Code> {
        if self.tracker.is_done() {
            return Ok(Code::NextRow);
        }
        if self.tracker.drops_all_of_age(cell.timestamp) {
            return Ok(self.leave_column(cell));
        }
        if cell.is_expired(self.now) {
            return Ok(Code::Skip);
        }
        if !self.raw {
            if cell.kind.is_delete() {
                self.note_marker(cell);
                return Ok(Code::Skip);
            }
            match self.deletes.hides(cell) {
                Deleted::No => {}
                Deleted::Version => return Ok(Code::Skip),
                Deleted::Column => return Ok(Code::NextColumn),
            }
        }
        if self.is_nameless_closed && cell.qualifier.is_empty() {
            return Ok(Code::Skip);
        }
        self.check_column(cell, filter)
    }

    /// If deleted cells are kept, a read of the past ignores later markers.
    fn note_marker(&mut self, marker: &CellView<'_>) {
        let counts = if self.keeps_deleted {
            self.range.contains(marker.timestamp)
        } else {
            self.range.min <= marker.timestamp
        };
        if counts {
            self.deletes.add(marker);
        }
    }

    #[inline]
    fn check_column(
        &mut self,
        cell: &CellView<'_>,
        filter: Option<&mut (dyn Node + 'static)>,
    ) -> Result<Code> {
        if cell.timestamp < self.range.min {
            return Ok(self.leave_column(cell));
        }
        if !self.range.contains(cell.timestamp) {
            return Ok(Code::Skip);
        }
        if !self.tracker.wants(cell.qualifier) {
            return Ok(if self.tracker.is_done() {
                Code::NextRow
            } else {
                Code::NextColumn
            });
        }
        let step = match self.tracker.count(cell) {
            Versions::NextColumn => return Ok(Code::NextColumn),
            Versions::IncludeLast if self.tracker.is_done() => Code::IncludeNextRow,
            Versions::IncludeLast => Code::IncludeNextColumn,
            Versions::Include => Code::Include,
        };
        match filter {
            None => Ok(step),
            Some(filter) => {
                let code = filter.filter_cell(cell)?;
                Ok(self.merge(cell, step, code))
            }
        }
    }

    fn leave_column(&mut self, cell: &CellView<'_>) -> Code {
        self.tracker.leave(cell.qualifier);
        if self.tracker.is_done() {
            Code::NextRow
        } else {
            Code::NextColumn
        }
    }

    /// Combines the code by versions with the filter's.
    fn merge(&mut self, cell: &CellView<'_>, step: Code, code: Code) -> Code {
        let step = match code {
            Code::Skip => return step.without_cell(),
            Code::Hint => return Code::Hint,
            Code::NextRow => return Code::NextRow,
            Code::NextColumn if step == Code::IncludeNextRow => return Code::NextRow,
            Code::NextColumn => return self.leave_column(cell),
            Code::IncludeNextColumn if step == Code::Include => Code::IncludeNextColumn,
            Code::Include | Code::IncludeNextColumn => step,
            Code::IncludeNextRow => Code::IncludeNextRow,
        };
        if self.included == 0 || self.included_qualifier != cell.qualifier {
            self.included = 0;
            self.included_qualifier.clear();
            self.included_qualifier.extend_from_slice(cell.qualifier);
        }
        self.included += 1;
        let step = match step {
            step if self.included <= self.max_versions => step,
            Code::IncludeNextRow => Code::NextRow,
            _ => Code::NextColumn,
        };
        if matches!(step, Code::IncludeNextColumn | Code::NextColumn) {
            self.tracker.leave(cell.qualifier);
        }
        step
    }
}
