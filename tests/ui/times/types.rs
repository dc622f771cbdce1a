use hbase_schema::{HTable, TimeOfDay, Timestamp};

#[derive(HTable)]
#[table("DLQX:CALL_RECORD")]
#[family("D1")]
struct FixedOf10ByType {
    #[rowkey]
    id: u64,
    #[rowkey(fixed = 10)]
    part: Timestamp,
    #[rowkey]
    rest: u64,
    duration_s: u32,
}

#[derive(HTable)]
#[table("DLQX:CALL_RECORD")]
#[family("D1")]
struct MinuteOfDayOfANumber {
    #[rowkey]
    id: u64,
    #[rowkey(minute_of_day)]
    part: u16,
    #[rowkey]
    rest: u64,
    duration_s: u32,
}

#[derive(HTable)]
#[table("DLQX:CALL_RECORD")]
#[family("D1")]
struct MsOfDayOfAMoment {
    #[rowkey]
    id: u64,
    #[rowkey(ms_of_day)]
    part: Timestamp,
    #[rowkey]
    rest: u64,
    duration_s: u32,
}

#[derive(HTable)]
#[table("DLQX:CALL_RECORD")]
#[family("D1")]
struct OfDayWithoutOption {
    #[rowkey]
    id: u64,
    #[rowkey(separator = "_")]
    part: TimeOfDay,
    #[rowkey]
    rest: u64,
    duration_s: u32,
}

#[derive(HTable)]
#[table("DLQX:CALL_RECORD")]
#[family("D1")]
struct ReverseTsOnANumber {
    #[rowkey]
    id: u64,
    #[rowkey(reverse_ts)]
    part: u64,
    #[rowkey]
    rest: u64,
    duration_s: u32,
}

#[derive(HTable)]
#[table("DLQX:CALL_RECORD")]
#[family("D1")]
struct ReverseTsOnText {
    #[rowkey]
    id: u64,
    #[rowkey(fixed = 14, reverse_ts)]
    part: String,
    #[rowkey]
    rest: u64,
    duration_s: u32,
}

#[derive(HTable)]
#[table("DLQX:CALL_RECORD")]
#[family("D1")]
struct TruncateOfANumber {
    #[rowkey]
    id: u64,
    #[rowkey(truncate, fixed = 14)]
    part: u64,
    #[rowkey]
    rest: u64,
    duration_s: u32,
}

fn main() {}
