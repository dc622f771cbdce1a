//! Concurrent scans of regions, whose rows come as they are read.
//!
//! Each region is read by an ordinary scan, so that no backend has to know of unordered scans.

use std::collections::BTreeMap;
use std::fmt;
use std::ops::Range;
use std::sync::Arc;
use std::task::{Context, Poll, ready};
use std::time::Duration;
use std::vec;

use hbase_backend::{BoxFuture, Row};
use tokio::runtime::Handle;
use tokio::task::{JoinError, JoinSet};
use tracing::Instrument;

use super::fetch::{Fetched, Progress, fetch};
use super::plan::ScanPlan;
use crate::db::connection::link::Link;
use crate::db::connection::runtime::current_runtime;
use crate::db::error::{CallContext, Error};

/// Reads the split points, then the ranges that they divide, up to `max_concurrent_scans` at a time.
///
/// A range is an ordinary scan, which follows its rows wherever regions go. The ranges are therefore complete and
/// disjoint, whatever happens to the regions after the split points were read.
///
/// Dropping it cancels running reads, and closes every scanner.
pub(super) enum Unordered {
    Dividing(BoxFuture<'static, Result<Regions, Error>>),
    Reading(Regions),
}

impl Unordered {
    /// Nothing is read before the first poll.
    pub(super) fn new(link: Arc<Link>, plan: ScanPlan, timeout: Duration) -> Self {
        Self::Dividing(Box::pin(Regions::divide(link, plan, timeout)))
    }

    /// The next row.
    pub(super) fn poll_row(&mut self, cx: &mut Context<'_>) -> Poll<Option<Result<Row, Error>>> {
        if let Self::Dividing(regions) = self {
            match ready!(regions.as_mut().poll(cx)) {
                Ok(regions) => *self = Self::Reading(regions),
                Err(error) => return Poll::Ready(Some(Err(error))),
            }
        }
        match self {
            Self::Reading(regions) => regions.poll_row(cx),
            Self::Dividing(_) => Poll::Ready(None),
        }
    }
}

impl fmt::Debug for Unordered {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Dividing(_) => f.write_str("Dividing"),
            Self::Reading(regions) => f
                .debug_struct("Reading")
                .field("ranges", &regions.plan.ranges.len())
                .field("not_started", &regions.not_started)
                .finish_non_exhaustive(),
        }
    }
}

/// The ranges that are being read.
pub(super) struct Regions {
    link: Arc<Link>,
    plan: Arc<ScanPlan>,
    timeout: Duration,
    /// The rest of the current batch.
    rows: vec::IntoIter<Row>,
    /// A task for each range that was started and is not at its end: its next batch. Tasks keep reading while the
    /// caller is busy with a row, so that its time does not count towards their deadlines. A range's next task starts
    /// when its batch becomes the current one, which bounds the batches in memory.
    batches: JoinSet<Fetched>,
    /// The indexes of the ranges that were not started.
    not_started: Range<usize>,
    /// The ranges of `batches`, and where a retry of their batches starts.
    retries: BTreeMap<usize, Progress>,
    runtime: Handle,
}

impl Regions {
    async fn divide(link: Arc<Link>, mut plan: ScanPlan, timeout: Duration) -> Result<Self, Error> {
        let table = plan.table.clone();
        let about = CallContext::table(plan.call, &table);
        let runtime = current_runtime().map_err(|error| about.backend(error))?;
        if !plan.ranges.is_empty() {
            let table = &table;
            let points = link.read(about, timeout, |backend, deadline| async move {
                backend.split_points(table, deadline).await
            });
            plan.divide_at(&points.await?);
        }
        let ranges = plan.ranges.len();
        tracing::debug!(target: "hbase_schema", call = plan.call, %table, ranges, "scanning regions concurrently");
        let mut regions = Self {
            link,
            timeout,
            rows: Vec::new().into_iter(),
            batches: JoinSet::new(),
            not_started: 0..ranges,
            retries: BTreeMap::new(),
            runtime,
            plan: Arc::new(plan),
        };
        for _ in 0..regions.plan.max_concurrent_scans.min(ranges) {
            regions.start_range();
        }
        Ok(regions)
    }

    fn poll_row(&mut self, cx: &mut Context<'_>) -> Poll<Option<Result<Row, Error>>> {
        loop {
            if let Some(row) = self.rows.next() {
                return Poll::Ready(Some(Ok(row)));
            }
            self.follow_runtime();
            let Some(fetched) = ready!(self.batches.poll_join_next(cx)) else {
                return Poll::Ready(None);
            };
            let fetched = fetched.map_err(|error| self.ended(&error));
            if let Err(error) = fetched.and_then(|fetched| self.take(fetched)) {
                return Poll::Ready(Some(Err(error)));
            }
        }
    }

    /// Reads batches again that were begun in another runtime: it may have ended, or nothing may drive it.
    fn follow_runtime(&mut self) {
        let Ok(current) = Handle::try_current() else {
            return;
        };
        if current.id() != self.runtime.id() {
            self.runtime = current;
            self.batches = JoinSet::new();
            for (range, progress) in std::mem::take(&mut self.retries) {
                self.read(range, progress);
            }
        }
    }

    /// Makes a batch the current one, and reads on in its range, or in another one after its end.
    fn take(&mut self, fetched: Fetched) -> Result<(), Error> {
        self.retries.remove(&fetched.source);
        let (rows, progress) = fetched.batch?;
        self.rows = rows.into_iter();
        match progress {
            Some(progress) => self.read(fetched.source, progress),
            None => self.start_range(),
        }
        Ok(())
    }

    fn start_range(&mut self) {
        if let Some(range) = self.not_started.next() {
            self.read(range, Progress::default());
        }
    }

    fn read(&mut self, range: usize, progress: Progress) {
        let (link, plan) = (Arc::clone(&self.link), Arc::clone(&self.plan));
        self.retries.insert(range, progress.without_scanner());
        let batch = fetch(link, plan, self.timeout, range, progress).in_current_span();
        self.batches.spawn_on(batch, &self.runtime);
    }

    /// The runtime has ended the task, or it has panicked.
    #[cold]
    fn ended(&self, error: &JoinError) -> Error {
        let about = CallContext::table(self.plan.call, &self.plan.table);
        about.backend(hbase_backend::Error::Backend {
            backend: self.link.gate.name(),
            what: format!("scanning: the task that read a region has ended: {error}"),
        })
    }
}
