//! The plan of a scan: one scan of the backend per range of rows.

use std::sync::Arc;

use hbase_backend::{Filter, ReadOptions, RowBound, Scan};
use hbase_model::time::Period;

use super::filters::both;
use crate::db::dated::dates::PeriodRange;
use crate::db::paging::position::{Position, Side};
use crate::db::paging::query_id::QueryId;
use crate::db::target::table_ref::TableRef;
use crate::query::{Matches, PartCheck, RowRange, Way};
use crate::schema::TableSchema;

/// The minimum bytes of a batch: fewer are not worth a round trip.
const MIN_BATCH_BYTES: usize = 16 << 10;

/// The maximum bytes of a batch.
const MAX_BATCH_BYTES: usize = 2 << 20;

/// A checked request, with everything that reading its ranges needs.
#[allow(
    clippy::struct_excessive_bools,
    reason = "options of a request, each independent of the others"
)]
#[derive(Clone, Debug)]
pub(super) struct ScanPlan {
    pub(super) call: &'static str,
    pub(super) schema: &'static TableSchema,
    /// The table that is read; while the tables of a range of periods are read, each in turn.
    pub(super) table: TableRef,
    /// The periods whose tables are read, if the table's name contains a date.
    pub(super) dates: Option<PeriodRange>,
    /// Whether only the current generation of each table is read.
    pub(super) current: bool,
    /// Whether the tables of periods are read from the latest to the earliest.
    pub(super) latest_table_first: bool,
    /// Where the query continues: a row, with the period of its table.
    pub(super) after: Option<(Period, Side, Vec<u8>)>,
    /// The query, of all its ranges.
    pub(super) query: QueryId,
    /// Where the query continues.
    pub(super) resumed: Option<Position>,
    pub(super) ranges: Vec<RowRange>,
    pub(super) checks: Vec<PartCheck>,
    /// The rows of the ranges that the scan jumps to.
    pub(super) matches: Option<Arc<Matches>>,
    /// The filter of a condition on key parts, where the matches have none.
    pub(super) condition: Option<Filter>,
    /// The number of checks, counted from the last one, that the filter of a skip scan ensures.
    pub(super) ensured: usize,
    pub(super) read: ReadOptions,
    /// The filter that the selected columns need, which is not part of the query's identity.
    pub(super) own_filter: Option<Filter>,
    pub(super) reversed: bool,
    /// The way to read a list of ranges.
    pub(super) way: Way,
    /// Whether rows come in any order, so that ranges are read one after the other, several at a time.
    pub(super) unordered: bool,
    /// Whether the timeout applies to each wait for rows, even if the position moves.
    pub(super) waits_for_rows: bool,
    /// Maximum rows of each range; `None` if rows are filtered out on the client.
    pub(super) limit: Option<u64>,
    pub(super) caching: Option<u32>,
    pub(super) max_concurrent_scans: usize,
    /// Maximum bytes of all batches in memory.
    pub(super) scan_bytes: usize,
}

impl ScanPlan {
    /// Whether tables are looked up before they are read: those of several periods, or their current
    /// generations.
    pub(super) fn has_tables(&self) -> bool {
        let is_range = self.dates.is_some_and(|dates| dates.only().is_none());
        is_range || self.current
    }

    /// The plan for one of several tables.
    pub(super) fn of_table(&self, table: &TableRef) -> Self {
        let mut plan = Self {
            table: table.clone(),
            ..self.clone()
        };
        if let Some((period, side, row)) = plan.after.take()
            && table.period() == Some(period)
        {
            plan.continue_at(side, &row);
        }
        plan
    }

    /// Takes the checks that the scans do not ensure.
    pub(super) fn take_checks(&mut self) -> Vec<PartCheck> {
        let mut checks = std::mem::take(&mut self.checks);
        checks.truncate(checks.len().saturating_sub(self.ensured));
        checks
    }

    /// The scan of the range at `index`, from the row bound `from` on if it was begun. For a skip scan, also where the
    /// next scan starts. `None` if no row can match.
    pub(super) fn scan(
        &self,
        index: usize,
        from: Option<RowBound>,
        taken: u64,
    ) -> Option<(Scan, Option<RowBound>)> {
        let mut range = self.ranges[index].clone();
        if let Some(from) = from {
            let start = if self.reversed {
                &mut range.stop
            } else {
                &mut range.start
            };
            *start = from;
        }
        let (range, filter, next) = match &self.matches {
            None => (range, None, None),
            Some(matches) => {
                let step = matches.step(range, self.way)?;
                (step.range, step.filter, step.next)
            }
        };
        let mut scan = self.scan_of(range, taken);
        let filter = filter.or_else(|| self.condition.clone());
        scan.read.filter = both(filter, scan.read.filter.take());
        Some((scan, next))
    }

    fn scan_of(&self, range: RowRange, taken: u64) -> Scan {
        let RowRange { start, stop } = range;
        let (start, stop) = if self.reversed {
            (stop, start)
        } else {
            (start, stop)
        };
        let mut read = self.read.clone();
        read.filter = both(read.filter, self.own_filter.clone());
        Scan {
            start,
            stop,
            reversed: self.reversed,
            limit: self.limit.map(|limit| limit.saturating_sub(taken)),
            caching: self.caching,
            max_result_bytes: Some(self.batch_bytes() as u64),
            read,
            ..Scan::default()
        }
    }

    /// Maximum bytes of a batch, depending on the number of batches in memory. In order, one batch of each range is
    /// read while another one waits. Without order, each open range has one batch, in addition to the one being
    /// consumed.
    fn batch_bytes(&self) -> usize {
        let batches = if self.unordered {
            self.ranges.len().min(self.max_concurrent_scans) + 1
        } else {
            self.ranges.len().max(1) * 2
        };
        (self.scan_bytes / batches).clamp(MIN_BATCH_BYTES, MAX_BATCH_BYTES)
    }

    /// Whether scanners are closed after every batch, because more ranges exist than may be open.
    pub(super) fn closes_scanners(&self) -> bool {
        !self.unordered && self.ranges.len() > self.max_concurrent_scans
    }

    /// Divides the ranges at these split points, which ascend.
    pub(super) fn divide_at(&mut self, points: &[Vec<u8>]) {
        let ranges = std::mem::take(&mut self.ranges).into_iter();
        let divided = ranges.flat_map(|range| range.divided_at(points));
        self.ranges = divided.collect();
    }

    /// Omits the values, and all but one cell of each row if no filter needs the others.
    pub(super) fn keys_only(&mut self) {
        self.read.filter = Some(match self.read.filter.take() {
            None => {
                self.own_filter = None;
                Filter::And(vec![Filter::FirstKeyOnly, Filter::KeyOnly(false)])
            }
            Some(filter) => Filter::And(vec![filter, Filter::KeyOnly(false)]),
        });
    }

    /// Omits the values.
    pub(super) fn without_values(&mut self) {
        // All timestamps count, including those of columns that are not read with their row.
        self.own_filter = None;
        self.read.filter = both(self.read.filter.take(), Some(Filter::KeyOnly(false)));
    }
}
