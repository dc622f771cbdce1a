//! The tables of periods that a scan of dynamic columns reads, one after the other.

use std::collections::VecDeque;

use hbase_model::time::Period;

use super::read::FamilyRead;
use crate::db::dated::dates::PeriodRange;
use crate::db::error::Error;
use crate::db::target::table_ref::TableRef;
use crate::query::RowRange;
use crate::schema::TableSchema;

/// The tables that have not been read yet, in the order of time. A range is looked up once, before its first table.
#[derive(Debug)]
pub(super) struct PeriodTables {
    schema: &'static TableSchema,
    dates: PeriodRange,
    /// The rows to read of each table.
    ranges: Vec<RowRange>,
    /// `None` before they are looked up.
    rest: Option<VecDeque<TableRef>>,
    /// The period in which a page continues: periods up to it are not read as a whole.
    after: Option<Period>,
    /// Whether nothing of the current table has been read yet.
    is_new: bool,
}

impl PeriodTables {
    pub(super) fn new(
        schema: &'static TableSchema,
        dates: PeriodRange,
        ranges: Vec<RowRange>,
    ) -> Self {
        Self {
            schema,
            dates,
            ranges,
            rest: None,
            after: None,
            is_new: true,
        }
    }

    pub(super) fn ranges(&self) -> &[RowRange] {
        &self.ranges
    }

    /// The next table, and the rows to read of it; `None` after the last one.
    pub(super) async fn next(
        &mut self,
        read: &FamilyRead,
    ) -> Result<Option<(TableRef, VecDeque<RowRange>)>, Error> {
        if self.rest.is_none() {
            self.rest = Some(self.look_up(read).await?);
        }
        let next = self.rest.as_mut().and_then(VecDeque::pop_front);
        self.is_new = true;
        Ok(next.map(|table| (table, self.ranges.iter().cloned().collect())))
    }

    async fn look_up(&self, read: &FamilyRead) -> Result<VecDeque<TableRef>, Error> {
        let is_left = |period| self.after.is_none_or(|after| after < period);
        if let Some(period) = self.dates.only() {
            let table = is_left(period).then(|| TableRef::of(self.schema, Some(period)));
            return Ok(table.into_iter().collect());
        }
        let link = &read.connection.link;
        let tables = link.tables_of(read.about(), read.timeout(), self.schema);
        let is_requested = |table: &TableRef| {
            let period = table.period();
            period.is_some_and(|period| self.dates.contains(period) && is_left(period))
        };
        Ok(tables.await?.into_iter().filter(is_requested).collect())
    }

    /// Notes that something of the current table was read.
    pub(super) fn has_read(&mut self) {
        self.is_new = false;
    }

    /// Whether an error is skipped: in a range, a table that was dropped before its first row is read counts as
    /// missing. The table of a single date must exist.
    pub(super) fn may_skip(&self, error: &Error) -> bool {
        self.is_new && self.dates.only().is_none() && error.is_missing_table()
    }

    /// Continues in the table of the period that starts at a time; `None` if no table has that period.
    pub(super) fn resume(&mut self, start_ms: i64) -> Option<(TableRef, VecDeque<RowRange>)> {
        let period = Period::of(self.dates.unit(), start_ms).ok()?;
        if !self.dates.contains(period) {
            return None;
        }
        self.after = Some(period);
        let table = TableRef::of(self.schema, Some(period));
        Some((table, self.ranges.iter().cloned().collect()))
    }
}
