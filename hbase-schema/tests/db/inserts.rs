//! Rows written only where they are missing.

use hbase_schema::{Error, ErrorKind, HTable};

use crate::support::{Drawn, Order, hollow, memory, observed, order};
use hbase_schema::model::Capability;

#[tokio::test]
async fn a_row_is_inserted_once() {
    let db = memory().await;
    db.insert(&order(1)).await.unwrap();
    let other = Order {
        cents: 1,
        ..order(1)
    };
    let error = db.insert(&other).await.unwrap_err();
    assert!(matches!(error, Error::Exists { .. }), "{error}");
    assert_eq!(error.kind(), ErrorKind::AlreadyExists);
    assert!(
        error
            .to_string()
            .starts_with("insert, table DLQX:ORDER_BOOK, row `"),
        "{error}"
    );
    assert_eq!(db.get(&order(1).key()).await.unwrap(), Some(order(1)));
    db.delete(&order(1).key()).await.unwrap();
    tokio::time::sleep(std::time::Duration::from_millis(2)).await;
    db.insert(&other).await.unwrap();
}

#[tokio::test]
async fn of_many_who_insert_one_does() {
    let db = memory().await;
    let mut tasks = Vec::new();
    for cents in 0..20 {
        let db = db.clone();
        tasks.push(tokio::spawn(async move {
            let row = Order { cents, ..order(7) };
            db.insert(&row).await.is_ok().then_some(row)
        }));
    }
    let mut winners = Vec::new();
    for task in tasks {
        winners.extend(task.await.unwrap());
    }
    assert_eq!(winners.len(), 1);
    assert_eq!(db.get(&order(7).key()).await.unwrap(), winners.pop());
}

#[tokio::test]
async fn a_row_of_counters_alone_is_missing_and_keeps_them() {
    let db = memory().await;
    let key = order(1).key();
    db.increment(&key, Order::VISITS, 3).await.unwrap();
    db.insert(&order(1)).await.unwrap();
    assert_eq!(db.get(&key).await.unwrap().unwrap().visits, 3);
}

/// A text is all that a row must have.
#[derive(HTable, Debug, Clone, PartialEq)]
#[table("DLQX:TEXT_ROWS")]
#[family("D1")]
struct Text {
    #[rowkey]
    id: u32,
    text: String,
}

#[tokio::test]
async fn what_cannot_be_told_apart_is_not_inserted() {
    let db = memory().await;
    db.create_table::<Text>().await.unwrap();
    let empty = Text {
        id: 1,
        text: String::new(),
    };
    let error = db.insert(&empty).await.unwrap_err();
    assert!(
        error.to_string().contains("found an empty `text`"),
        "{error}"
    );
    let note = Some("x".into());
    let error = db
        .insert(&crate::support::Hollow {
            note,
            ..hollow("a")
        })
        .await
        .unwrap_err();
    assert!(
        error
            .to_string()
            .contains("found no column of Hollow that every row has"),
        "{error}"
    );
    let error = db.insert(&Drawn { id: 1, n: 1 }).await.unwrap_err();
    assert!(
        error.to_string().contains("is random or round-robin"),
        "{error}"
    );
    assert_eq!(error.kind(), ErrorKind::InvalidRequest);
}

#[tokio::test]
async fn a_backend_sees_one_atomic_check() {
    let (db, observed) = observed().await;
    observed
        .order
        .lacks
        .lock()
        .unwrap()
        .push(Capability::AtomicRowMutation);
    db.insert(&order(1)).await.unwrap();
    assert_eq!(
        db.insert(&order(1)).await.unwrap_err().kind(),
        ErrorKind::AlreadyExists
    );
}
