//! Updates of indexed rows by a function of their current value.

use std::convert::Infallible;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use hbase_schema::db::UpdateError;
use hbase_schema::index::{Clocks, Settings, Verification};
use hbase_schema::testing::{CallKind, Faults};
use hbase_schema::{Connection, ErrorKind, HTable};

use crate::support::assert_contains;
use crate::test_clocks::TestClocks;

#[derive(HTable, Debug, Clone, PartialEq)]
#[table("DLQX:SHOP_ORDERS")]
#[family("D1")]
struct Order {
    #[rowkey]
    id: u32,
    #[index("DLQX:ORDERS_BY_STATUS")]
    status: String,
    count: u32,
    note: Option<String>,
}

fn order(id: u32, status: &str, count: u32) -> Order {
    Order {
        id,
        status: status.to_owned(),
        count,
        note: Some("x".to_owned()),
    }
}

fn orders(db: &Connection) -> Connection {
    let clocks: Arc<dyn Clocks> = Arc::new(TestClocks::default());
    let settings = Settings::default().attempts(100);
    db.index_settings(settings).index_clocks(clocks)
}

async fn created() -> (Connection, Connection) {
    let db = hbase_schema::connect("memory:").await.unwrap();
    let orders = orders(&db);
    orders.create_table_if_missing::<Order>().await.unwrap();
    (db, orders)
}

async fn ids(orders: &Connection, status: &str) -> Vec<u32> {
    let rows = orders.query(Order::BY_STATUS.eq(status)).rows();
    let rows = rows.collect().await.unwrap();
    rows.iter().map(|order| order.id).collect()
}

#[tokio::test]
async fn a_row_and_its_entry_are_changed() {
    let (db, orders) = created().await;
    let key = OrderKey { id: 1 };
    let ship = |order: Order| match order.status.as_str() {
        "new" => Ok(Order {
            status: "shipped".to_owned(),
            note: None,
            ..order
        }),
        _ => Err(order.status),
    };
    let missing = orders.update(&key, ship).await;
    assert!(matches!(missing, Err(UpdateError::NotFound)));
    assert_eq!(db.get(&key).await.unwrap(), None);
    orders.put(&order(1, "new", 0)).await.unwrap();
    let shipped = orders.update(&key, ship).await.unwrap();
    assert_eq!((shipped.status.as_str(), &shipped.note), ("shipped", &None));
    assert_eq!(db.get(&key).await.unwrap(), Some(shipped));
    assert_eq!(ids(&orders, "new").await, [0; 0]);
    assert_eq!(ids(&orders, "shipped").await, [1]);
    let declined = orders.update(&key, ship).await;
    assert!(matches!(declined, Err(UpdateError::Declined(status)) if status == "shipped"));
}

/// 4 clients count to 100 together, each with its own handle.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn no_concurrent_change_is_lost() {
    let (db, first) = created().await;
    first.put(&order(7, "s", 0)).await.unwrap();
    let clients = (0..4).map(|_| {
        let orders = orders(&db);
        tokio::spawn(async move {
            for _ in 0..25 {
                let next = |order: Order| {
                    let count = order.count + 1;
                    let status = format!("s{}", count % 3);
                    Ok::<_, Infallible>(Order {
                        status,
                        count,
                        ..order
                    })
                };
                orders.update(&OrderKey { id: 7 }, next).await.unwrap();
            }
        })
    });
    for client in clients {
        client.await.unwrap();
    }
    let last = db.get(&OrderKey { id: 7 }).await.unwrap().unwrap();
    assert_eq!((last.count, last.status.as_str()), (100, "s1"));
    let findings = first
        .indexes::<Order>()
        .verify(Order::BY_STATUS, Verification::Report)
        .await
        .unwrap();
    assert_eq!(findings.missing, 0);
    assert_eq!(ids(&first, "s1").await, [7]);
}

/// All of them read the row before the first one writes it: without pauses, one in each round would succeed.
#[tokio::test]
async fn sixteen_writers_of_one_row_all_succeed() {
    let (store, _) = created().await;
    let faults = Faults::new();
    let orders = faults.over(&store);
    let key = OrderKey { id: 7 };
    orders.put(&order(7, "s", 0)).await.unwrap();
    faults
        .on(CallKind::CheckAndMutate)
        .always()
        .delay(Duration::from_millis(2));
    faults
        .on(CallKind::CheckAndMutateMany)
        .always()
        .delay(Duration::from_millis(2));
    let next = |order: Order| {
        let count = order.count + 1;
        let status = format!("s{count}");
        Ok::<_, Infallible>(Order {
            status,
            count,
            ..order
        })
    };
    let updates = (0..16).map(|_| orders.update(&key, next));
    futures_util::future::try_join_all(updates).await.unwrap();
    let puts = (0..16).map(|client| {
        let orders = orders.clone();
        async move {
            orders
                .put_many(&[order(7, "p", client), order(8, "p", client)])
                .await
        }
    });
    futures_util::future::try_join_all(puts).await.unwrap();
    assert_eq!(ids(&orders, "s16").await, [0; 0]);
    assert_eq!(ids(&orders, "p").await, [7, 8]);
}

