use hbase_schema::{HTable, TimeOfDay, Timestamp};

#[derive(HTable)]
#[table("DLQX:CALL_RECORD")]
#[family("D1")]
struct OfDayInFront {
    #[rowkey(ms_of_day)]
    at: TimeOfDay,
    duration_s: u32,
}

#[derive(HTable)]
#[table("DLQX:CALL_RECORD")]
#[family("D1")]
struct TimeOfDayAndFixed {
    #[rowkey]
    id: u64,
    #[rowkey(ms_of_day, fixed = 4)]
    part: TimeOfDay,
    #[rowkey]
    rest: u64,
    duration_s: u32,
}

#[derive(HTable)]
#[table("DLQX:CALL_RECORD")]
#[family("D1")]
struct TruncateOfTextDigits {
    #[rowkey]
    id: u64,
    #[rowkey(truncate, text, separator = "_")]
    part: u64,
    #[rowkey]
    rest: u64,
    duration_s: u32,
}

#[derive(HTable)]
#[table("DLQX:CALL_RECORD")]
#[family("D1")]
struct TruncateToSixDigits {
    #[rowkey]
    id: u64,
    #[rowkey(truncate, fixed = 6)]
    part: Timestamp,
    #[rowkey]
    rest: u64,
    duration_s: u32,
}

#[derive(HTable)]
#[table("DLQX:CALL_RECORD")]
#[family("D1")]
struct TwoTimesOfDay {
    #[rowkey]
    id: u64,
    #[rowkey(ms_of_day, minute_of_day)]
    part: TimeOfDay,
    #[rowkey]
    rest: u64,
    duration_s: u32,
}

fn main() {}
