use hbase_schema::{HTable, Timestamp};

#[derive(HTable)]
#[table("DLQX:CALL_RECORD")]
#[family("D1")]
struct Call {
    #[rowkey]
    phone: u64,
    #[rowkey]
    at: Timestamp,
    duration_s: u32,
}

async fn rows(db: &hbase_schema::Connection) {
    let _ = db.scan(Call::scan().all()).unordered().reversed();
    let _ = db.scan(Call::scan().all()).unordered().page(5).await;
    let _ = db.scan(Call::scan().all()).unordered().latest(3);
    let _ = db.scan(Call::scan().all()).unordered().after("cursor");
}

fn main() {}