#[tokio::test]
async fn the_function_sees_the_row_of_the_client_that_came_first() {
    let (_, orders) = created().await;
    let key = OrderKey { id: 2 };
    orders.put(&order(2, "new", 0)).await.unwrap();
    let calls = Arc::new(AtomicU32::new(0));
    let other = orders.clone();
    let counted = Arc::clone(&calls);
    let handle = tokio::runtime::Handle::current();
    let changed = orders.update(&key, move |order| {
        if counted.fetch_add(1, Ordering::SeqCst) == 0 {
            let cancel = Order {
                status: "cancelled".to_owned(),
                ..order.clone()
            };
            let other = other.clone();
            // The other client's write ends before this one's.
            std::thread::scope(|scope| {
                let put = scope.spawn(|| handle.block_on(other.put(&cancel)));
                put.join().unwrap().unwrap();
            });
        }
        let ship = || Order {
            status: "shipped".to_owned(),
            ..order.clone()
        };
        (order.status == "new").then(ship).ok_or(order.status)
    });
    let declined = changed.await;
    assert!(matches!(declined, Err(UpdateError::Declined(status)) if status == "cancelled"));
    assert_eq!(calls.load(Ordering::SeqCst), 2);
    assert_eq!(ids(&orders, "cancelled").await, [2]);
    assert_eq!(ids(&orders, "shipped").await, [0; 0]);
}

#[tokio::test]
async fn errors_leave_the_row_as_it_is() {
    let (db, orders) = created().await;
    let key = OrderKey { id: 3 };
    orders.put(&order(3, "new", 0)).await.unwrap();
    let other_key = orders.update(&key, |order| Ok::<_, Infallible>(Order { id: 4, ..order }));
    let Err(UpdateError::Call(error)) = other_key.await else {
        panic!("another key was written")
    };
    assert_eq!(error.kind(), ErrorKind::InvalidRequest);
    assert_contains(&error, "changed the row key");
    assert_eq!(db.get(&key).await.unwrap(), Some(order(3, "new", 0)));
    assert_eq!(db.get(&OrderKey { id: 4 }).await.unwrap(), None);
}

#[tokio::test]
async fn a_lost_response_is_found_in_the_row() {
    let faults = Faults::new();
    let db = hbase_schema::connect("memory:").await.unwrap();
    let db = faults.over(&db);
    let orders = orders(&db);
    orders.create_table_if_missing::<Order>().await.unwrap();
    orders.put(&order(5, "new", 0)).await.unwrap();
    faults.on(CallKind::CheckAndMutate).nth(1).lose_response();
    let changed = orders.update(&OrderKey { id: 5 }, |order| {
        Ok::<_, Infallible>(Order {
            count: order.count + 1,
            ..order
        })
    });
    assert_eq!(changed.await.unwrap().count, 1);
    let found = db.get(&OrderKey { id: 5 }).await.unwrap();
    assert_eq!(found.map(|order| order.count), Some(1));
}

#[tokio::test]
async fn an_indexed_value_that_is_too_long_names_the_index() {
    let (_, orders) = created().await;
    let long = order(1, &"x".repeat(40_000), 1);
    let put_many = orders.put_many([long.clone()]).await.unwrap_err();
    let hbase_schema::Error::Batch(many) = &put_many else {
        panic!("{put_many}")
    };
    for error in [&orders.put(&long).await.unwrap_err(), &many.failed[0].error] {
        let message = error.to_string();
        let expected = "an entry of index DLQX:ORDERS_BY_STATUS has a key of ";
        assert!(message.contains(expected), "{message}");
        assert!(message.contains("the row key's 4"), "{message}");
        assert_eq!(error.kind(), ErrorKind::InvalidRequest);
        assert!(error.is_without_effect());
    }
    let stored = orders.query(Order::BY_STATUS.prefix("x")).rows();
    assert_eq!(stored.collect().await.unwrap(), []);
}
