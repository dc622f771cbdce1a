use hbase_schema::{HTable, Timestamp};

#[derive(HTable)]
#[table("DLQX:USER_RECORDS")]
#[family("INFO", versions = 400, ttl = "30d")]
struct Record {
    #[rowkey]
    user: u32,
    #[timestamp(day, keep = "365d")]
    day: Timestamp,
    a: u32,
}

fn main() {}
