use hbase_schema::{HTable, Timestamp};

#[derive(HTable)]
#[table("DLQX:CALL_RECORD")]
#[family("D1", ttl = 86400)]
struct Call {
    #[rowkey]
    id: u64,
    duration_s: u32,
}

#[derive(HTable)]
#[table("DLQX:EVENT_LOG")]
#[family("D1")]
struct Event {
    #[rowkey]
    at: Timestamp,
    size: u32,
}

#[derive(HTable)]
#[table("DLQX:FILE_STORE")]
#[family("D1")]
struct File {
    #[rowkey]
    digest: [u8; 101],
    size: u32,
}

fn main() {}
