//! Opens the scan of a request.

use hbase_backend::Capability;

use super::fan::Fan;
use super::plan::ScanPlan;
use super::position::ScanProgress;
use super::rows::{ReaderState, RowReader};
use super::tables::Tables;
use super::unordered::Unordered;
use super::untyped::UntypedScan;
use crate::db::error::Error;
use crate::db::paging::position::Done;
use crate::db::target::table_ref::TableRef;

impl UntypedScan<'_> {
    /// Opens the scan for the selected columns.
    pub(super) fn open_selected(&self, call: &'static str) -> RowReader {
        self.open(call, self.plan(call))
    }

    /// Opens the scan for the row keys alone.
    pub(super) fn open_keys(&self, call: &'static str) -> RowReader {
        let plan = self.plan(call).map(|mut plan| {
            if self.can_filter() {
                plan.keys_only();
            }
            plan
        });
        self.open(call, plan)
    }

    /// Opens the ranges of a plan; nothing is read before the first row is polled.
    pub(super) fn open(&self, call: &'static str, plan: Result<ScanPlan, Error>) -> RowReader {
        let connection = &self.connection;
        let mut checks = Vec::new();
        let mut table = TableRef::of(self.schema, None);
        let mut progress = ScanProgress::default();
        let mut left = (self.options.offset, self.options.limit);
        let (link, timeout) = (connection.link.clone(), connection.options.timeout);
        let state = match plan {
            Err(error) => ReaderState::Rejected(error),
            Ok(mut plan) => {
                checks = plan.take_checks();
                progress = ScanProgress::of(&plan);
                left = self.left(progress.done);
                table = plan.table.clone();
                if plan.has_tables() {
                    ReaderState::Tables(Box::new(Tables::new(link, plan, timeout)))
                } else if plan.unordered {
                    ReaderState::Unordered(Box::new(Unordered::new(link, plan, timeout)))
                } else {
                    ReaderState::Ordered(Box::new(Fan::new(link, plan, timeout)))
                }
            }
        };
        RowReader {
            state,
            call,
            table,
            checks,
            offset: left.0,
            left: left.1.unwrap_or(u64::MAX),
            progress,
            on_undecodable: self.options.on_undecodable,
            undecodable: Vec::new(),
            last: None,
            operation_timeout: connection.options.operation_timeout,
        }
    }

    /// The offset and the limit of the rows that are left.
    fn left(&self, done: Done) -> (u64, Option<u64>) {
        // A page's size is for that page alone. The limit of a scan covers all of its runs.
        let returned = if self.options.is_page {
            0
        } else {
            done.returned
        };
        let limit = self.options.limit;
        let limit = limit.map(|limit| limit.saturating_sub(returned));
        (self.options.offset.saturating_sub(done.skipped), limit)
    }

    pub(super) fn can_filter(&self) -> bool {
        let capabilities = self.connection.backend().capabilities();
        capabilities.has(Capability::Filters)
    }
}
