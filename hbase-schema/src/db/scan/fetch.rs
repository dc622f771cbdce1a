//! Reading one batch of one range.

use std::sync::Arc;
use std::time::{Duration, Instant};

use hbase_model::{Deadline, Row, RowBound, Scan, Scanner};

use super::plan::ScanPlan;
use crate::db::error::{CallContext, Error};
use crate::db::link::Link;

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
    /// The same rows read, without the scanner.
    fn without_scanner(&self) -> Self {
        Self {
            taken: self.taken,
            from: self.from.clone(),
            next: None,
            scanner: None,
        }
    }
}

/// A batch of rows, and how to continue; `None` at the end of the range.
pub(super) type Batch = (Vec<Row>, Option<Progress>);

/// A batch that was read.
pub(super) struct Fetched {
    /// The index of the range.
    pub(super) source: usize,
    pub(super) took: Duration,
    pub(super) batch: Result<Batch, Error>,
    /// Where a retry of a batch starts that was not read in time.
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
        let rows = read_batch(link, plan, deadline, source, &mut progress).await?;
        if let Some(last) = rows.last() {
            progress.taken += rows.len() as u64;
            progress.from = Some(RowBound::Excluded(last.key().to_vec()));
            if plan.closes_scanners() {
                progress.scanner = None;
            }
            return Ok((rows, Some(progress)));
        }
        // A scanner is at its end; a skip scan may have another one.
        progress.scanner = None;
        progress.from = progress.next.take();
        if progress.from.is_none() {
            return Ok((rows, None));
        }
    }
}

/// The next rows of one scanner, which is opened if there is none; no rows at its end.
async fn read_batch(
    link: &Link,
    plan: &ScanPlan,
    deadline: Deadline,
    source: usize,
    progress: &mut Progress,
) -> Result<Vec<Row>, Error> {
    let about = CallContext::table(plan.call, &plan.table);
    let pass = link.gate.go_on();
    let _pass = pass.map_err(|error| about.backend(error))?;
    if progress.scanner.is_none() {
        let Some((scan, next)) = plan.scan(source, progress.from.clone(), progress.taken) else {
            return Ok(Vec::new());
        };
        progress.next = next;
        let scanner = open(link, about, plan, deadline.remaining(), scan).await?;
        progress.scanner = Some(scanner);
    }
    let batch = async {
        let Some(scanner) = &mut progress.scanner else {
            return Ok(Vec::new());
        };
        let rows = scanner.next_batch(deadline).await?;
        link.count_read(&rows);
        Ok(rows)
    };
    let rows = link.within(&about, deadline, batch).await;
    rows.map_err(|error| about.backend(error))
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
