use hbase_schema::{HTable, Timestamp};

#[derive(HTable)]
#[table("DLQX:CALL_RECORD")]
#[family("D1")]
struct Call {
    #[rowkey(salt)]
    at: Timestamp,
    duration_s: u32,
}

fn newest(db: &hbase_schema::Connection) {
    let _ = db.scan(Call::scan().all()).latest(3);
    let _ = db.scan(Call::scan().at(..)).latest(3);
}

fn main() {}
