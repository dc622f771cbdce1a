use hbase_schema::{HTable, Timestamp};

#[derive(HTable)]
#[table("DLQX:CALL_RECORD")]
#[family("D1")]
struct Call {
    #[rowkey(unseparated)]
    number: u32,
    #[rowkey(fixed = 8)]
    day: Timestamp,
    duration_s: u32,
}

fn main() {}
