//! Writes of many rows: each step is one call, and a row fails alone.

use std::sync::Arc;
use std::sync::Mutex;

use hbase_backend::{Backend, BoxFuture, Deadline, Error, Get, Mutation, Result};
use hbase_index::{IndexError, IndexedTable, Intent, Written};
use hbase_schema_embedded::Embedded;
use tokio::sync::Notify;

use crate::hooked::{Hook, Hooked};
use crate::setup::{Cx, mail_of, soon};

/// The first calls of a client: it looks for the table, then reads the states.
const STATES: usize = 2;

/// Counts calls, and fails bulk calls that have a certain row.
#[derive(Debug, Default)]
pub(crate) struct Counting {
    pub(crate) calls: Mutex<Vec<&'static str>>,
    pub(crate) fails: Option<(&'static str, Error)>,
    /// Conditional writes wait at this gate.
    pub(crate) gate: Option<Gate>,
}

/// Stops a call, and later lets it continue.
#[derive(Debug, Default)]
pub(crate) struct Gate {
    pub(crate) arrived: Notify,
    pub(crate) open: Notify,
}

impl Gate {
    pub(crate) async fn pass(&self) {
        self.arrived.notify_one();
        self.open.notified().await;
    }
}

impl Counting {
    /// A client whose calls are counted.
    pub(crate) fn client(cx: &Cx) -> (Arc<Hooked<Self>>, IndexedTable) {
        Self::default().client_of(cx)
    }

    pub(crate) fn client_of(self, cx: &Cx) -> (Arc<Hooked<Self>>, IndexedTable) {
        let counting = Hooked::new(&cx.store, self);
        let table = Cx::client(counting.clone(), &cx.clocks, &cx.definition);
        (counting, table)
    }

    /// The reads since the last call of this function.
    pub(crate) fn reads(&self) -> usize {
        let calls = std::mem::take(&mut *self.calls.lock().unwrap());
        let is_read = |call: &&str| call.starts_with("get");
        calls.into_iter().filter(|call| is_read(call)).count()
    }

    fn note(&self, call: &'static str) -> Result<()> {
        let mut calls = self.calls.lock().unwrap();
        calls.push(call);
        let reads_states = calls.len() <= STATES;
        match &self.fails {
            Some((failing, error)) if *failing == call && !reads_states => Err(error.clone()),
            _ => Ok(()),
        }
    }
}

impl Hook for Counting {
    fn before<'a>(
        &'a self,
        _store: &'a Embedded,
        call: &'static str,
        _deadline: Deadline,
    ) -> BoxFuture<'a, Result<()>> {
        Box::pin(async move {
            self.note(call)?;
            if let Some(gate) = &self.gate
                && call.starts_with("check_and_mutate")
            {
                gate.pass().await;
            }
            Ok(())
        })
    }
}

