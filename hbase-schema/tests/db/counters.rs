//! Counters belong to increments.

use std::time::{Duration, Instant};

use hbase_schema::cell::RowErrorKind;
use hbase_schema::testing::CallKind;
use hbase_schema::{Connection, ErrorKind, Limits};

use crate::support::{
    Order, OrderKey, Ticket, TicketKey, assert_contains, memory, observed, order,
};

async fn visits(db: &Connection, key: &OrderKey) -> i64 {
    db.get(key).await.unwrap().unwrap().visits
}

#[tokio::test]
async fn no_write_of_a_row_touches_its_counters() {
    let db = memory().await;
    let row = Order {
        visits: 99,
        ..order(1)
    };
    let key = row.key();
    assert_eq!(db.increment(&key, Order::VISITS, 5).await.unwrap(), 5);
    db.put(&row).await.unwrap();
    assert_eq!(visits(&db, &key).await, 5);
    // Read and written back while somebody else counts.
    let read = db.get(&key).await.unwrap().unwrap();
    db.increment(&key, Order::VISITS, 1).await.unwrap();
    db.put(&read).await.unwrap();
    assert_eq!(visits(&db, &key).await, 6);
    db.replace(&row).await.unwrap();
    assert_eq!(visits(&db, &key).await, 6);
    db.put_many([&row, &row]).await.unwrap();
    db.put_stream(futures_util::stream::iter([row.clone()]))
        .await
        .unwrap();
    assert_eq!(visits(&db, &key).await, 6);
    let is_new = || db.check(&key).eq(Order::STATE, "new");
    assert!(is_new().put(&row).await.unwrap());
    assert!(is_new().replace(&row).await.unwrap());
    assert_eq!(visits(&db, &key).await, 6);
}

#[tokio::test]
async fn a_counter_in_a_group_is_left_too() {
    let db = memory().await;
    let mut row = order(1);
    let key = row.key();
    db.mutate(&key)
        .put_raw("D1", b"SEEN_TOTAL", &7_i64.to_be_bytes())
        .await
        .unwrap();
    row.seen.total = 1;
    db.replace(&row).await.unwrap();
    assert_eq!(db.get(&key).await.unwrap().unwrap().seen.total, 7);
}

#[tokio::test]
async fn an_absent_counter_is_0() {
    let db = memory().await;
    let row = Order {
        visits: 99,
        ..order(1)
    };
    db.put(&row).await.unwrap();
    let key = row.key();
    assert_eq!(db.get(&key).await.unwrap(), Some(order(1)));
    let columns = (Order::STATE, Order::VISITS);
    let found = db.get(&key).columns(columns).await.unwrap();
    assert_eq!(found, Some(("new".to_owned(), 0)));
    let raw = db.get_raw(&key).await.unwrap().unwrap();
    assert_eq!(raw.value(b"D1", b"VISITS"), None);
}

#[tokio::test]
async fn a_row_of_counters_alone_is_made_by_increment() {
    let db = memory().await;
    let row = Ticket {
        id: "c".into(),
        state: None,
        hits: Some(4),
        level: None,
        marker: None,
    };
    let error = db.put(&row).await.unwrap_err();
    let hbase_schema::Error::Row { cause, .. } = &error else {
        panic!("{error:?}")
    };
    assert!(matches!(cause.kind(), RowErrorKind::OnlyCounters { .. }));
    assert_contains(&error, "count with `increment`");
    db.increment(&row.key(), Ticket::HITS, 4).await.unwrap();
    assert_eq!(db.get(&row.key()).await.unwrap(), Some(row));
}

