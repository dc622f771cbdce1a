use hbase_schema::{HTable};

#[derive(HTable)]
#[table("DLQX:USER_RECORDS")]
#[family("INFO", versions = 1, ttl = "1d")]
struct Record {
    #[rowkey]
    user: u32,
    #[timestamp(day, keep = "2d")]
    day: String,
    a: Option<u32>,
}

fn main() {}
