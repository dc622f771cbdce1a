//! Reading one batch of one range.

use std::sync::Arc;
use std::time::{Duration, Instant};

use hbase_backend::{Deadline, Row, RowBound, Scan, ScanStep, Scanner};

use super::plan::ScanPlan;
use crate::db::connection::link::Link;
use crate::db::error::{CallContext, Error};

/// How far a range was read.
#[derive(Debug, Default)]
pub(super) struct Progress {
    /// Rows read so far.
    taken: u64,
    /// Where to continue without a scanner; `None` at the start of the range.
    from: Option<RowBound>,
    /// Where a skip scan continues after its scanner.
    next: Option<RowBound>,
    scanner: Option<Box<dyn Scanner>>,
}

impl Progress {
    /// Where the rows that are left begin; `None` at the start of the range.
    pub(super) fn from(&self) -> Option<&RowBound> {
        self.from.as_ref()
    }

    /// The same rows read, without the scanner.
    pub(super) fn without_scanner(&self) -> Self {
        Self {
            taken: self.taken,
            from: self.from.clone(),
            // Computed from `from` when a scanner is opened there.
            next: None,
            scanner: None,
        }
    }
}

/// A batch of rows, and how to continue; `None` at the end of the range. It has no rows at the end, or if the backend
/// has read on without finding one.
pub(super) type Batch = (Vec<Row>, Option<Progress>);

/// A batch that was read.
pub(super) struct Fetched {
    /// The index of the range.
    pub(super) source: usize,
    pub(super) took: Duration,
    pub(super) batch: Result<Batch, Error>,
    /// Where to retry a batch that was not read in time.
    pub(super) retry: Option<Progress>,
}

/// Reads the next batch of the range at index `source`.
pub(super) async fn fetch(
    link: Arc<Link>,
    plan: Arc<ScanPlan>,
    timeout: Duration,
    source: usize,
    progress: Progress,
) -> Fetched {
    let started = Instant::now();
    let retry = progress.without_scanner();
    let batch = next_batch(&link, &plan, timeout, source, progress).await;
    let is_late = batch.as_ref().is_err_and(Error::is_timeout);
    Fetched {
        source,
        took: started.elapsed(),
        batch,
        retry: is_late.then_some(retry),
    }
}

async fn next_batch(
    link: &Link,
    plan: &ScanPlan,
    timeout: Duration,
    source: usize,
    mut progress: Progress,
) -> Result<Batch, Error> {
    if plan.limit.is_some_and(|limit| progress.taken >= limit) {
        return Ok((Vec::new(), None));
    }
    // The caller waits for all: scanners are opened and read within one deadline.
    let deadline = Deadline::after(timeout);
    loop {
        let rows = match read_step(link, plan, deadline, source, &mut progress).await? {
            ScanStep::Rows(rows) => {
                let last = rows.last().map(|last| last.key().to_vec());
                progress.taken += rows.len() as u64;
                progress.from = last.map(RowBound::Excluded);
                rows
            }
            ScanStep::Passed(start) => {
                progress.from = Some(start);
                Vec::new()
            }
            ScanStep::End => {
                // A skip scan may have another scanner.
                progress.scanner = None;
                progress.from = progress.next.take();
                if progress.from.is_none() {
                    return Ok((Vec::new(), None));
                }
                // An empty batch moves the position, which begins a new deadline. In `first` and `page`, only
                // rows do.
                if plan.waits_for_rows {
                    continue;
                }
                Vec::new()
            }
        };
        if plan.closes_scanners() {
            progress.scanner = None;
        }
        return Ok((rows, Some(progress)));
    }
}

/// The next step of one scanner, which is opened first if necessary.
async fn read_step(
    link: &Link,
    plan: &ScanPlan,
    deadline: Deadline,
    source: usize,
    progress: &mut Progress,
) -> Result<ScanStep, Error> {
    let about = CallContext::table(plan.call, &plan.table);
    let pass = link.gate.go_on();
    let _pass = pass.map_err(|error| about.backend(error))?;
    if progress.scanner.is_none() {
        let Some((scan, next)) = plan.scan(source, progress.from.clone(), progress.taken) else {
            return Ok(ScanStep::End);
        };
        progress.next = next;
        let scanner = open(link, about, plan, deadline.remaining(), scan).await?;
        progress.scanner = Some(scanner);
    }
    let step = async {
        let Some(scanner) = &mut progress.scanner else {
            return Ok(ScanStep::End);
        };
        let step = if plan.waits_for_rows {
            ScanStep::of_batch(scanner.next_batch(deadline).await?)
        } else {
            scanner.next_step(deadline).await?
        };
        link.count_read(step.rows());
        Ok(step)
    };
    let step = link.within(&about, deadline, step).await;
    step.map_err(|error| about.backend(error))
}

async fn open(
    link: &Link,
    about: CallContext<'_>,
    plan: &ScanPlan,
    timeout: Duration,
    scan: Scan,
) -> Result<Box<dyn Scanner>, Error> {
    link.read(about, timeout, |backend, deadline| {
        let scan = scan.clone();
        async move { backend.scan(&plan.table, scan, deadline).await }
    })
    .await
}
