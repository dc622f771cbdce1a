use hbase_schema::{HTable, Timestamp};

#[derive(HTable)]
#[table("DLQX:CALL_RECORD")]
#[family("D1")]
struct Call {
    #[rowkey(unseparated)]
    city: String,
    #[rowkey(fixed = 8)]
    day: Timestamp,
    duration_s: u32,
}

fn main() {
    let _ = Call::scan().city("A".."C");
}
