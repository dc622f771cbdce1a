use hbase_schema::{HTable, Timestamp};

#[derive(HTable)]
#[table("DLQX:CALL_RECORD")]
#[family("D1")]
struct Call {
    #[rowkey(fixed = 14, reverse)]
    at: Timestamp,
    duration_s: u32,
}

fn newest(db: &hbase_schema::Connection) {
    let _ = db.scan(Call::scan().all()).newest_first();
}

fn main() {}
