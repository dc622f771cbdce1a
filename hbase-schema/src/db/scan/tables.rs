//! Scans over the tables of several periods, one table after the other.

use std::sync::Arc;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use hbase_backend::{BoxFuture, Row};
use hbase_model::time::Period;

use super::fan::Fan;
use super::plan::ScanPlan;
use super::reached::Reached;
use super::unordered::Unordered;
use crate::db::connection::link::Link;
use crate::db::error::{CallContext, Error};
use crate::db::recompute::generation::Generations;
use crate::db::target::table_ref::TableRef;
use crate::debug::debug_fields;

/// Lists the tables of the plan's periods, then reads them in the order of time.
///
/// A table that is dropped before its first row is read counts as missing.
pub(super) struct Tables {
    link: Arc<Link>,
    plan: ScanPlan,
    timeout: Duration,
    /// The tables that have not been read yet, the next one last.
    rest: Vec<TableRef>,
    current: Option<TableRef>,
    /// The last table whose rows were all returned.
    ended: Option<Period>,
    /// The generation of the current table that is read, if only that is.
    generations: Generations,
    /// Whether a row of the current table was returned.
    has_rows: bool,
    step: Step,
    /// The reader of the current table, while its generation is checked.
    paused: Option<Step>,
}

/// The current step.
enum Step {
    Listing(BoxFuture<'static, Result<Vec<TableRef>, Error>>),
    /// Reading the generations of the current table, before its rows.
    Opening(BoxFuture<'static, Result<Generations, Error>>),
    Ordered(Box<Fan>),
    Unordered(Box<Unordered>),
    /// Reading them again, after its rows.
    Checking(BoxFuture<'static, Result<Generations, Error>>),
    /// Between two tables.
    Idle,
}

impl Tables {
    /// Nothing is read before the first poll.
    pub(super) fn new(link: Arc<Link>, plan: ScanPlan, timeout: Duration) -> Self {
        let listing = list(Arc::clone(&link), plan.clone(), timeout);
        Self {
            link,
            timeout,
            rest: Vec::new(),
            current: None,
            ended: None,
            generations: Generations::default(),
            has_rows: false,
            step: Step::Listing(Box::pin(listing)),
            paused: None,
            plan,
        }
    }

    /// The table of the last row.
    pub(super) fn current(&self) -> Option<&TableRef> {
        self.current.as_ref()
    }

    /// How far the rows were returned, with the period of the row's table.
    pub(super) fn reached(&self) -> Option<(Period, Reached)> {
        let ended = self.ended.map(|period| (period, Reached::End));
        let (Step::Ordered(fan), Some(table)) = (&self.step, &self.current) else {
            return ended;
        };
        match fan.reached() {
            Reached::Start => ended,
            reached => Some((table.period()?, reached)),
        }
    }

    /// The next row.
    pub(super) fn poll_row(&mut self, cx: &mut Context<'_>) -> Poll<Option<Result<Row, Error>>> {
        loop {
            let row = match &mut self.step {
                Step::Ordered(fan) => ready!(fan.poll_row(cx)),
                Step::Unordered(unordered) => ready!(unordered.poll_row(cx)),
                Step::Idle => match self.rest.pop() {
                    Some(table) => {
                        self.enter(table);
                        continue;
                    }
                    None => return Poll::Ready(None),
                },
                _ => match ready!(self.poll_step(cx)) {
                    Ok(()) => continue,
                    Err(error) => return Poll::Ready(Some(Err(error))),
                },
            };
            match row {
                Some(Ok(row)) => {
                    self.has_rows = true;
                    return Poll::Ready(Some(Ok(row)));
                }
                // A table that is dropped after its first row is an error: its other rows would be missing
                // unnoticed.
                Some(Err(error)) if self.has_rows || !self.may_skip(&error) => {
                    return Poll::Ready(Some(Err(error)));
                }
                Some(Err(_)) => self.step = Step::Idle,
                None => self.leave(),
            }
        }
    }

    /// Checks the current table's generation before the last row of a query is returned, because the rest is not read.
    /// Checks nothing if any generation is read.
    pub(super) fn poll_check(&mut self, cx: &mut Context<'_>) -> Poll<Result<(), Error>> {
        if !self.plan.current {
            return Poll::Ready(Ok(()));
        }
        if matches!(self.step, Step::Ordered(_) | Step::Unordered(_)) {
            let check = Step::Checking(self.read_generations());
            let reader = std::mem::replace(&mut self.step, check);
            self.paused = Some(reader);
        }
        let checked = ready!(self.poll_step(cx));
        if let Some(reader) = self.paused.take() {
            self.step = reader;
        }
        Poll::Ready(checked)
    }

    /// Whether a missing table is skipped: one of a range, not that of a single date.
    fn may_skip(&self, error: &Error) -> bool {
        let is_range = self.plan.dates.is_some_and(|dates| dates.only().is_none());
        is_range && error.is_missing_table()
    }

    /// Continues after a read of something other than rows.
    fn poll_step(&mut self, cx: &mut Context<'_>) -> Poll<Result<(), Error>> {
        match &mut self.step {
            Step::Listing(listing) => {
                self.rest = ready!(listing.as_mut().poll(cx))?;
                self.step = Step::Idle;
            }
            Step::Opening(generations) => {
                self.generations = ready!(generations.as_mut().poll(cx))?;
                self.open();
            }
            Step::Checking(generations) => {
                let generations = ready!(generations.as_mut().poll(cx))?;
                self.step = Step::Idle;
                if !self.generations.are_still_whole(&generations) {
                    return Poll::Ready(Err(self.recomputed()));
                }
            }
            Step::Ordered(_) | Step::Unordered(_) | Step::Idle => {}
        }
        Poll::Ready(Ok(()))
    }

    /// Begins to read a table.
    fn enter(&mut self, table: TableRef) {
        self.has_rows = false;
        self.current = Some(table);
        if self.plan.current {
            self.step = Step::Opening(self.read_generations());
        } else {
            self.open();
        }
    }

    /// Ends reading a table.
    fn leave(&mut self) {
        self.ended = self.current.as_ref().and_then(TableRef::period);
        self.step = if self.plan.current {
            Step::Checking(self.read_generations())
        } else {
            Step::Idle
        };
    }

    /// Opens the current table.
    fn open(&mut self) {
        let Some(table) = &self.current else { return };
        let (link, mut plan) = (Arc::clone(&self.link), self.plan.of_table(table));
        if let Some(range) = self.generations.time_range() {
            plan.read.time_range = range;
        }
        self.step = if plan.unordered {
            Step::Unordered(Box::new(Unordered::new(link, plan, self.timeout)))
        } else {
            Step::Ordered(Box::new(Fan::new(link, plan, self.timeout)))
        };
    }

    fn read_generations(&self) -> BoxFuture<'static, Result<Generations, Error>> {
        let (link, call, timeout) = (Arc::clone(&self.link), self.plan.call, self.timeout);
        let table = self
            .current
            .clone()
            .unwrap_or_else(|| self.plan.table.clone());
        Box::pin(async move { link.generations(call, timeout, &table).await })
    }

    #[cold]
    fn recomputed(&self) -> Error {
        let table = self.current.as_ref().unwrap_or(&self.plan.table);
        CallContext::table(self.plan.call, table).request(
            "the table was recomputed while it was read, and its old rows may be gone: read this table once more, or let `recompute` keep the old rows longer by `grace`",
        )
    }
}

/// The existing tables of the plan's periods, the first to be read last.
async fn list(link: Arc<Link>, plan: ScanPlan, timeout: Duration) -> Result<Vec<TableRef>, Error> {
    let about = CallContext::table(plan.call, &plan.table);
    if plan.dates.is_some_and(|dates| dates.only().is_some()) {
        return Ok(vec![plan.table.clone()]);
    }
    let tables = link.tables_of(about, timeout, plan.schema).await?;
    let is_before = |table: &TableRef| match (&plan.after, table.period()) {
        (Some((last, ..)), Some(period)) if plan.latest_table_first => period > *last,
        (Some((last, ..)), Some(period)) => period < *last,
        _ => false,
    };
    let is_requested = |table: &TableRef| {
        let dates = plan.dates.zip(table.period());
        dates.is_some_and(|(dates, period)| dates.contains(period))
    };
    let mut tables: Vec<_> = tables
        .into_iter()
        .filter(|table| is_requested(table) && !is_before(table))
        .collect();
    if !plan.latest_table_first {
        tables.reverse();
    }
    tracing::debug!(target: "hbase_schema", call = plan.call, table = %plan.table, tables = tables.len(), "scanning the tables of several periods");
    Ok(tables)
}

debug_fields!(
    Tables | tables | current = tables.current,
    rest = tables.rest.len()
);
