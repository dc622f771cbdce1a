//! The plan of a scan: one scan of the backend per range of rows.

use std::sync::Arc;

use hbase_backend::{Capability, Filter, ReadOptions, RowBound, Scan, TimeRange};
use hbase_model::time::Period;

use super::filters::{add_filtered, both};
use super::latest;
use super::request::ScanRequest;
use super::undecodable::OnUndecodable;
use crate::db::dated::dates::PeriodRange;
use crate::db::error::{CallContext, Error};
use crate::db::paging::position::{Position, Side};
use crate::db::paging::query_id::{Paged, QueryId};
use crate::db::read::select::{self, SelectedColumns};
use crate::db::target::table_ref::TableRef;
use crate::filter::RowFilter;
use crate::query::{KeyRanges, Matches, PartCheck, RowRange, Way, fuzzy, gives_hints};
use crate::schema::TableSchema;
use crate::table::Table;

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
    matches: Option<Arc<Matches>>,
    /// The filter of a condition on key parts, where the matches have none.
    condition: Option<Filter>,
    /// The number of checks, counted from the last one, that the filter of a skip scan ensures.
    ensured: usize,
    pub(super) read: ReadOptions,
    /// The filter that the selected columns need, which is not part of the query's identity.
    pub(super) own_filter: Option<Filter>,
    pub(super) reversed: bool,
    /// The way to read a list of ranges.
    way: Way,
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

impl<R: Table, S: SelectedColumns<R>, O> ScanRequest<R, S, O> {
    /// Checks the request, and plans its scans.
    pub(super) fn plan(&self, call: &'static str) -> Result<ScanPlan, Error> {
        let about = CallContext::of::<R>(call);
        let keys = self.keys.as_ref();
        let keys = keys.map_err(|error| about.key_error(error.clone()))?;
        let filter = self.checked_filter(keys, about)?;
        select::check::<R, S>(&self.selection, about)?;
        self.check_generation(about)?;
        let reversed = self.direction(keys, about)?;
        let dates = self.options.dates;
        let way = self.way(reversed);
        let condition = condition(keys, filter.as_ref(), way);
        let own_filter = self.own_filter(filter.as_ref());
        let read = self.read_options(filter);
        let limits = &self.connection.link.limits;
        let mut plan = ScanPlan {
            query: self.query_id(keys, &read, reversed),
            call,
            schema: R::SCHEMA,
            table: TableRef::of(R::SCHEMA, dates.and_then(PeriodRange::only)),
            dates,
            current: self.options.current,
            latest_table_first: self.latest_table_first(),
            after: None,
            resumed: None,
            ranges: keys.ranges.clone(),
            checks: keys.checks.clone(),
            matches: keys.matches.clone(),
            condition,
            ensured: keys.ensured,
            own_filter,
            read,
            reversed,
            way,
            unordered: self.options.unordered,
            waits_for_rows: self.options.waits_for_rows,
            limit: self.limit_of_each_range(),
            caching: self.options.caching,
            max_concurrent_scans: self.concurrent_scans(),
            scan_bytes: limits.scan_bytes,
        };
        self.continue_plan(&mut plan, about)?;
        Ok(plan)
    }

    fn concurrent_scans(&self) -> usize {
        let set = self.options.max_concurrent_scans;
        set.unwrap_or(self.connection.link.limits.max_concurrent_scans)
            .max(1)
    }

    fn way(&self, reversed: bool) -> Way {
        let has_filter = || {
            let backend = self.connection.backend();
            backend.capabilities().has(Capability::AllFilters)
        };
        if reversed {
            Way::Reversed
        } else if has_filter() {
            Way::Filtered
        } else {
            Way::OneByOne
        }
    }

    fn latest_table_first(&self) -> bool {
        self.options.reversed ^ self.options.newest_first
    }

    /// Identifies the query, by all but the limit, the offset and the selected columns.
    fn query_id(&self, keys: &KeyRanges<(), ()>, read: &ReadOptions, reversed: bool) -> QueryId {
        QueryId::new(Paged::Scan, &R::SCHEMA.table.name.to_string())
            .dates(self.options.dates, self.latest_table_first())
            .key(R::SCHEMA.key)
            .ranges(keys.listed())
            .checks(&keys.checks)
            .filter(read.filter.as_ref())
            .reversed(reversed)
            .time_range(read.time_range)
    }

