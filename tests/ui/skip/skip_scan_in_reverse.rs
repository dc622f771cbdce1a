use hbase_schema::{HTable, TimeOfDay};

#[derive(HTable)]
#[table("DLQX:TRADE_TABLE")]
#[rowkey(salt = md5(2))]
#[family("D1")]
struct Trade {
    #[rowkey(ms_of_day)]
    at: TimeOfDay,
    #[rowkey(salt)]
    account: String,
    cents: i64,
}

async fn rows(db: &hbase_schema::Connection, at: TimeOfDay) {
    let _ = db.scan(Trade::scan().any_salt().at(at)).reversed();
    let _ = db.scan(Trade::scan().any_salt().at(at)).latest(3);
    let _ = db.scan(Trade::scan().any_salt().at(at)).page(3).await;
}

fn main() {}
