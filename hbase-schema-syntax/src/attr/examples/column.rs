use std::collections::BTreeMap;

use hbase_schema::{Columns, HTable};

#[derive(HTable, Debug, PartialEq)]
#[table("DLQX:ORDER_STATE")]
#[family("D1")]
struct Order {
    #[rowkey]
    number: u64,
    state: String, // D1:STATE
    #[column("TOTAL", text)]
    cents: u64, // D1:TOTAL, decimal digits
    #[column(json)]
    tags: Vec<String>,
    #[column(default)]
    discount: u8,
    #[column(flatten, prefix = "TO_")]
    address: Option<Address>, // D1:TO_CITY
    #[column(dynamic, prefix = "NOTE_")]
    notes: BTreeMap<String, String>, // D1:NOTE_…
    #[column(skip)]
    is_selected: bool,
}

#[derive(Columns, Debug, PartialEq)]
struct Address {
    city: String,
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), hbase_schema::Error> {
    let db = hbase_schema::connect("memory:").await?;
    db.create_table::<Order>().await?;
    let order = Order {
        number: 7,
        state: "new".into(),
        cents: 990,
        tags: vec!["gift".into()],
        discount: 5,
        address: Some(Address { city: "Seattle".into() }),
        notes: BTreeMap::from([("packing".into(), "fragile".into())]),
        is_selected: false,
    };
    db.put(&order).await?;
    assert_eq!(db.get(&order.key()).await?, Some(order));
    Ok(())
}
