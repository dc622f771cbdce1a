//! Keys and counts of queries by an index, and the order of several values, while old entries remain.

use std::sync::Arc;
use std::sync::atomic::Ordering;

use hbase_schema::{Connection, ErrorKind, HTable, OnUndecodable};

use crate::indexed_order::created;
use crate::support::Observed;

#[derive(HTable, Debug, Clone, PartialEq)]
#[table("DLQX:ORDERS")]
#[family("D1"; "D2")]
#[index("DLQX:ORDERS_BY_BOTH", fields(state, desc(cents)))]
struct Order {
    #[rowkey]
    id: u32,
    #[family("D1")]
    state: u8,
    #[family("D1")]
    #[index("DLQX:ORDERS_BY_CENTS")]
    cents: u32,
    #[family("D2")]
    note: String,
}

/// The same table without the indexes.
#[derive(HTable, Debug, Clone, PartialEq)]
#[table("DLQX:ORDERS")]
#[family("D1"; "D2")]
struct Plain {
    #[rowkey]
    id: u32,
    #[family("D1")]
    state: u8,
    #[family("D1")]
    cents: u32,
    #[family("D2")]
    note: u64,
}

/// The bytes of a note.
const NOTE: usize = 10_000;

fn order(id: u32, cents: u32) -> Order {
    let state = u8::try_from(id % 2).unwrap();
    let note = "n".repeat(NOTE);
    Order {
        id,
        state,
        cents,
        note,
    }
}

async fn memory() -> (Connection, Connection) {
    let db = hbase_schema::connect("memory:").await.unwrap();
    let orders = created::<Order>(&db).await;
    (db, orders)
}

/// The ids of orders whose cents pass, by their cents.
fn right(all: &[Order], passes: impl Fn(u32) -> bool) -> Vec<u32> {
    let mut found: Vec<_> = all.iter().filter(|order| passes(order.cents)).collect();
    found.sort_by_key(|order| (order.cents, order.id));
    found.iter().map(|order| order.id).collect()
}

#[tokio::test]
async fn any_is_in_the_order_of_current_values_with_a_limit() {
    let (_, orders) = memory().await;
    let mut random = fastrand::Rng::with_seed(7);
    let mut all: Vec<Order> = Vec::new();
    for id in 0..25 {
        all.push(order(id, random.u32(0..8) * 100));
    }
    orders.put_many(&all).await.unwrap();
    for step in 0..40 {
        // Old entries of several values remain.
        let moved = random.usize(..all.len());
        all[moved].cents = random.u32(0..8) * 100;
        orders.put(&all[moved]).await.unwrap();
        let mut values: Vec<u32> = (0..random.usize(0..6))
            .map(|_| random.u32(0..8) * 100)
            .collect();
        if step % 2 == 0 {
            values.extend_from_within(..);
        }
        let expected = right(&all, |cents| values.contains(&cents));
        let query = || orders.query(Order::BY_CENTS.any(&values));
        let ids = |rows: Vec<Order>| rows.iter().map(|order| order.id).collect::<Vec<_>>();
        assert_eq!(
            ids(query().rows().collect().await.unwrap()),
            expected,
            "{values:?}"
        );
        for limit in [1, 2, 5] {
            let limited = query().limit(limit).rows().collect().await.unwrap();
            let first = expected.iter().take(usize::try_from(limit).unwrap());
            assert_eq!(
                ids(limited),
                first.copied().collect::<Vec<_>>(),
                "{values:?} {limit}"
            );
            let keys = query().limit(limit).keys().collect().await.unwrap();
            let keys: Vec<_> = keys.iter().map(|key| key.id).collect();
            let first = expected.iter().take(usize::try_from(limit).unwrap());
            assert_eq!(keys, first.copied().collect::<Vec<_>>());
        }
        assert_eq!(query().count().await.unwrap(), expected.len() as u64);
    }
}

