//! Queries: ranges, pages, filters, limits.

use std::time::Duration;

use futures_util::TryStreamExt as _;
use hbase_index::{IndexError, Settings, ValueRange};

use crate::setup::{Cx, TIMEOUT, by_mail, key, soon};

#[tokio::test]
async fn a_range_is_in_the_order_of_the_values() {
    let cx = Cx::new().await;
    for (row, mail) in [("1", "c"), ("2", "a"), ("3", "b"), ("4", "d"), ("5", "a")] {
        cx.put(row, mail).await;
    }
    assert_eq!(
        cx.find(ValueRange::between(*b"a", *b"d")).await,
        ["2", "5", "3", "1"]
    );
    assert_eq!(cx.find_one("a").await, ["2", "5"]);
    assert_eq!(cx.find(ValueRange::prefix(*b"")).await.len(), 5);
    assert_eq!(cx.find_one("x").await, [""; 0]);
}

/// The entry of the value before a change remains for a while, and comes earlier or later.
#[tokio::test]
async fn old_entries_do_not_change_the_order() {
    let cx = Cx::new().await;
    for (row, mail) in [("1", "a"), ("2", "d"), ("3", "c"), ("4", "e"), ("5", "f")] {
        cx.put(row, mail).await;
    }
    cx.put("1", "e").await;
    cx.put("5", "b").await;
    assert_eq!(
        cx.find(ValueRange::prefix(*b"")).await,
        ["5", "3", "2", "1", "4"]
    );
    assert_eq!(cx.find(ValueRange::between(*b"a", *b"d")).await, ["5", "3"]);
}

#[tokio::test]
async fn a_row_with_several_values_is_returned_once() {
    let cx = Cx::new().await;
    cx.put("1", "a,b,c").await;
    cx.put("2", "b").await;
    assert_eq!(cx.find(ValueRange::prefix(*b"")).await, ["1", "2"]);
    assert_eq!(cx.find_one("c").await, ["1"]);
}

#[tokio::test]
async fn values_of_several_ranges_and_a_test_of_the_row() {
    let cx = Cx::new().await;
    for (row, mail) in [("1", "a"), ("2", "b"), ("3", "c")] {
        cx.put(row, mail).await;
    }
    let ranges = vec![ValueRange::value(*b"c\0"), ValueRange::value(*b"a\0")];
    let rows = cx
        .table
        .query(&by_mail(), ranges, Vec::new(), |row| row.key() != b"1");
    let rows: Vec<_> = rows
        .unwrap()
        .into_stream(TIMEOUT)
        .try_collect()
        .await
        .unwrap();
    assert_eq!(rows.iter().map(key).collect::<Vec<_>>(), ["3"]);
}

#[tokio::test]
async fn a_query_continues_at_a_position() {
    let cx = Cx::new().await;
    for row in ["1", "2", "3", "4", "5"] {
        cx.put(row, "m").await;
    }
    let query = || {
        let range = vec![ValueRange::prefix(*b"m")];
        cx.table
            .query(&by_mail(), range, Vec::new(), |_| true)
            .unwrap()
    };
    let mut first = query();
    let page = first.next_batch(soon()).await.unwrap().unwrap();
    assert_eq!(page.iter().map(key).collect::<Vec<_>>(), ["1", "2"]);
    let position = first.position().unwrap().to_vec();
    let rest = query().after(position).all(soon()).await.unwrap();
    assert_eq!(rest.iter().map(key).collect::<Vec<_>>(), ["3", "4", "5"]);
}

#[tokio::test]
async fn a_query_of_several_values_has_a_limited_duration() {
    let cx = Cx::new().await;
    for row in ["1", "2", "3"] {
        cx.put(row, "m").await;
    }
    for (range, is_late) in [
        (ValueRange::prefix(*b"m"), true),
        (ValueRange::value(*b"m\0"), false),
    ] {
        let rows = cx
            .table
            .query(&by_mail(), vec![range], Vec::new(), |_| true);
        let mut rows = rows.unwrap();
        rows.next_batch(soon()).await.unwrap().unwrap();
        cx.clocks
            .advance(Settings::default().query_limit + Duration::from_millis(1));
        let next = rows.next_batch(soon()).await;
        assert_eq!(
            matches!(next, Err(IndexError::Late { .. })),
            is_late,
            "{next:?}"
        );
    }
}

#[tokio::test]
async fn a_query_fails_if_the_index_is_built_anew_meanwhile() {
    let cx = Cx::new().await;
    for row in ["1", "2", "3"] {
        cx.put(row, "m").await;
    }
    let range = vec![ValueRange::value(*b"m\0")];
    let mut rows = cx
        .table
        .query(&by_mail(), range, Vec::new(), |_| true)
        .unwrap();
    rows.next_batch(soon()).await.unwrap().unwrap();
    cx.table.drop_index(&by_mail(), TIMEOUT).await.unwrap();
    cx.table
        .build(&by_mail(), TIMEOUT, &mut |_| {})
        .await
        .unwrap();
    let error = rows.next_batch(soon()).await.unwrap_err();
    assert!(matches!(error, IndexError::StateChanged { .. }), "{error}");
    assert_eq!(cx.find_one("m").await.len(), 3);
}
