use hbase_schema::{HTable, Timestamp};

#[derive(HTable)]
#[table("DLQX:CALL_RECORD")]
#[family("D1")]
struct Call {
    #[rowkey(fixd = 14)]
    at: Timestamp,
    duration_s: u32,
}
#[derive(HTable)]
#[table("DLQX:EVENT_LOG")]
#[family("D1", ttl = 5)]
struct Event {
    #[rowkey]
    id: u64,
    size: u32,
}
#[derive(HTable)]
#[table("DLQX:FILE_STORE")]
#[family("D1")]
struct File {
    #[rowkey]
    at: Timestamp,
    size: u32,
}

fn main() {}
