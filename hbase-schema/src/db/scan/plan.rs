//! The plan of a scan: one scan of the backend per range of rows.

use hbase_model::layout::separator::find;
use hbase_model::{Filter, KeyLayout, ReadOptions, RowBound, Scan, TableName};

use super::latest;
use super::request::ScanRequest;
use super::rows::OnUndecodable;
use crate::db::error::{CallContext, Error};
use crate::db::select::{self, Selection};
use crate::filter::RowFilter;
use crate::query::{PartCheck, RowRange, key_of};
use crate::schema::TableSchema;
use crate::table::Table;

/// The fewest bytes of a batch: fewer are not worth a round trip.
const MIN_BATCH_BYTES: usize = 16 << 10;

/// The most bytes of a batch.
const MAX_BATCH_BYTES: usize = 2 << 20;

/// A checked request, with all that reading its ranges takes.
#[derive(Debug)]
pub(super) struct ScanPlan {
    pub(super) call: &'static str,
    pub(super) schema: &'static TableSchema,
    pub(super) ranges: Vec<RowRange>,
    pub(super) checks: Vec<PartCheck>,
    pub(super) read: ReadOptions,
    pub(super) reversed: bool,
    /// Whether rows come in no order, so that ranges are read one after the other, several at a time.
    pub(super) unordered: bool,
    /// Maximum rows of each range; none where rows are filtered out at the client.
    pub(super) limit: Option<u64>,
    pub(super) caching: Option<u32>,
    pub(super) max_concurrent_scans: usize,
    /// Maximum bytes of all batches in memory.
    pub(super) scan_bytes: usize,
}

impl<R: Table, S: Selection<R>, O> ScanRequest<R, S, O> {
    /// Checks the request, and plans its scans.
    pub(super) fn plan(&self, call: &'static str) -> Result<ScanPlan, Error> {
        let about = CallContext::table(call, &R::SCHEMA.table.name);
        let keys = self.keys.as_ref();
        let keys = keys.map_err(|error| about.key_error(error.clone()))?;
        let filter = self.options.filter.clone();
        let filter = filter.map(RowFilter::into_filter).transpose();
        let filter = filter.map_err(|error| about.request(error))?;
        select::check::<R, S>(&self.selection, about)?;
        let reversed = self.direction(keys.given);
        let reversed = reversed.map_err(|what| about.request(what))?;
        let limits = &self.connection.link.limits;
        let max_concurrent_scans = self.options.max_concurrent_scans;
        Ok(ScanPlan {
            call,
            schema: R::SCHEMA,
            ranges: keys.ranges.clone(),
            checks: keys.checks.clone(),
            read: self.read_options(filter),
            reversed,
            unordered: self.options.unordered,
            limit: self.limit_of_each_range(),
            caching: self.options.caching,
            max_concurrent_scans: max_concurrent_scans
                .unwrap_or(limits.max_concurrent_scans)
                .max(1),
            scan_bytes: limits.scan_bytes,
        })
    }

    /// Whether the scans are reversed.
    fn direction(&self, given: usize) -> Result<bool, String> {
        let options = &self.options;
        if options.unordered && (options.reversed || options.newest_first) {
            let order = if options.reversed {
                "reversed"
            } else {
                "newest_first"
            };
            return Err(format!(
                "found `unordered` beside `{order}`, expected one of them: rows of several regions come in no order, leave `unordered` out for `{order}`"
            ));
        }
        let newest_last = options.newest_first && latest::is_newest_last(R::SCHEMA.key, given)?;
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
        read
    }

    /// None if rows are filtered out at the client: more are then read than are returned.
    fn limit_of_each_range(&self) -> Option<u64> {
        let is_checked = self.keys.as_ref().is_ok_and(|keys| !keys.checks.is_empty());
        if is_checked || self.options.on_undecodable != OnUndecodable::Fail {
            return None;
        }
        let limit = self.options.limit?;
        Some(limit.saturating_add(self.options.offset))
    }
}

impl ScanPlan {
    pub(super) fn table(&self) -> &'static TableName {
        &self.schema.table.name
    }

    /// The scan of the range at `index`, from behind the row `after` on.
    pub(super) fn scan(&self, index: usize, after: Option<Vec<u8>>, taken: u64) -> Scan {
        let RowRange { start, stop } = self.ranges[index].clone();
        let (first, last) = if self.reversed {
            (stop, start)
        } else {
            (start, stop)
        };
        Scan {
            start: after.map_or(first, RowBound::Excluded),
            stop: last,
            reversed: self.reversed,
            limit: self.limit.map(|limit| limit.saturating_sub(taken)),
            caching: self.caching,
            max_result_bytes: Some(self.batch_bytes() as u64),
            read: self.read.clone(),
            ..Scan::default()
        }
    }

    /// Maximum bytes of a batch, by the batches in memory. In order, one batch of each range is read
    /// while another one waits. Without order, each open range has one batch, beside the one that is
    /// consumed.
    fn batch_bytes(&self) -> usize {
        let batches = if self.unordered {
            self.ranges.len().min(self.max_concurrent_scans) + 1
        } else {
            self.ranges.len().max(1) * 2
        };
        (self.scan_bytes / batches).clamp(MIN_BATCH_BYTES, MAX_BATCH_BYTES)
    }

    /// Whether scanners are closed after every batch, since there are more ranges than may be open.
    pub(super) fn closes_scanners(&self) -> bool {
        !self.unordered && self.ranges.len() > self.max_concurrent_scans
    }

    /// Divides the ranges at these split points, which ascend.
    pub(super) fn divide_at(&mut self, points: &[Vec<u8>]) {
        let ranges = std::mem::take(&mut self.ranges).into_iter();
        let divided = ranges.flat_map(|range| range.divided_at(points));
        self.ranges = divided.collect();
    }

    /// Omits the values, and all but one cell of each row where no filter needs the others.
    pub(super) fn keys_only(&mut self) {
        self.read.filter = Some(match self.read.filter.take() {
            None => Filter::And(vec![Filter::FirstKeyOnly, Filter::KeyOnly(false)]),
            Some(filter) => Filter::And(vec![filter, Filter::KeyOnly(false)]),
        });
    }

    /// Omits the values.
    pub(super) fn without_values(&mut self) {
        let keys = Filter::KeyOnly(false);
        self.read.filter = Some(match self.read.filter.take() {
            None => keys,
            Some(filter) => Filter::And(vec![filter, keys]),
        });
    }
}

/// Adds the columns that `filter` compares: they must be read even where they are not selected.
fn add_filtered(filter: &Filter, read: &mut ReadOptions) {
    match filter {
        Filter::And(all) | Filter::Or(all) => {
            for filter in all {
                add_filtered(filter, read);
            }
        }
        Filter::Not(filter) | Filter::Skip(filter) | Filter::WhileMatch(filter) => {
            add_filtered(filter, read);
        }
        Filter::ColumnValue {
            family, qualifier, ..
        } => read.add_column(family, qualifier),
        _ => {}
    }
}

/// The width of the salt and its separator in the keys of a range.
pub(super) fn salt_width(layout: &KeyLayout, range: &RowRange) -> usize {
    let Some(salt) = &layout.salt else { return 0 };
    if let Some(width) = salt.width() {
        return width;
    }
    // Salts of several widths end at the first separator.
    let separator = salt.separator.as_deref().unwrap_or("").as_bytes();
    let start = key_of(&range.start);
    find(start, separator).map_or(0, |offset| offset + separator.len())
}
