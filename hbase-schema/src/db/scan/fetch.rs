//! One batch of one range.

use std::sync::Arc;
use std::time::{Duration, Instant};

use hbase_model::{Deadline, Row, RowBound, Scan, Scanner};

use super::plan::Plan;
use crate::db::error::{About, Error};
use crate::db::link::Link;
use crate::query::RowRange;

/// What is read of one range, and how far that has come.
#[derive(Debug)]
pub(super) struct Cursor {
    /// What is still to be read.
    range: RowRange,
    /// How many rows were read.
    taken: u64,
    scanner: Option<Box<dyn Scanner>>,
}

impl Cursor {
    pub(super) fn new(range: RowRange) -> Self {
        Self {
            range,
            taken: 0,
            scanner: None,
        }
    }
}

/// The next rows of a range, and how to go on; `None` at the end.
pub(super) struct Fetched {
    pub(super) source: usize,
    /// How long it took.
    pub(super) took: Duration,
    pub(super) answer: Result<(Vec<Row>, Option<Cursor>), Error>,
}

/// Reads the next batch of the range with the number `source`.
pub(super) async fn fetch(
    link: Arc<Link>,
    plan: Arc<Plan>,
    timeout: Duration,
    source: usize,
    cursor: Cursor,
) -> Fetched {
    let started = Instant::now();
    let answer = next_batch(&link, &plan, timeout, cursor).await;
    Fetched {
        source,
        took: started.elapsed(),
        answer,
    }
}

async fn next_batch(
    link: &Link,
    plan: &Plan,
    timeout: Duration,
    mut cursor: Cursor,
) -> Result<(Vec<Row>, Option<Cursor>), Error> {
    if plan.limit.is_some_and(|limit| cursor.taken >= limit) {
        return Ok((Vec::new(), None));
    }
    let about = About::table(plan.call, plan.table);
    // Who waits for rows waits for both: the scan is opened and read within one deadline.
    let deadline = Deadline::after(timeout);
    let pass = link.gate.go_on();
    let _pass = pass.map_err(|error| about.backend(error))?;
    let mut scanner = if let Some(scanner) = cursor.scanner.take() {
        scanner
    } else {
        let scan = plan.scan(cursor.range.clone(), cursor.taken);
        open(link, about, plan, deadline.remaining(), scan).await?
    };
    let batch = link.within(about, deadline, scanner.next_batch(deadline));
    let rows = batch.await.map_err(|error| about.backend(error))?;
    link.count_read(&rows);
    let Some(last) = rows.last() else {
        return Ok((rows, None));
    };
    cursor.taken += rows.len() as u64;
    if plan.close_between {
        go_on_after(&mut cursor.range, plan.reversed, last.key());
    } else {
        cursor.scanner = Some(scanner);
    }
    Ok((rows, Some(cursor)))
}

async fn open(
    link: &Link,
    about: About<'_>,
    plan: &Plan,
    timeout: Duration,
    scan: Scan,
) -> Result<Box<dyn Scanner>, Error> {
    let table = plan.table;
    link.read(about, timeout, |backend, deadline| {
        let scan = scan.clone();
        async move { backend.scan(table, scan, deadline).await }
    })
    .await
}

/// The scanner is given up: the next one starts behind the last row.
fn go_on_after(range: &mut RowRange, reversed: bool, last: &[u8]) {
    let bound = RowBound::Excluded(last.to_vec());
    if reversed {
        range.stop = bound;
    } else {
        range.start = bound;
    }
}
