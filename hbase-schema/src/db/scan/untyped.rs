//! A scan request without its types. Code that does not depend on them is here, so that it is compiled once, and not for each
//! struct.

use hbase_backend::{Capability, Filter, ReadOptions, TimeRange};

use super::filters::add_filtered;
use super::latest;
use super::plan::ScanPlan;
use super::request::{ScanOptions, ScanRequest};
use super::undecodable::OnUndecodable;
use crate::db::connection::Connection;
use crate::db::dated::dates::PeriodRange;
use crate::db::error::{CallContext, Error};
use crate::db::paging::query_id::{Paged, QueryId};
use crate::db::read::select::{self, SelectedColumns};
use crate::db::target::table_ref::TableRef;
use crate::filter::RowFilter;
use crate::key::KeyError;
use crate::query::{KeyRanges, Way, fuzzy, gives_hints};
use crate::schema::TableSchema;
use crate::table::Table;

/// A scan request for the table of `schema`.
pub(super) struct UntypedScan<'r> {
    pub(super) connection: &'r Connection,
    pub(super) schema: &'static TableSchema,
    pub(super) keys: Result<&'r KeyRanges<(), ()>, &'r KeyError>,
    pub(super) options: &'r ScanOptions,
    selected: Selected,
}

/// What a selection reads.
struct Selected {
    /// The struct that is read, if rows are structs.
    schema: Option<&'static TableSchema>,
    /// The columns, and the number of versions.
    read: ReadOptions,
    own_filter: Option<Filter>,
}

impl Selected {
    fn of<R, S: SelectedColumns<R>>(selection: &S) -> Self {
        let mut read = select::read_of(selection, selection.max_versions());
        Self {
            schema: selection.schema(),
            own_filter: read.filter.take(),
            read,
        }
    }
}

impl<R: Table, S: SelectedColumns<R>, O> ScanRequest<R, S, O> {
    /// The request without its types.
    pub(super) fn untyped(&self) -> UntypedScan<'_> {
        UntypedScan {
            connection: &self.connection,
            schema: R::SCHEMA,
            keys: self.keys.as_ref(),
            options: &self.options,
            selected: Selected::of(&self.selection),
        }
    }
}

impl UntypedScan<'_> {
    /// Checks the request, and plans its scans.
    pub(super) fn plan(&self, call: &'static str) -> Result<ScanPlan, Error> {
        let about = CallContext::table(call, &self.schema.table.name);
        let keys = self.keys;
        let keys = keys.map_err(|error| about.key_error(error.clone()))?;
        let filter = self.checked_filter(keys, about)?;
        select::check(self.schema, self.selected.schema, about)?;
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
            schema: self.schema,
            table: TableRef::of(self.schema, dates.and_then(PeriodRange::only)),
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
        QueryId::new(Paged::Scan, &self.schema.table.name.to_string())
            .dates(self.options.dates, self.latest_table_first())
            .key(self.schema.key)
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
        self.selected.own_filter.clone()
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
        let newest_last = latest::is_newest_last(self.schema.key, is_single)?;
        Ok(options.reversed ^ newest_last)
    }

    fn read_options(&self, filter: Option<Filter>) -> ReadOptions {
        let mut read = ReadOptions {
            time_range: self.options.time_range,
            ..self.selected.read.clone()
        };
        if let Some(filter) = &filter {
            add_filtered(filter, &mut read);
        }
        read.filter = filter;
        let selected = self.selected.schema;
        read.whole_families = self.schema.reads_whole_families(selected, &read.columns);
        read
    }

    /// `None` if rows are filtered out on the client: more are then read than are returned.
    fn limit_of_each_range(&self) -> Option<u64> {
        let is_checked = |keys: &KeyRanges<(), ()>| keys.checks.len() > keys.ensured;
        let is_checked = self.keys.is_ok_and(is_checked);
        if is_checked || self.options.on_undecodable != OnUndecodable::Fail {
            return None;
        }
        let limit = self.options.limit?;
        Some(limit.saturating_add(self.options.offset))
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
