use hbase_schema::{HTable, Timestamp};

#[derive(HTable)]
#[table("DLQX:CALL_RECORD")]
#[family("D1")]
struct TimestampAsColumn {
    #[rowkey]
    id: u64,
    duration_s: u32,
    #[timestamp]
    #[column("WRITTEN")]
    written: Timestamp,
}

#[derive(HTable)]
#[table("DLQX:CALL_RECORD")]
#[family("D1")]
struct TimestampInAFamily {
    #[rowkey]
    id: u64,
    duration_s: u32,
    #[timestamp]
    #[family("D1")]
    written: Timestamp,
}

#[derive(HTable)]
#[table("DLQX:CALL_RECORD")]
#[family("D1")]
struct TimestampInTheKey {
    #[rowkey]
    id: u64,
    #[rowkey]
    #[timestamp]
    at: Timestamp,
    duration_s: u32,
}

#[derive(HTable)]
#[table("DLQX:CALL_RECORD")]
#[timestamp]
#[family("D1")]
struct TimestampOnTheStruct {
    #[rowkey]
    id: u64,
    duration_s: u32,
}

#[derive(HTable)]
#[table("DLQX:CALL_RECORD")]
#[family("D1")]
struct TimestampWithOptions {
    #[rowkey]
    id: u64,
    duration_s: u32,
    #[timestamp(ms)]
    written: Timestamp,
}

#[derive(HTable)]
#[table("DLQX:CALL_RECORD")]
#[family("D1")]
struct TwoTimestamps {
    #[rowkey]
    id: u64,
    duration_s: u32,
    #[timestamp]
    written: Timestamp,
    #[timestamp]
    read: Timestamp,
}

fn main() {}