    /// The filter of the request; an error if it cannot be combined with a skip scan.
    fn checked_filter(
        &self,
        keys: &KeyRanges<(), ()>,
        about: CallContext<'_>,
    ) -> Result<Option<Filter>, Error> {
        let filter = self.options.filter.clone();
        let filter = filter.map(RowFilter::into_filter).transpose();
        let filter = filter.map_err(|error| about.request(error))?;
        if let (Some(filter), Some(matches)) = (&filter, &keys.matches) {
            let checked = matches.check_beside(filter);
            checked.map_err(|what| about.request(what))?;
        }
        Ok(filter)
    }

    /// The filter of the selection. It would end a row before another filter has seen the columns that it compares, so
    /// it is omitted if the request has a filter.
    fn own_filter(&self, filter: Option<&Filter>) -> Option<Filter> {
        if filter.is_some() {
            return None;
        }
        self.selection.own_filter(self.selection.max_versions())
    }

    /// Rejects `current` with a time range, because a generation is a time range itself, and for a backend without time
    /// ranges.
    fn check_generation(&self, about: CallContext<'_>) -> Result<(), Error> {
        if !self.options.current {
            return Ok(());
        }
        if self.options.time_range != TimeRange::ALL {
            return Err(about.request(
                "found `current` together with `time_range`, expected one of them: a generation is the time range of its cells",
            ));
        }
        let backend = self.connection.backend();
        if backend.capabilities().has(Capability::TimeRange) {
            return Ok(());
        }
        Err(about.backend(hbase_backend::Error::Unsupported {
            backend: backend.name(),
            capability: Capability::TimeRange,
            instead: "`current` reads the cells of one timestamp: read the rows without it, while the table is not recomputed".to_owned(),
        }))
    }

    /// Whether the scans are reversed.
    fn direction(&self, keys: &KeyRanges<(), ()>, about: CallContext<'_>) -> Result<bool, Error> {
        let reversed = self.direction_of(keys);
        reversed.map_err(|what| about.request(what))
    }

    fn direction_of(&self, keys: &KeyRanges<(), ()>) -> Result<bool, String> {
        let options = &self.options;
        if options.unordered && (options.reversed || options.newest_first) {
            let order = if options.reversed {
                "reversed"
            } else {
                "newest_first"
            };
            return Err(format!(
                "found `unordered` together with `{order}`, expected one of them: rows of several regions come in no order; leave `unordered` out for `{order}`"
            ));
        }
        if !options.newest_first {
            return Ok(options.reversed);
        }
        let is_single = |part| part < keys.given || keys.checks.iter().any(|c| c.is_value_of(part));
        let newest_last = latest::is_newest_last(R::SCHEMA.key, is_single)?;
        Ok(options.reversed ^ newest_last)
    }

    fn read_options(&self, filter: Option<Filter>) -> ReadOptions {
        let mut read = ReadOptions {
            time_range: self.options.time_range,
            max_versions: self.selection.max_versions(),
            ..ReadOptions::default()
        };
        self.selection.add_columns(&mut read);
        if let Some(filter) = &filter {
            add_filtered(filter, &mut read);
        }
        read.filter = filter;
        let selected = self.selection.schema();
        read.whole_families = R::SCHEMA.reads_whole_families(selected, &read.columns);
        read
    }

    /// `None` if rows are filtered out on the client: more are then read than are returned.
    fn limit_of_each_range(&self) -> Option<u64> {
        let is_checked = |keys: &KeyRanges<(), ()>| keys.checks.len() > keys.ensured;
        let is_checked = self.keys.as_ref().is_ok_and(is_checked);
        if is_checked || self.options.on_undecodable != OnUndecodable::Fail {
            return None;
        }
        let limit = self.options.limit?;
        Some(limit.saturating_add(self.options.offset))
    }
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

/// The filter of a condition on key parts; `None` if the backend has none, or if another filter gives hints. `HBase`'s
/// loses rows in descending order.
fn condition(keys: &KeyRanges<(), ()>, filter: Option<&Filter>, way: Way) -> Option<Filter> {
    if way != Way::Filtered || filter.is_some_and(gives_hints) {
        return None;
    }
    fuzzy(&keys.patterns)
}
