use hbase_schema::{HTable, Timestamp};

#[derive(HTable)]
#[table("DLQX:CALL_RECORD")]
#[rowkey(salt = region_number(6), separator = "_")]
#[family("D1")]
struct Call {
    #[rowkey(salt)]
    user: u64,
    #[rowkey(salt, fixed = 14, desc)]
    day: Timestamp,
    #[rowkey(salt)]
    at: Timestamp,
    #[rowkey(salt, fixed = 4)]
    number: u32,
    duration_s: u32,
}

fn main() {}
