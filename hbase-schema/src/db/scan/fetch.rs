//! Reading one batch of one range.

use std::sync::Arc;
use std::time::{Duration, Instant};

use hbase_model::{Deadline, Row, Scan, Scanner};

use super::plan::ScanPlan;
use crate::db::error::{CallContext, Error};
use crate::db::link::Link;

/// How far a range was read.
#[derive(Debug, Default)]
pub(super) struct Progress {
    /// Rows read so far.
    taken: u64,
    /// The last of them, where its scanner was closed.
    after: Option<Vec<u8>>,
    scanner: Option<Box<dyn Scanner>>,
}

/// A batch of rows, and how to continue; `None` at the end of the range.
pub(super) type Batch = (Vec<Row>, Option<Progress>);

/// A batch that was read.
pub(super) struct Fetched {
    /// The index of the range.
    pub(super) source: usize,
    pub(super) took: Duration,
    pub(super) batch: Result<Batch, Error>,
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
    let batch = next_batch(&link, &plan, timeout, source, progress).await;
    Fetched {
        source,
        took: started.elapsed(),
        batch,
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
    let about = CallContext::table(plan.call, plan.table());
    // The caller waits for both: the scan is opened and read within one deadline.
    let deadline = Deadline::after(timeout);
    let pass = link.gate.go_on();
    let _pass = pass.map_err(|error| about.backend(error))?;
    let mut scanner = if let Some(scanner) = progress.scanner.take() {
        scanner
    } else {
        let scan = plan.scan(source, progress.after.take(), progress.taken);
        open(link, about, plan, deadline.remaining(), scan).await?
    };
    let batch = async {
        let rows = scanner.next_batch(deadline).await?;
        link.count_read(&rows);
        Ok(rows)
    };
    let rows = link.within(about, deadline, batch).await;
    let rows = rows.map_err(|error| about.backend(error))?;
    let Some(last) = rows.last() else {
        return Ok((rows, None));
    };
    progress.taken += rows.len() as u64;
    if plan.closes_scanners() {
        progress.after = Some(last.key().to_vec());
    } else {
        progress.scanner = Some(scanner);
    }
    Ok((rows, Some(progress)))
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
        async move { backend.scan(plan.table(), scan, deadline).await }
    })
    .await
}
