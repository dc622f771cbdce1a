use hbase_schema::HTable;
use uuid::Uuid;

#[derive(HTable)]
#[table("DLQX:ORDER_STATE")]
#[family("D1")]
struct Order {
    #[rowkey]
    id: Uuid,
    cents: u64,
}

fn main() {}
