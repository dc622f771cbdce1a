use hbase_schema::{Columns, HTable};

#[derive(Columns)]
struct Address {
    city: String,
}

#[derive(HTable)]
#[table("DLQX:CALL_RECORD")]
#[family("D1")]
struct Order {
    #[rowkey]
    id: u64,
    #[column(flatten, prefix = "ship_")]
    ship: Address,
    #[column("cent")]
    price: u32,
    #[column("CENT")]
    other: u32,
}

fn main() {}
