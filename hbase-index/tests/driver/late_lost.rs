//! Writes of a machine that sleeps within the row's request, and does not get a response.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};

use hbase_backend::backend::Layer;
use hbase_backend::{Backend, BoxFuture, CheckAndMutate, Deadline, Error, Get, Result, Row};
use hbase_index::{IndexError, IndexedTable, Intent, Written};
use hbase_model::TableName;

use crate::setup::{Cx, TIMEOUT, mail_of, soon};

/// The first conditional write is under way while another client builds the indexes; its sender gets no
/// response.
#[derive(Debug)]
struct Sleeping {
    inner: Arc<dyn Backend>,
    builder: IndexedTable,
    stray: Mutex<Option<(TableName, CheckAndMutate)>>,
    has_slept: AtomicBool,
    /// Whether the request arrives when its sender has given up.
    arrives: bool,
    /// Whether no states can be read after it.
    is_down: AtomicBool,
}

impl Sleeping {
    /// The request arrives; returns whether its condition held.
    async fn arrive(&self) -> Option<bool> {
        let stray = self.stray.lock().unwrap().take();
        let (table, check) = stray?;
        let held = self.inner.check_and_mutate(&table, check, soon()).await;
        Some(held.unwrap())
    }
}

impl Layer for Sleeping {
    fn inner(&self) -> Arc<dyn Backend> {
        Arc::clone(&self.inner)
    }

    fn check_and_mutate<'a>(
        &'a self,
        table: &'a TableName,
        check: CheckAndMutate,
        deadline: Deadline,
    ) -> BoxFuture<'a, Result<bool>> {
        Box::pin(async move {
            if self.has_slept.swap(true, Ordering::Relaxed) {
                return self.inner.check_and_mutate(table, check, deadline).await;
            }
            *self.stray.lock().unwrap() = Some((table.clone(), check));
            let live = self.inner.describe_table(table, deadline).await.unwrap();
            let mut ignore = |_: &hbase_index::Progress| {};
            let built = self.builder.create_all(&live, TIMEOUT, &mut ignore);
            built.await.unwrap();
            Err(Error::DeadlineExceeded { doing: "a test" })
        })
    }

    fn check_and_mutate_many<'a>(
        &'a self,
        table: &'a TableName,
        checks: Vec<CheckAndMutate>,
        deadline: Deadline,
    ) -> BoxFuture<'a, Result<Vec<Result<bool>>>> {
        Box::pin(async move {
            let mut results = Vec::new();
            for check in checks {
                results.push(Layer::check_and_mutate(self, table, check, deadline).await);
            }
            Ok(results)
        })
    }

    /// A renewal starts with a read of the states.
    fn get_many<'a>(
        &'a self,
        table: &'a TableName,
        gets: &'a [Get],
        deadline: Deadline,
    ) -> BoxFuture<'a, Result<Vec<Option<Row>>>> {
        Box::pin(async move {
            let is_of_states = table.to_string() == "INDEXES";
            let is_renewal = is_of_states && self.has_slept.load(Ordering::Relaxed);
            if is_renewal && self.arrives {
                self.arrive().await;
            }
            if is_renewal && self.is_down.load(Ordering::Relaxed) {
                return Err(Error::DeadlineExceeded { doing: "a test" });
            }
            self.inner.get_many(table, gets, deadline).await
        })
    }
}

fn sleeper(cx: &Cx, arrives: bool, is_down: bool) -> (Arc<Sleeping>, IndexedTable) {
    let sleeping = Arc::new(Sleeping {
        inner: cx.store.clone(),
        builder: Cx::client(cx.store.clone(), &cx.clocks, &cx.definition),
        stray: Mutex::default(),
        has_slept: AtomicBool::new(false),
        arrives,
        is_down: AtomicBool::new(is_down),
    });
    let table = Cx::client(sleeping.clone(), &cx.clocks, &cx.definition);
    (sleeping, table)
}

fn insert() -> Intent {
    Intent::insert(mail_of("1", "m"))
}

fn assert_unknown(written: Result<Written, IndexError>) {
    let error = written.unwrap_err();
    assert!(
        matches!(error, IndexError::OutcomeUnknown { .. }),
        "{error}"
    );
}

async fn write_each(
    table: &IndexedTable,
    many: bool,
    intent: Intent,
) -> Result<Written, IndexError> {
    if many {
        return table.write_many(vec![intent], soon()).await.remove(0);
    }
    table.write(intent, soon()).await
}

#[tokio::test]
async fn a_row_that_may_have_been_written_gets_the_entries_of_a_new_index() {
    for many in [false, true] {
        let cx = Cx::unbuilt().await;
        let (_, table) = sleeper(&cx, true, false);
        assert_unknown(write_each(&table, many, insert()).await);
        assert_eq!(cx.find_one("m").await, ["1"]);
    }
}

#[tokio::test]
async fn a_write_that_has_not_arrived_is_kept_out() {
    for many in [false, true] {
        let cx = Cx::unbuilt().await;
        let (sleeping, table) = sleeper(&cx, false, false);
        assert_unknown(write_each(&table, many, insert()).await);
        assert_eq!(sleeping.arrive().await, Some(false));
        assert_eq!(cx.find_one("m").await.len(), 0);
        assert_eq!(table.write(insert(), soon()).await.unwrap(), Written::Yes);
        assert_eq!(cx.find_one("m").await, ["1"]);
    }
}

/// The row cannot be renewed either. An insert finds the row, and renews it.
#[tokio::test]
async fn writing_the_row_once_more_repairs_the_index() {
    for many in [false, true] {
        let cx = Cx::unbuilt().await;
        let (sleeping, table) = sleeper(&cx, true, true);
        assert_unknown(write_each(&table, many, insert()).await);
        assert_eq!(cx.find_one("m").await.len(), 0);
        sleeping.is_down.store(false, Ordering::Relaxed);
        let again = write_each(&table, many, insert()).await;
        assert_eq!(again.unwrap(), Written::Unchanged);
        assert_eq!(cx.find_one("m").await, ["1"]);
    }
}

/// A deletion of a row that is not there keeps the earlier write out.
#[tokio::test]
async fn deleting_the_row_keeps_the_write_out() {
    let cx = Cx::unbuilt().await;
    let (sleeping, table) = sleeper(&cx, false, true);
    assert_unknown(table.write(insert(), soon()).await);
    sleeping.is_down.store(false, Ordering::Relaxed);
    let deleted = table.write(Intent::delete("1"), soon()).await;
    assert_eq!(deleted.unwrap(), Written::Unchanged);
    assert_eq!(sleeping.arrive().await, Some(false));
}
