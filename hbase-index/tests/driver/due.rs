//! Deletions of old entries by later writes, without a call of their own.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Duration;

use hbase_backend::backend::Layer;
use hbase_backend::{Backend, BoxFuture, Deadline, Error, Mutation, Result};
use hbase_index::{IndexedTable, Intent, Settings};
use hbase_model::TableName;

use crate::setup::{Cx, mail_of, soon};

/// Deletions that a write collects.
const BATCH: usize = 64;

fn limit() -> Duration {
    Settings::default().query_limit
}

fn puts(rows: std::ops::Range<usize>, mail: &str) -> Vec<Intent> {
    let put = |row| Intent::put(mail_of(&format!("{row:04}"), mail));
    rows.map(put).collect()
}

async fn write_many(table: &IndexedTable, intents: Vec<Intent>) {
    let written = table.write_many(intents, soon()).await;
    assert!(written.iter().all(Result::is_ok), "{written:?}");
}

/// Rows whose entries have changed: each has an old one.
async fn changed(rows: usize) -> Cx {
    let cx = Cx::new().await;
    for mail in ["a", "b"] {
        write_many(&cx.table, puts(0..rows, mail)).await;
    }
    assert_eq!(cx.table.lag().waiting, rows);
    cx
}

#[tokio::test]
async fn a_write_deletes_what_has_been_due_for_some_time() {
    let cx = changed(3).await;
    cx.clocks.advance(limit() + Duration::from_secs(1));
    cx.put("x", "m").await;
    // So few may wait for others.
    assert_eq!(cx.table.lag().waiting, 3);
    cx.clocks.advance(Duration::from_secs(10));
    cx.put("y", "m").await;
    let lag = cx.table.lag();
    assert_eq!((lag.waiting, lag.deleted, lag.failed), (0, 3, 0));
    assert_eq!(cx.find_one("a").await.len(), 0);
    assert_eq!(cx.find_one("b").await.len(), 3);
}

#[tokio::test]
async fn a_write_deletes_a_batch() {
    let cx = changed(5 * BATCH).await;
    cx.clocks.advance(limit());
    for left in [3 * BATCH, BATCH, 0] {
        cx.put("x", "m").await;
        assert_eq!(cx.table.lag().waiting, left);
    }
}

#[tokio::test]
async fn many_writes_delete_twice_as_many() {
    let cx = changed(5 * BATCH).await;
    cx.clocks.advance(limit());
    write_many(&cx.table, puts(9000..9000 + 2 * BATCH, "m")).await;
    assert_eq!(cx.table.lag().waiting, BATCH);
}

#[tokio::test]
async fn what_is_not_due_waits() {
    let cx = changed(2 * BATCH).await;
    cx.clocks
        .advance(limit().saturating_sub(Duration::from_millis(1)));
    cx.put("x", "m").await;
    assert_eq!(cx.table.lag().waiting, 2 * BATCH);
}

/// Entries cannot be deleted.
#[derive(Debug)]
struct Failing {
    inner: Arc<dyn Backend>,
    fails: AtomicBool,
    attempts: AtomicUsize,
}

impl Layer for Failing {
    fn inner(&self) -> Arc<dyn Backend> {
        Arc::clone(&self.inner)
    }

    fn mutate_many<'a>(
        &'a self,
        table: &'a TableName,
        mutations: Vec<Mutation>,
        deadline: Deadline,
    ) -> BoxFuture<'a, Result<Vec<Result<()>>>> {
        Box::pin(async move {
            let deletes = |mutation: &Mutation| mutation.cells().iter().all(|c| c.kind.is_delete());
            if self.fails.load(Ordering::Relaxed) && mutations.iter().all(deletes) {
                self.attempts.fetch_add(1, Ordering::Relaxed);
                return Err(Error::DeadlineExceeded { doing: "a test" });
            }
            self.inner.mutate_many(table, mutations, deadline).await
        })
    }
}

#[tokio::test]
async fn a_failure_concerns_no_write_and_is_retried_later() {
    let cx = Cx::new().await;
    let failing = Arc::new(Failing {
        inner: cx.store.clone(),
        fails: AtomicBool::new(true),
        attempts: AtomicUsize::new(0),
    });
    let table = Cx::client(failing.clone(), &cx.clocks, &cx.definition);
    for mail in ["a", "b"] {
        write_many(&table, puts(0..1, mail)).await;
    }
    cx.clocks.advance(limit() + Duration::from_secs(10));
    for row in 10..20 {
        write_many(&table, puts(row..row + 1, "m")).await;
    }
    assert_eq!(failing.attempts.load(Ordering::Relaxed), 1);
    let lag = table.lag();
    assert_eq!((lag.waiting, lag.deleted, lag.failed), (1, 0, 1));
    failing.fails.store(false, Ordering::Relaxed);
    cx.clocks.advance(Duration::from_secs(10));
    write_many(&table, puts(30..31, "m")).await;
    assert_eq!((table.lag().waiting, table.lag().deleted), (0, 1));
}