/// Writes by a client whose calls of one kind fail; the results, and the calls after the reading of
/// the states.
pub(crate) async fn write_many(
    cx: &Cx,
    fails: Option<(&'static str, Error)>,
    intents: Vec<Intent>,
) -> (Vec<Result<Written, IndexError>>, Vec<&'static str>) {
    let counting = Counting {
        fails,
        ..Counting::default()
    };
    let (counting, table) = counting.client_of(cx);
    let written = table.write_many(intents, soon()).await;
    let calls = std::mem::take(&mut *counting.calls.lock().unwrap());
    (written, calls[STATES..].to_vec())
}

fn puts(rows: std::ops::Range<u32>, mail: &str) -> Vec<Intent> {
    let put = |row| Intent::put(mail_of(&format!("{row:04}"), mail));
    rows.map(put).collect()
}

fn is_written(written: &[Result<Written, IndexError>]) -> bool {
    written
        .iter()
        .all(|written| matches!(written, Ok(Written::Yes)))
}

#[tokio::test]
async fn a_step_of_many_rows_is_one_call() {
    let cx = Cx::of_existing_table().await;
    let (written, calls) = write_many(&cx, None, puts(0..500, "m")).await;
    assert!(is_written(&written));
    let changes = ["mutate_many", "check_and_mutate_many"];
    assert_eq!(
        calls,
        [&["get_many"; 2] as &[_], &changes].concat(),
        "new rows"
    );
    let (written, calls) = write_many(&cx, None, puts(0..500, "n")).await;
    assert!(is_written(&written));
    assert_eq!(calls, [&["get_many"; 1] as &[_], &changes].concat());
    assert_eq!(cx.find_one("n").await.len(), 500);
    assert_eq!(cx.find_one("m").await.len(), 0);
    let (written, calls) = write_many(&cx, None, puts(0..1200, "o")).await;
    assert!(is_written(&written));
    assert_eq!(calls.len(), 3 + 3 + 1 + 4, "{calls:?}");
    assert_eq!(cx.find_one("o").await.len(), 1200);
}

#[tokio::test]
async fn writes_of_one_row_take_effect_in_their_order() {
    let cx = Cx::new().await;
    let mails: Vec<String> = (0..30).map(|n| format!("m{n:02}")).collect();
    let intents = mails.iter().enumerate().flat_map(|(n, mail)| {
        let other = format!("other{n}");
        [
            Intent::put(mail_of("1", mail)),
            Intent::put(mail_of(&other, mail)),
        ]
    });
    let written = cx.table.write_many(intents.collect(), soon()).await;
    assert!(is_written(&written));
    assert_eq!(cx.find_one("m29").await, ["1", "other29"]);
    assert_eq!(cx.find_one("m28").await, ["other28"]);
}

#[tokio::test]
async fn results_are_those_of_single_writes() {
    let cx = Cx::new().await;
    cx.put("2", "old").await;
    let mut unlogged = mail_of("3", "m");
    unlogged.durability = hbase_backend::Durability::SkipWal;
    let intents = vec![
        Intent::put(mail_of("1", "m")),
        Intent::insert(mail_of("2", "m")),
        Intent::put(unlogged),
        Intent::delete("4"),
        Intent::put(mail_of("5", &"x".repeat(40_000))),
        Intent::put(mail_of("6", "m")),
    ];
    let written = cx.table.write_many(intents, soon()).await;
    assert!(matches!(written[0], Ok(Written::Yes)));
    assert!(matches!(written[1], Ok(Written::Unchanged)));
    assert!(matches!(written[2], Err(IndexError::Rejected { .. })));
    assert!(matches!(written[3], Ok(Written::Unchanged)));
    assert!(
        matches!(written[4], Err(IndexError::Rejected { .. })),
        "a key that is too long"
    );
    assert!(matches!(written[5], Ok(Written::Yes)));
    assert_eq!(cx.find_one("m").await, ["1", "6"]);
}

#[tokio::test]
async fn rows_are_read_one_by_one_where_one_of_them_fails_all() {
    let cx = Cx::new().await;
    let fails = Some(("get_many", Error::DeadlineExceeded { doing: "a test" }));
    let (written, calls) = write_many(&cx, fails, puts(0..5, "m")).await;
    assert!(is_written(&written));
    assert!(calls.iter().filter(|call| **call == "get").count() >= 5);
    assert_eq!(cx.find_one("m").await.len(), 5);
}

#[tokio::test]
async fn rows_are_written_one_by_one_where_a_call_is_rejected_as_a_whole() {
    let cx = Cx::new().await;
    for (failing, single) in [
        ("mutate_many", "mutate"),
        ("check_and_mutate_many", "check_and_mutate"),
    ] {
        let fails = Some((failing, Error::invalid("a test")));
        let (written, calls) = write_many(&cx, fails, puts(0..5, single)).await;
        assert!(is_written(&written), "{failing}");
        assert_eq!(calls.iter().filter(|call| **call == single).count(), 5);
        assert_eq!(cx.find_one(single).await.len(), 5);
    }
}

#[tokio::test]
async fn a_lost_call_is_not_sent_again() {
    let cx = Cx::new().await;
    let lost = || Error::DeadlineExceeded { doing: "a test" };
    let (written, calls) = write_many(&cx, Some(("mutate_many", lost())), puts(0..5, "m")).await;
    assert!(
        written
            .iter()
            .all(|written| matches!(written, Err(IndexError::Backend(_))))
    );
    assert_eq!(calls.last(), Some(&"mutate_many"));
    let fails = Some(("check_and_mutate_many", lost()));
    let (written, calls) = write_many(&cx, fails, puts(0..5, "m")).await;
    let is_unknown =
        |written: &Result<_, _>| matches!(written, Err(IndexError::OutcomeUnknown { .. }));
    assert!(written.iter().all(is_unknown), "{written:?}");
    assert_eq!(
        calls[calls.len() - 2..],
        ["check_and_mutate_many", "get_many"],
        "read back"
    );
    assert_eq!(cx.find_one("m").await.len(), 0);
}

#[tokio::test]
async fn where_rows_are_new_one_read_is_enough() {
    let cx = Cx::of_existing_table().await;
    let (counting, table) = Counting::client(&cx);
    let reads = || counting.reads();
    let write = |row| table.write(Intent::put(mail_of(row, "m")), soon());
    let mut counts = Vec::new();
    write("unstamped").await.unwrap();
    reads();
    for row in ["1", "2", "1", "2", "3", "4"] {
        write(row).await.unwrap();
        counts.push(reads());
    }
    assert_eq!(
        counts,
        [1, 1, 2, 1, 2, 1],
        "a change of the kind costs one more"
    );
    assert!(is_written(
        &table.write_many(puts(0..100, "m"), soon()).await
    ));
    assert_eq!(reads(), 1);
    assert!(is_written(
        &table.write_many(puts(0..100, "n"), soon()).await
    ));
    assert_eq!(reads(), 2);
    assert!(is_written(
        &table.write_many(puts(0..100, "o"), soon()).await
    ));
    assert_eq!(reads(), 1);
    assert_eq!(cx.find_one("o").await.len(), 100);
    assert_eq!(cx.find_one("m").await.len(), 5);
}

/// Cells that a row had before its table had indexes.
#[tokio::test]
async fn a_row_without_a_stamp_is_no_new_one() {
    let cx = Cx::of_existing_table().await;
    for row in ["1", "2"] {
        cx.put(row, "m").await;
    }
    let now = hbase_index::Clocks::now_ms(&*cx.clocks);
    let mut later = Mutation::new("old");
    later.put_at(b"X", b"NOTE", now + 1000, b"x").unwrap();
    let written = cx.store.mutate(&cx.definition.table, later, soon()).await;
    written.unwrap();
    cx.put("old", "m").await;
    let mut get = Get::new("old");
    get.read.add_column(b"D", b"MAIL");
    let found = cx.store.get(&cx.definition.table, &get, soon()).await;
    let found = found.unwrap().unwrap();
    let cell = found.cell(b"D", b"MAIL").unwrap();
    assert_eq!(cell.timestamp, now + 1001);
}
