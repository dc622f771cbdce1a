//! Asking a question: from a request to a stream of rows.

use hbase_model::{Capability, Filter, ReadOptions, Row};

use super::fan::Fan;
use super::latest;
use super::plan::{Plan, add_filtered, bytes_each, salt_width};
use super::request::{Keys, ScanRequest};
use super::rows::{Decode, OnUndecodable, Reading, Rows};
use crate::db::error::{About, Error};
use crate::db::link::operation;
use crate::db::select::{self, Selection};
use crate::filter::RowFilter;
use crate::key::{DecodeKey, RowKey};
use crate::query::RowRange;
use crate::table::Table;

/// A question whose mistakes are found.
pub(super) struct Question {
    pub(super) keys: Keys,
    pub(super) reversed: bool,
    pub(super) read: ReadOptions,
}

impl<R: Table, S: Selection<R>, O> ScanRequest<R, S, O> {
    /// The rows, as a stream. Mistakes in the question come as its first item.
    pub fn rows(self) -> Rows<S::Output>
    where
        R: 'static,
    {
        let question = self.question("scan");
        let opened = question.map(|question| self.open("scan", question));
        let reading = self.reading_of("scan");
        let (selection, range) = (self.selection, self.options.time_range);
        let decode: Decode<S::Output> = Box::new(move |row| selection.read_within(row, range));
        Rows::start(opened, reading, decode)
    }

    /// The rows as the backend gives them, for structs that borrow and for columns that no struct
    /// declares: [`decode_row`](crate::table::decode_row) makes structs of them.
    pub fn raw_rows(self) -> Rows<Row> {
        let question = self.question("scan");
        let opened = question.map(|question| self.open("scan", question));
        Rows::start(
            opened,
            self.reading_of("scan"),
            Box::new(|row| Ok(row.clone())),
        )
    }

    /// The keys of the rows alone: no values are sent.
    pub fn keys(self) -> Rows<R::Key>
    where
        R::Key: for<'k> DecodeKey<'k>,
    {
        let question = self
            .question("keys")
            .map(|question| self.without_values(question));
        let opened = question.map(|question| self.open("keys", question));
        let decode = |row: &Row| Ok(R::Key::decode(row.key())?);
        Rows::start(opened, self.reading_of("keys"), Box::new(decode))
    }

    /// How many rows there are; those that do not decode count too. No values are sent, but every
    /// row is read.
    ///
    /// # Errors
    /// As [`rows`](Self::rows) gives them.
    pub async fn count(self) -> Result<u64, Error> {
        let question = self
            .question("count")
            .map(|question| self.without_values(question));
        let opened = question.map(|question| self.open("count", question));
        let mut rows = Rows::start(opened, self.reading_of("count"), Box::new(|_| Ok(())));
        let count = async {
            let mut count = 0;
            while let Some(row) = rows.next().await {
                row?;
                count += 1;
            }
            Ok(count)
        };
        let about = About::table("count", &R::SCHEMA.table.name);
        operation(about, self.connection.options.operation_timeout, count).await
    }

    /// Has the backend leave out the values, and all but one cell of a row where no filter needs
    /// the others.
    pub(super) fn without_values(&self, mut question: Question) -> Question {
        let capabilities = self.connection.backend().capabilities();
        if capabilities.has(Capability::Filters) {
            question.read.filter = Some(match question.read.filter.take() {
                None => Filter::And(vec![Filter::FirstKeyOnly, Filter::KeyOnly(false)]),
                Some(filter) => Filter::And(vec![filter, Filter::KeyOnly(false)]),
            });
        }
        question
    }

    /// The first row, if there is one.
    ///
    /// # Errors
    /// As [`rows`](Self::rows) gives them.
    pub async fn first(self) -> Result<Option<S::Output>, Error>
    where
        R: 'static,
    {
        let about = About::table("first", &R::SCHEMA.table.name);
        let timeout = self.connection.options.operation_timeout;
        let most = self.options.limit.unwrap_or(1).min(1);
        let mut rows = self.limit(most).rows();
        let first = async { rows.next().await.transpose() };
        operation(about, timeout, first).await
    }

    /// What the question comes to, or what is wrong with it.
    pub(super) fn question(&self, call: &'static str) -> Result<Question, Error> {
        let about = About::table(call, &R::SCHEMA.table.name);
        let keys = match &self.keys {
            Ok(keys) => keys.clone(),
            Err(error) => return Err(about.key_error(error.clone())),
        };
        let filter = self.options.filter.clone();
        let filter = filter.map(RowFilter::into_filter).transpose();
        let filter = filter.map_err(|error| about.request(error))?;
        select::check::<R, S>(&self.selection, about)?;
        let mut reversed = self.options.reversed;
        if self.options.newest_first {
            let newest_last = latest::is_newest_last(R::SCHEMA.key, keys.given);
            reversed ^= newest_last.map_err(|what| about.request(what))?;
        }
        Ok(Question {
            read: self.read_options(filter.as_ref()),
            keys,
            reversed,
        })
    }

    fn read_options(&self, filter: Option<&Filter>) -> ReadOptions {
        let mut read = ReadOptions {
            time_range: self.options.time_range,
            max_versions: self.selection.max_versions(),
            filter: filter.cloned(),
            ..ReadOptions::default()
        };
        self.selection.add_columns(&mut read);
        if let Some(filter) = filter {
            add_filtered(filter, &mut read);
        }
        read
    }

    /// Starts to read.
    pub(super) fn open(&self, call: &'static str, question: Question) -> Fan {
        let link = &self.connection.link;
        let ranges = question.keys.ranges;
        let max_concurrent_scans = self.options.max_concurrent_scans;
        let max_concurrent_scans = max_concurrent_scans
            .unwrap_or(link.limits.max_concurrent_scans)
            .max(1);
        let plan = Plan {
            call,
            table: &R::SCHEMA.table.name,
            read: question.read,
            reversed: question.reversed,
            limit: self.pushed_limit(!question.keys.checks.is_empty()),
            caching: self.options.caching,
            bytes: bytes_each(link.limits.scan_bytes, ranges.len()),
            close_between: ranges.len() > max_concurrent_scans,
        };
        let fans_out = ranges.len() > 1;
        let with_salt = |range: RowRange| {
            let width = if fans_out {
                salt_width(R::SCHEMA.key, &range)
            } else {
                0
            };
            (range, width)
        };
        let ranges = ranges.into_iter().map(with_salt).collect();
        let timeout = self.connection.options.timeout;
        Fan::new(link.clone(), plan, timeout, max_concurrent_scans, ranges)
    }

    /// The limit that each range can be read with: none where rows are left out on this side, for
    /// then more must be read than are given.
    fn pushed_limit(&self, checked: bool) -> Option<u64> {
        if checked || self.options.on_undecodable != OnUndecodable::Fail {
            return None;
        }
        let limit = self.options.limit?;
        Some(limit.saturating_add(self.options.offset))
    }

    pub(super) fn reading_of(&self, call: &'static str) -> Reading {
        Reading {
            call,
            table: &R::SCHEMA.table.name,
            checks: self
                .keys
                .as_ref()
                .map_or_else(|_| Vec::new(), |keys| keys.checks.clone()),
            offset: self.options.offset,
            left: self.options.limit.unwrap_or(u64::MAX),
            on_undecodable: self.options.on_undecodable,
            undecodable: Vec::new(),
            operation_timeout: self.connection.options.operation_timeout,
        }
    }
}
