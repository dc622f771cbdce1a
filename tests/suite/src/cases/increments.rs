use hbase_backend::{Increment, Row};

use crate::{Cx, Table};

async fn put_number(t: &Table<'_>, timestamp: i64, number: i64) {
    t.mutate("r", |m| {
        m.put_at(b"f", b"n", timestamp, &number.to_be_bytes()).expect("short");
    })
    .await;
}

fn number(row: &Row, qualifier: &[u8]) -> i64 {
    let value = row.value(b"f", qualifier).expect("the counter");
    i64::from_be_bytes(value.try_into().expect("8 bytes"))
}

pub async fn an_absent_counter_starts_at_zero(cx: &Cx) {
    let t = cx.table().await;
    let row = t.increment("r", "f:n", 5).await.expect("an increment");
    assert_eq!(number(&row, b"n"), 5);
    let stored = t.get("r").await;
    assert!(stored[0].ends_with(r"=\x00\x00\x00\x00\x00\x00\x00\x05"), "{stored:?}");
}

pub async fn a_counter_goes_on(cx: &Cx) {
    let t = cx.table().await;
    put_number(&t, 1, 40).await;
    let row = t.increment("r", "f:n", 2).await.expect("an increment");
    assert_eq!(number(&row, b"n"), 42);
}

pub async fn a_counter_goes_down(cx: &Cx) {
    let t = cx.table().await;
    let row = t.increment("r", "f:n", -3).await.expect("an increment");
    assert_eq!(number(&row, b"n"), -3);
}

pub async fn overflow_wraps(cx: &Cx) {
    let t = cx.table().await;
    put_number(&t, 1, i64::MAX).await;
    let row = t.increment("r", "f:n", 1).await.expect("an increment");
    assert_eq!(number(&row, b"n"), i64::MIN);
}

pub async fn a_cell_that_is_not_8_bytes_is_refused(cx: &Cx) {
    let t = cx.table().await;
    t.put("r", "f:n", 1, "12").await;
    assert!(t.increment("r", "f:n", 1).await.is_err());
    assert_eq!(t.get("r").await, ["f:n@1=12"]);
}

pub async fn the_new_cell_is_newer_than_a_future_one(cx: &Cx) {
    let t = cx.table().await;
    put_number(&t, 4_000_000_000_000, 1).await;
    let row = t.increment("r", "f:n", 1).await.expect("an increment");
    assert_eq!(number(&row, b"n"), 2);
    let stored = t.get("r").await;
    assert!(stored[0].starts_with("f:n@4000000000001="), "{stored:?}");
    if !cx.lacks(hbase_backend::Capability::CounterTimestamps) {
        let cell = row.cells().next().expect("a cell");
        assert_eq!(cell.timestamp, 4_000_000_000_001);
    }
}

pub async fn a_deleted_counter_starts_again(cx: &Cx) {
    let t = cx.table().await;
    put_number(&t, 1, 40).await;
    t.delete_column("r", "f:n", Some(9)).await;
    let row = t.increment("r", "f:n", 2).await.expect("an increment");
    assert_eq!(number(&row, b"n"), 2);
}

pub async fn several_counters_at_once(cx: &Cx) {
    needs!(cx: SeveralCounters);
    let t = cx.table().await;
    let column = |qualifier: &[u8], amount| (b"f".to_vec(), qualifier.to_vec(), amount);
    let row = t
        .try_increment(Increment {
            row: b"r".to_vec(),
            columns: vec![column(b"b", 2), column(b"a", 1)],
            ..Increment::default()
        })
        .await
        .expect("an increment");
    assert_eq!((number(&row, b"a"), number(&row, b"b")), (1, 2));
    assert_eq!(t.get("r").await.len(), 2);
}

pub async fn one_bad_counter_stops_them_all(cx: &Cx) {
    needs!(cx: SeveralCounters);
    let t = cx.table().await;
    t.put("r", "f:bad", 1, "x").await;
    let column = |qualifier: &[u8]| (b"f".to_vec(), qualifier.to_vec(), 1);
    let outcome = t
        .try_increment(Increment {
            row: b"r".to_vec(),
            columns: vec![column(b"a"), column(b"bad")],
            ..Increment::default()
        })
        .await;
    assert!(outcome.is_err());
    assert_eq!(t.get("r").await, ["f:bad@1=x"]);
}

pub async fn without_columns_it_is_refused(cx: &Cx) {
    let t = cx.table().await;
    let empty = Increment {
        row: b"r".to_vec(),
        ..Increment::default()
    };
    assert!(t.try_increment(empty).await.is_err());
}

pub async fn in_a_family_that_is_not_there_it_is_refused(cx: &Cx) {
    let t = cx.table().await;
    let outcome = t.increment("r", "nope:n", 1).await;
    assert!(matches!(outcome, Err(hbase_backend::Error::FamilyNotFound { .. })));
}

pub async fn none_is_lost_side_by_side(cx: &Cx) {
    let t = cx.table().await;
    for _ in 0..5 {
        let (a, b, c) = (
            t.increment("r", "f:n", 1),
            t.increment("r", "f:n", 1),
            t.increment("r", "f:n", 1),
        );
        for outcome in [a.await, b.await, c.await] {
            outcome.expect("an increment");
        }
    }
    let row = t.increment("r", "f:n", 0).await.expect("an increment");
    assert_eq!(number(&row, b"n"), 15);
}

pub async fn a_family_that_is_not_there_is_said_before_a_bad_counter(cx: &Cx) {
    let t = cx.table().await;
    t.put("r", "f:bad", 1, "x").await;
    let column = |family: &[u8], qualifier: &[u8]| (family.to_vec(), qualifier.to_vec(), 1);
    let outcome = t
        .try_increment(Increment {
            row: b"r".to_vec(),
            columns: vec![column(b"f", b"bad"), column(b"nope", b"n")],
            ..Increment::default()
        })
        .await;
    if let Err(hbase_backend::Error::Unsupported { .. }) = outcome {
        return;
    }
    assert!(matches!(outcome, Err(hbase_backend::Error::FamilyNotFound { .. })), "{outcome:?}");
}
