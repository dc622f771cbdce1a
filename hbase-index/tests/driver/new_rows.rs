//! Rows that are assumed to be new, in a table whose rows have always had stamps.

use std::time::Duration;

use hbase_backend::{Backend, Get, Mutation};
use hbase_index::Intent;

use crate::bulk::{Counting, write_many};
use crate::setup::{Cx, TIMEOUT, by_mail, mail_of, soon};

/// Without a read: the entries of two indexes, then the rows.
const GUESSED: [&str; 3] = ["mutate_many", "mutate_many", "check_and_mutate_many"];

/// All columns that an index depends on: the write does not depend on the row.
fn puts(rows: std::ops::Range<u32>, mail: &str) -> Vec<Intent> {
    let put = |row| {
        let mut put = mail_of(&format!("{row:04}"), mail);
        put.put(b"D", b"CITY", b"Oslo").unwrap();
        Intent::put(put)
    };
    rows.map(put).collect()
}

/// Writes by one client, after enough new rows that the next one is assumed to be new.
async fn calls_of(cx: &Cx, rows: std::ops::Range<u32>, mail: &str) -> Vec<&'static str> {
    let intents = [puts(9000..9512, "before"), puts(rows, mail)].concat();
    let (written, calls) = write_many(cx, None, intents).await;
    assert!(written.iter().all(Result::is_ok), "{written:?}");
    let first = calls
        .iter()
        .position(|call| *call == "check_and_mutate_many");
    calls[first.unwrap() + 1..].to_vec()
}

#[tokio::test]
async fn new_rows_are_not_read() {
    let cx = Cx::new().await;
    assert_eq!(calls_of(&cx, 0..500, "m").await, GUESSED);
    assert_eq!(cx.find_one("m").await.len(), 500);
}

#[tokio::test]
async fn a_row_that_is_not_new_is_read_and_written() {
    let cx = Cx::new().await;
    let (written, _) = write_many(&cx, None, puts(7..8, "a")).await;
    assert!(written[0].is_ok());
    let calls = calls_of(&cx, 0..500, "m").await;
    let rest = [
        "get_many",
        "mutate_many",
        "mutate_many",
        "check_and_mutate_many",
    ];
    assert_eq!(calls, [&GUESSED as &[_], &rest].concat());
    assert_eq!(cx.find_one("m").await.len(), 500);
    assert_eq!(cx.find_one("a").await.len(), 0);
    cx.clocks.advance(Duration::from_secs(5 * 60));
    cx.table.clean_up(soon()).await.unwrap();
    assert_eq!(cx.find_one("m").await.len(), 500);
}

/// A deleted row still has its stamp, so it is not new.
#[tokio::test]
async fn a_deleted_row_is_not_hidden_by_its_deletion() {
    let cx = Cx::new().await;
    cx.clocks.advance(Duration::from_secs(60 * 60));
    let (written, _) = write_many(&cx, None, puts(7..8, "a")).await;
    assert!(written[0].is_ok());
    cx.table
        .write(Intent::delete("0007"), soon())
        .await
        .unwrap();
    calls_of(&cx, 0..500, "m").await;
    assert_eq!(cx.find_one("m").await.len(), 500);
}

#[tokio::test]
async fn one_row_at_a_time_is_taken_to_be_new_after_some() {
    let cx = Cx::new().await;
    let (counting, table) = Counting::client(&cx);
    let mut reads = Vec::new();
    for rows in [0..1, 1..2, 2..3, 3..4, 4..5, 5..6, 0..1, 1..2, 6..7] {
        for intent in puts(rows, "m") {
            table.write(intent, soon()).await.unwrap();
            reads.push(counting.reads());
        }
    }
    // The first one looks for the table and reads the states too; the first that is not new is read after its write
    // failed.
    assert_eq!(reads, [3, 1, 1, 1, 0, 0, 1, 1, 1]);
    assert_eq!(cx.find_one("m").await.len(), 7);
}

/// Whether the cells of a row without a stamp, later than the clock, would hide a write.
async fn is_hidden(cx: &Cx) -> bool {
    let now = hbase_index::Clocks::now_ms(&*cx.clocks);
    let mut later = Mutation::new("0100");
    later.put_at(b"X", b"NOTE", now + 1000, b"x").unwrap();
    let written = cx.store.mutate(&cx.definition.table, later, soon()).await;
    written.unwrap();
    calls_of(cx, 0..200, "m").await;
    let mut get = Get::new("0100");
    get.read.add_column(b"D", b"MAIL");
    let found = cx.store.get(&cx.definition.table, &get, soon()).await;
    let found = found.unwrap().unwrap();
    found.cell(b"D", b"MAIL").unwrap().timestamp <= now
}

/// An index that was dropped and rebuilt: in between, rows may have been written without stamps.
#[tokio::test]
async fn after_an_index_is_dropped_rows_are_read() {
    let cx = Cx::new().await;
    cx.put_directly("existing", "existing").await;
    cx.table.drop_index(&by_mail(), TIMEOUT).await.unwrap();
    cx.build().await;
    assert!(!is_hidden(&cx).await);
}

#[tokio::test]
async fn in_a_table_that_has_had_rows_before_they_are_read() {
    assert!(!is_hidden(&Cx::of_existing_table().await).await);
}