#[tokio::test]
async fn a_counter_is_set_by_a_call_of_its_own() {
    let db = memory().await;
    let key = order(1).key();
    db.put(&order(1)).await.unwrap();
    db.set_counter(&key, Order::VISITS, 40).await.unwrap();
    assert_eq!(db.increment(&key, Order::VISITS, 2).await.unwrap(), 42);
    let change = db
        .mutate(&key)
        .put(Order::STATE, "paid")
        .set_counter(Order::VISITS, 1);
    assert!(
        db.check(&key)
            .eq(Order::VISITS, 42)
            .mutate(change)
            .await
            .unwrap()
    );
    assert_eq!(visits(&db, &key).await, 1);
    let error = db.mutate(&key).put(Order::VISITS, 5).await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::InvalidRequest);
    assert_contains(&error, "found a put of a counter");
    let values = (0..2500).map(|n| (OrderKey { number: n }, i64::from(n)));
    assert_eq!(
        db.set_counter_many(Order::VISITS, values).await.unwrap(),
        2500
    );
    assert_eq!(
        db.increment(&OrderKey { number: 2499 }, Order::VISITS, 0)
            .await
            .unwrap(),
        2499
    );
}

#[tokio::test]
async fn many_rows_are_counted_and_failures_are_named() {
    let db = memory().await;
    let key = |n: u32| TicketKey {
        id: format!("t{}", n % 10),
    };
    let counted = db
        .increment_many(Ticket::HITS, (0..1000).map(|n| (key(n), 2)))
        .await;
    assert_eq!(counted.unwrap(), 1000);
    assert_eq!(db.increment(&key(3), Ticket::HITS, 0).await.unwrap(), 200);
    let bad = TicketKey { id: "bad".into() };
    let broken = db.mutate(&bad).put_raw("D1", b"HITS", b"abc");
    broken.await.unwrap();
    let key = |n: u32| if n == 4 { bad.clone() } else { key(n) };
    let error = db
        .increment_many(Ticket::HITS, (0..10).map(|n| (key(n), 1)))
        .await
        .unwrap_err();
    let hbase_schema::Error::Batch(failed) = &error else {
        panic!("{error}")
    };
    assert_eq!(
        (failed.call, failed.written, failed.failed.len()),
        ("increment_many", 9, 1)
    );
    assert_eq!(
        (failed.failed[0].index, failed.failed[0].row.as_deref()),
        (4, Some("bad"))
    );
    // An error that is not a row's own ends the call.
    db.drop_table::<Ticket>().await.unwrap();
    let error = db
        .increment_many(Ticket::HITS, (0..1000).map(|n| (key(n), 1)))
        .await
        .unwrap_err();
    assert_eq!(error.kind(), ErrorKind::NotFound);
    let hbase_schema::Error::Batch(failed) = error else {
        panic!("{error}")
    };
    assert!(failed.failed.len() <= 16, "{}", failed.failed.len());
}

#[tokio::test]
async fn counting_many_rows_keeps_to_the_time_of_the_operation() {
    let (db, observed) = observed().await;
    let key = |n: u32| TicketKey {
        id: format!("t{n}"),
    };
    let whole = Duration::from_millis(150);
    let slow = observed.faults.on_any().always();
    slow.delay(Duration::from_secs(2));
    let db = db.operation_timeout(whole).timeout(Duration::from_secs(30));
    // No call follows: without a response, it is unknown whether a row was counted.
    let started = Instant::now();
    let error = db.increment_many(Ticket::HITS, [(key(1), 1)]).await;
    let error = error.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Timeout, "{error}");
    assert!(started.elapsed() < Duration::from_secs(1));
}

#[tokio::test]
async fn the_error_of_a_lost_answer_stands_once() {
    let (_, observed) = observed().await;
    let one_by_one = Limits::default().max_concurrent_scans(1);
    let db = Connection::with_limits(observed.clone(), one_by_one);
    observed
        .faults
        .on(CallKind::Increment)
        .nth(2)
        .lose_response();
    let key = |n: u32| TicketKey {
        id: format!("t{n}"),
    };
    let error = db
        .increment_many(Ticket::HITS, (0..9).map(|n| (key(n), 1)))
        .await
        .unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Unavailable);
    let text = error.to_string();
    assert_eq!(text.matches("waiting for an answer").count(), 1, "{text}");
    let end = ", so that it may or may not be done; stopped before row 2 by the error of row 1";
    assert!(text.ends_with(end), "{text}");
    assert_eq!(observed.faults.calls(CallKind::Increment), 2);
}
