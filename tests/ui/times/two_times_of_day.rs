use hbase_schema::{HTable, TimeOfDay};

#[derive(HTable)]
#[table("DLQX:CALL_RECORD")]
#[family("D1")]
struct Call {
    #[rowkey]
    id: u64,
    #[rowkey(ms_of_day, minute_of_day)]
    part: TimeOfDay,
    #[rowkey]
    rest: u64,
    duration_s: u32,
}

fn main() {}
