//! Entries that are put while the row is read.

use std::time::Duration;

use hbase_backend::{Error, Mutation};
use hbase_index::Intent;

use crate::bulk::write_many;
use crate::setup::{Cx, mail_of};

/// All columns that an index depends on: the write does not depend on the row.
fn whole(row: &str, mail: &str) -> Mutation {
    let mut put = mail_of(row, mail);
    put.put(b"D", b"CITY", b"Oslo").unwrap();
    put
}

async fn calls_of(cx: &Cx, intents: Vec<Intent>) -> Vec<&'static str> {
    let (written, mut calls) = write_many(cx, None, intents).await;
    assert!(written.iter().all(Result::is_ok), "{written:?}");
    calls.sort_unstable();
    calls
}

/// Two indexes: two calls put entries.
#[tokio::test]
async fn the_entries_of_a_row_are_put_once() {
    let cx = Cx::new().await;
    calls_of(&cx, vec![Intent::put(whole("1", "a"))]).await;
    cx.clocks.advance(Duration::from_secs(1));
    let calls = calls_of(&cx, vec![Intent::put(whole("1", "b"))]).await;
    let expected = [
        "check_and_mutate_many",
        "get_many",
        "mutate_many",
        "mutate_many",
    ];
    assert_eq!(calls, expected);
    assert_eq!(cx.find_one("b").await, ["1"]);
}

/// The clock shows the time of the row's stamp: a sweep could delete entries that were put at it.
#[tokio::test]
async fn entries_at_the_old_stamp_are_put_once_more() {
    let cx = Cx::new().await;
    for (mail, puts) in [("a", 2), ("b", 4), ("c", 4)] {
        let calls = calls_of(&cx, vec![Intent::put(whole("1", mail))]).await;
        let found = calls.iter().filter(|call| **call == "mutate_many").count();
        assert_eq!(found, puts, "{mail}: {calls:?}");
    }
    for (mail, found) in [("a", 0), ("b", 0), ("c", 1)] {
        assert_eq!(cx.find_one(mail).await.len(), found, "{mail}");
    }
}

/// Entries that depend on the row are put after the read.
#[tokio::test]
async fn a_part_of_the_indexed_columns_waits_for_the_row() {
    let cx = Cx::new().await;
    let lost = Error::DeadlineExceeded { doing: "a test" };
    let intents = vec![Intent::put(mail_of("1", "a"))];
    let (_, calls) = write_many(&cx, Some(("get_many", lost.clone())), intents).await;
    let first = calls.iter().position(|call| *call == "mutate");
    let read = calls.iter().position(|call| *call == "get");
    assert!(first.is_none_or(|first| read < Some(first)), "{calls:?}");
    // If the write does not depend on the row, entries are put although the read fails; queries skip them.
    let intents = vec![Intent::put(whole("2", "b"))];
    let (written, calls) = write_many(&cx, Some(("check_and_mutate_many", lost)), intents).await;
    assert!(
        written[0].is_err() && calls.contains(&"mutate_many"),
        "{calls:?}"
    );
    assert_eq!(cx.find_one("b").await.len(), 0);
}
