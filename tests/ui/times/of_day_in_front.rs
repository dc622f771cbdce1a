use hbase_schema::{HTable, TimeOfDay};

#[derive(HTable)]
#[table("DLQX:CALL_RECORD")]
#[family("D1")]
struct Call {
    #[rowkey(ms_of_day)]
    at: TimeOfDay,
    duration_s: u32,
}

fn main() {}
