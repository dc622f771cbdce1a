use hbase_schema::{Connection, HTable, Timestamp};

#[derive(HTable)]
#[table("DLQX:TRADE_{yyyyMMdd}")]
#[family("D1")]
struct Trade {
    #[table_date]
    day: Timestamp,
    #[rowkey]
    account: u32,
    amount: i64,
}

#[derive(HTable)]
#[table("DLQX:CALL_RECORD")]
#[family("D1")]
struct Call {
    #[rowkey]
    phone: u64,
    duration_s: u32,
}

async fn calls(db: &Connection) {
    let _ = db.create_table::<Trade>().await;
    let _ = db.scan(Trade::scan().account(7)).count().await;
    let _ = db.dated::<Call>();
    let _ = db.dated::<Trade>().scan("20151226", Trade::scan().all());
    let _ = db.dated::<Trade>().scan(.., Call::scan().all());
}

fn main() {}
