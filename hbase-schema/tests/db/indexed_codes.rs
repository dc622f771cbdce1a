//! Indexes of enums with codes.

use std::sync::Arc;

use hbase_schema::index::{Clocks, Settings};
use hbase_schema::{CellValue, ErrorKind, HTable, KeyPart};

use crate::support::{assert_contains, create_rows_alone};
use crate::test_clocks::TestClocks;

#[derive(KeyPart, CellValue, Debug, Clone, Copy, PartialEq)]
enum Status {
    #[code = "new"]
    New,
    #[code = "shipped"]
    Shipped,
}

#[derive(KeyPart, CellValue, Debug, Clone, Copy, PartialEq)]
#[repr(u8)]
enum Priority {
    High = 1,
    Low = 2,
}

#[derive(HTable, Debug, Clone, PartialEq)]
#[table("DLQX:SHOP_ORDERS")]
#[family("D1")]
struct Order {
    #[rowkey]
    id: u32,
    #[index("DLQX:BY_STATUS")]
    status: Status,
    #[index("DLQX:BY_PRIORITY")]
    priority: Priority,
}

#[tokio::test]
async fn enums_with_codes_are_indexed_by_their_codes() {
    let db = hbase_schema::connect("memory:").await.unwrap();
    let clocks: Arc<dyn Clocks> = Arc::new(TestClocks::default());
    let orders = db.index_settings(Settings::default()).index_clocks(clocks);
    orders.create_table_if_missing::<Order>().await.unwrap();
    let order = |id, status, priority| Order {
        id,
        status,
        priority,
    };
    let first = order(1, Status::New, Priority::Low);
    let second = order(2, Status::Shipped, Priority::High);
    for row in [&first, &second] {
        orders.put(row).await.unwrap();
    }
    let shipped = orders.query(Order::BY_STATUS.eq(Status::Shipped)).rows();
    let shipped = shipped.collect().await.unwrap();
    assert_eq!(shipped, std::slice::from_ref(&second));
    let low = orders.query(Order::BY_PRIORITY.eq(Priority::Low)).rows();
    let low = low.collect().await.unwrap();
    assert_eq!(low, std::slice::from_ref(&first));
    let both = [Status::New, Status::Shipped];
    let both = orders.query(Order::BY_STATUS.any(both)).rows();
    assert_eq!(both.collect().await.unwrap(), [first, second]);
    let range = orders.query(Order::BY_STATUS.range(Status::New..)).rows();
    let error = range.collect().await.unwrap_err();
    assert_contains(&error, "codes have no order");
}

#[tokio::test]
async fn a_table_whose_indexes_were_not_created_is_named_so() {
    let db = hbase_schema::connect("memory:").await.unwrap();
    create_rows_alone(&db, Order::SCHEMA.table).await;
    let row = Order {
        id: 1,
        status: Status::New,
        priority: Priority::Low,
    };
    let query = db.query(Order::BY_STATUS.eq(Status::New));
    for error in [
        db.put(&row).await.unwrap_err(),
        query.rows().collect().await.unwrap_err(),
    ] {
        assert_eq!(error.kind(), ErrorKind::NotBuilt);
        assert_contains(&error, "has no indexes yet");
    }
}
