use hbase_schema::{HTable, Timestamp};

#[derive(HTable)]
#[table("DLQX:CALL_RECORD")]
#[family("D1")]
struct Call {
    #[rowkey]
    id: u64,
    #[rowkey(ms_of_day)]
    part: Timestamp,
    #[rowkey]
    rest: u64,
    duration_s: u32,
}

fn main() {}
