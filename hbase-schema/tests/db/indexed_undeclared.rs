//! Programs that do not declare an index of their table, or any of its indexes.

use std::sync::Arc;

use hbase_schema::index::{Clocks, Verification};
use hbase_schema::table::FixedName;
use hbase_schema::{Connection, Error, ErrorKind, HTable, Writable};

use crate::support::assert_contains;
use crate::test_clocks::TestClocks;

#[derive(HTable, Debug, Clone, PartialEq)]
#[table("SHOP:ORDER_STATE")]
#[family("D")]
struct Two {
    #[rowkey]
    id: u32,
    #[index("SHOP:ORDERS_BY_STATE")]
    state: String,
    #[index("SHOP:ORDERS_BY_BUYER")]
    buyer: String,
}

#[derive(HTable, Debug, Clone, PartialEq)]
#[table("SHOP:ORDER_STATE")]
#[family("D")]
struct One {
    #[rowkey]
    id: u32,
    #[index("SHOP:ORDERS_BY_STATE")]
    state: String,
    buyer: String,
}

#[derive(HTable, Debug, Clone, PartialEq)]
#[table("SHOP:ORDER_STATE")]
#[family("D")]
struct Without {
    #[rowkey]
    id: u32,
    state: String,
    buyer: String,
}

async fn memory() -> Connection {
    let db = hbase_schema::connect("memory:").await.unwrap();
    let clocks: Arc<dyn Clocks> = Arc::new(TestClocks::of_the_machine());
    db.index_clocks(clocks)
}

async fn created() -> Connection {
    let db = memory().await;
    db.create_table::<Two>().await.unwrap();
    let (state, buyer) = ("new".to_owned(), "ada".to_owned());
    db.put(&Two {
        id: 1,
        state,
        buyer,
    })
    .await
    .unwrap();
    db
}

fn check(error: &Error, indexes: &[&str]) {
    assert_eq!(error.kind(), ErrorKind::Differs, "{error}");
    for index in indexes {
        assert_contains(error, index);
    }
    assert_contains(error, "drop_undeclared");
}

async fn check_all<T: FixedName + Writable>(indexes: &[&str]) {
    let db = created().await;
    check(
        &db.create_table_if_missing::<T>().await.unwrap_err(),
        indexes,
    );
    check(&db.verify::<T>().await.unwrap_err(), indexes);
    check(&db.truncate::<T>().await.unwrap_err(), indexes);
    check(&db.drop_table::<T>().await.unwrap_err(), indexes);
    assert_eq!(db.query(Two::BY_STATE.eq("new")).count().await.unwrap(), 1);
    db.verify::<Two>().await.unwrap();
}

#[tokio::test]
async fn a_struct_that_lacks_one_index_differs() {
    check_all::<One>(&["SHOP:ORDERS_BY_BUYER"]).await;
    let error = created().await.create_table_if_missing::<One>().await;
    assert_eq!(
        error.unwrap_err().to_string(),
        "table SHOP:ORDER_STATE differs from `One`:\n  index SHOP:ORDERS_BY_BUYER: declared no such index, live there: declare it (`#[index(\"SHOP:ORDERS_BY_BUYER\")]`), or drop it: `db.indexes::<One>().drop_undeclared(\"SHOP:ORDERS_BY_BUYER\")`, or `hbase-schema index drop SHOP:ORDERS_BY_BUYER`"
    );
}

#[tokio::test]
async fn a_struct_that_lacks_all_indexes_differs() {
    check_all::<Without>(&["SHOP:ORDERS_BY_STATE", "SHOP:ORDERS_BY_BUYER"]).await;
}

/// As a program does that starts with the new struct, on an old and on a new store.
async fn start(db: &Connection) {
    let indexes = db.indexes::<Without>();
    for index in ["SHOP:ORDERS_BY_STATE", "SHOP:ORDERS_BY_BUYER"] {
        indexes.drop_undeclared(index).await.unwrap();
    }
    db.create_table_if_missing::<Without>().await.unwrap();
    db.verify::<Without>().await.unwrap();
}

#[tokio::test]
async fn the_last_index_can_be_dropped_after_its_attribute_is_removed() {
    start(&memory().await).await;
    let db = created().await;
    start(&db).await;
    start(&db).await;
    let error = db.query(Two::BY_STATE.eq("new")).count().await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::NotBuilt);
    let (state, buyer) = ("new".to_owned(), "bob".to_owned());
    db.put(&Without {
        id: 2,
        state,
        buyer,
    })
    .await
    .unwrap();

    // When the attributes return, the indexes are filled with all rows.
    db.create_table_if_missing::<Two>().await.unwrap();
    assert_eq!(db.query(Two::BY_STATE.eq("new")).count().await.unwrap(), 2);
    let indexes = db.indexes::<Two>();
    let found = indexes.verify(Two::BY_BUYER, Verification::Report);
    assert_eq!(found.await.unwrap().missing, 0);
}
