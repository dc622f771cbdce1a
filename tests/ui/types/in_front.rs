use hbase_schema::{HTable, Sequence, Timestamp};

#[derive(HTable)]
#[table("DLQX:CALL_RECORD")]
#[family("D1")]
struct BoolInFront {
    #[rowkey]
    urgent: bool,
    #[rowkey]
    id: u64,
    duration_s: u32,
}

#[derive(HTable)]
#[table("DLQX:CALL_RECORD")]
#[family("D1")]
struct DescendingTimeInFront {
    #[rowkey(desc)]
    at: Timestamp,
    duration_s: u32,
}

#[derive(HTable)]
#[table("DLQX:CALL_RECORD")]
#[family("D1")]
struct SequenceInFront {
    #[rowkey]
    id: Sequence<u64>,
    duration_s: u32,
}

#[derive(HTable)]
#[table("DLQX:CALL_RECORD")]
#[family("D1")]
struct TimeInFrontAsDigits {
    #[rowkey(fixed = 14)]
    at: Timestamp,
    duration_s: u32,
}

fn main() {}
