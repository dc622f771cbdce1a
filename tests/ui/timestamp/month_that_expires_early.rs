use hbase_schema::{HTable, Timestamp};

#[derive(HTable)]
#[table("DLQX:USER_RECORDS")]
#[family("INFO", versions = 400, ttl = "365d")]
#[family("REST", versions = 400, ttl = "396d")]
struct Record {
    #[rowkey]
    user: u32,
    #[timestamp(month, keep = "365d")]
    at: Timestamp,
    #[family("INFO")]
    a: u32,
    #[family("REST")]
    b: u32,
}

fn main() {}