#[tokio::test]
async fn keys_and_counts_follow_the_condition_the_filter_and_the_limit() {
    let (_, orders) = memory().await;
    let all: Vec<_> = (0..20).map(|id| order(id, id * 100)).collect();
    orders.put_many(&all).await.unwrap();
    orders.put(&order(3, 0)).await.unwrap();
    orders.delete(&OrderKey { id: 5 }).await.unwrap();
    let odd = || orders.query(Order::BY_STATE_CENTS.eq(1).range(..=1000));
    let ids = odd().keys().collect().await.unwrap();
    let ids: Vec<_> = ids.iter().map(|key| key.id).collect();
    assert_eq!(ids, [9, 7, 1, 3]);
    assert_eq!(odd().count().await.unwrap(), 4);
    assert_eq!(odd().limit(3).count().await.unwrap(), 3);
    assert_eq!(odd().limit(0).count().await.unwrap(), 0);
    let large = || odd().filter(Order::CENTS.ge(700));
    assert_eq!(large().count().await.unwrap(), 2);
    let noted = || odd().filter(Order::NOTE.eq("other"));
    assert_eq!(noted().count().await.unwrap(), 0);
    assert_eq!(noted().keys().collect().await.unwrap(), []);
    let none = orders.query(Order::BY_CENTS.any::<u32>([]));
    assert_eq!(none.count().await.unwrap(), 0);
}

#[tokio::test]
async fn only_indexed_columns_are_read() {
    let observed = Arc::new(Observed::over_memory().await);
    let seen = Arc::clone(&observed.order);
    let db = Connection::with_backend(observed);
    let orders = created::<Order>(&db).await;
    orders
        .put_many((0..9).map(|id| order(id, id * 100)))
        .await
        .unwrap();
    seen.most_bytes.store(0, Ordering::SeqCst);
    assert_eq!(
        orders
            .query(Order::BY_CENTS.range(..500))
            .count()
            .await
            .unwrap(),
        5
    );
    let keys = orders
        .query(Order::BY_STATE_CENTS.eq(1))
        .keys()
        .collect()
        .await
        .unwrap();
    assert_eq!(keys.len(), 4);
    let most = seen.most_bytes.load(Ordering::SeqCst);
    assert!(0 < most && most < NOTE, "{most}");
    orders
        .query(Order::BY_CENTS.eq(0))
        .rows()
        .collect()
        .await
        .unwrap();
    assert!(seen.most_bytes.load(Ordering::SeqCst) > NOTE);
}

#[tokio::test]
async fn rows_that_do_not_decode_are_counted() {
    let (db, orders) = memory().await;
    orders
        .put_many((0..3).map(|id| order(id, 100)))
        .await
        .unwrap();
    // Another program writes another type.
    db.put(&Plain {
        id: 1,
        state: 1,
        cents: 100,
        note: u64::MAX,
    })
    .await
    .unwrap();
    let query = || orders.query(Order::BY_CENTS.eq(100));
    let error = query().rows().collect().await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Decode);
    assert_eq!(query().count().await.unwrap(), 3);
    assert_eq!(query().keys().collect().await.unwrap().len(), 3);
}

#[tokio::test]
async fn rows_that_do_not_decode_are_kept_until_they_are_taken() {
    let (db, orders) = memory().await;
    let all = (0..3).map(|id| order(id, 100));
    orders.put_many(all).await.unwrap();
    let other = Plain {
        id: 1,
        state: 1,
        cents: 100,
        note: u64::MAX,
    };
    db.put(&other).await.unwrap();
    let query = || orders.query(Order::BY_CENTS.eq(100));
    let collect = OnUndecodable::Collect;
    let mut rows = query().on_undecodable(collect).rows();
    assert!(rows.undecodable().is_empty());
    let mut found = Vec::new();
    while let Some(row) = rows.next().await {
        found.push(row.unwrap().id);
    }
    assert_eq!(found, [0, 2]);
    let kept: Vec<_> = rows
        .undecodable()
        .iter()
        .map(|kept| kept.row.key())
        .collect();
    assert_eq!(kept, [1_u32.to_be_bytes()]);
    assert_eq!(rows.take_undecodable().len(), 1);
    assert!(rows.undecodable().is_empty());
    let mut rows = query().on_undecodable(OnUndecodable::Skip).rows();
    assert_eq!(rows.next_page().await.unwrap().len(), 2);
    assert!(rows.undecodable().is_empty());
    let mut rows = query().rows();
    let first = rows.next_page().await;
    let error = first.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Decode);
    assert_eq!(
        error.context().unwrap().row(),
        Some(&1_u32.to_be_bytes()[..])
    );
    assert_eq!(rows.next_page().await.unwrap(), []);
}
