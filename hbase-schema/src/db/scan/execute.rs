//! Reading the rows of a request.

use hbase_model::{Capability, Row};

use super::fan::Fan;
use super::plan::ScanPlan;
use super::request::ScanRequest;
use super::rows::{ReaderState, RowReader, Rows};
use super::unordered::Unordered;
use crate::db::error::{CallContext, Error};
use crate::db::link::operation;
use crate::db::select::Selection;
use crate::key::{DecodeKey, RowKey};
use crate::table::Table;

impl<R: Table, S: Selection<R>, O> ScanRequest<R, S, O> {
    /// The rows, as a stream. An error in the request is its first item.
    pub fn rows(self) -> Rows<S::Output>
    where
        R: 'static,
    {
        let reader = self.open("scan", self.plan("scan"));
        let (selection, range) = (self.selection, self.options.time_range);
        Rows::new(reader, move |row| selection.read_within(row, range))
    }

    /// The rows as the backend returns them, for structs that borrow and for columns that no struct
    /// declares: [`decode_row`](crate::table::decode_row) decodes them.
    pub fn raw_rows(self) -> Rows<Row> {
        let reader = self.open("scan", self.plan("scan"));
        Rows::new(reader, |row| Ok(row.clone()))
    }

    /// The row keys alone. Values are not sent.
    pub fn keys(self) -> Rows<R::Key>
    where
        R::Key: for<'k> DecodeKey<'k>,
    {
        let reader = self.open("keys", self.keys_plan("keys"));
        Rows::new(reader, |row| Ok(R::Key::decode(row.key())?))
    }

    /// The number of rows, including those that do not decode. Values are not sent, but every row
    /// is read.
    ///
    /// # Errors
    /// As [`rows`](Self::rows).
    pub async fn count(self) -> Result<u64, Error> {
        let mut rows = Rows::new(self.open("count", self.keys_plan("count")), |_| Ok(()));
        let count = async {
            let mut count = 0;
            while let Some(row) = rows.next().await {
                row?;
                count += 1;
            }
            Ok(count)
        };
        let about = CallContext::table("count", &R::SCHEMA.table.name);
        operation(about, self.connection.options.operation_timeout, count).await
    }

    /// The first row, if there is one.
    ///
    /// # Errors
    /// As [`rows`](Self::rows).
    pub async fn first(self) -> Result<Option<S::Output>, Error>
    where
        R: 'static,
    {
        let about = CallContext::table("first", &R::SCHEMA.table.name);
        let timeout = self.connection.options.operation_timeout;
        let most = self.options.limit.unwrap_or(1).min(1);
        let mut rows = self.limit(most).rows();
        let first = async { rows.next().await.transpose() };
        operation(about, timeout, first).await
    }

    /// The plan for the row keys alone.
    fn keys_plan(&self, call: &'static str) -> Result<ScanPlan, Error> {
        let mut plan = self.plan(call)?;
        if self.can_filter() {
            plan.keys_only();
        }
        Ok(plan)
    }

    /// Opens the ranges of a plan; nothing is read before the first row is polled.
    pub(super) fn open(&self, call: &'static str, plan: Result<ScanPlan, Error>) -> RowReader {
        let connection = &self.connection;
        let mut checks = Vec::new();
        let (link, timeout) = (connection.link.clone(), connection.options.timeout);
        let state = match plan {
            Err(error) => ReaderState::Rejected(error),
            Ok(mut plan) => {
                checks = std::mem::take(&mut plan.checks);
                if plan.unordered {
                    ReaderState::Unordered(Box::new(Unordered::new(link, plan, timeout)))
                } else {
                    ReaderState::Ordered(Box::new(Fan::new(link, plan, timeout)))
                }
            }
        };
        RowReader {
            state,
            call,
            table: &R::SCHEMA.table.name,
            checks,
            offset: self.options.offset,
            left: self.options.limit.unwrap_or(u64::MAX),
            on_undecodable: self.options.on_undecodable,
            undecodable: Vec::new(),
            operation_timeout: connection.options.operation_timeout,
        }
    }

    pub(super) fn can_filter(&self) -> bool {
        let capabilities = self.connection.backend().capabilities();
        capabilities.has(Capability::Filters)
    }
}
