use hbase_schema::HTable;

#[derive(HTable)]
#[table("DLQX:TRADE_{yyyyMMdd}")]
#[family("D1")]
struct Trade {
    #[rowkey]
    account: u32,
    amount: i64,
}

fn main() {}
