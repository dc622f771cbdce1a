use hbase_schema::{HTable, Timestamp};

#[derive(HTable)]
#[table("DLQX:TRADE")]
#[family("D1")]
struct Trade {
    #[table_date]
    day: Timestamp,
    #[rowkey]
    account: u32,
    amount: i64,
}

fn main() {}
