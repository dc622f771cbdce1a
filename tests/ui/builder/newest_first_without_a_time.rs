use hbase_schema::HTable;

#[derive(HTable)]
#[table("DLQX:CALL_RECORD")]
#[family("D1")]
struct Call {
    #[rowkey]
    id: u64,
    duration_s: u32,
}

fn newest(db: &hbase_schema::Connection) {
    let _ = db.scan(Call::scan().all()).latest(3);
}

fn main() {}
