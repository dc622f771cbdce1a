use hbase_schema::{HTable, TimeOfDay, Timestamp};

#[derive(HTable)]
#[table("DLQX:CALL_RECORD")]
#[family("D1")]
struct OffsetOfAZone {
    #[rowkey]
    id: u64,
    #[rowkey(offset = "Asia/Shanghai", fixed = 14)]
    part: Timestamp,
    #[rowkey]
    rest: u64,
    duration_s: u32,
}

#[derive(HTable)]
#[table("DLQX:CALL_RECORD")]
#[family("D1")]
struct OffsetOfHours {
    #[rowkey]
    id: u64,
    #[rowkey(offset = 8, fixed = 14)]
    part: Timestamp,
    #[rowkey]
    rest: u64,
    duration_s: u32,
}

#[derive(HTable)]
#[table("DLQX:CALL_RECORD")]
#[family("D1")]
struct OffsetOnMilliseconds {
    #[rowkey]
    id: u64,
    #[rowkey(offset = "+08:00", fixed = 13)]
    part: Timestamp,
    #[rowkey]
    rest: u64,
    duration_s: u32,
}

#[derive(HTable)]
#[table("DLQX:CALL_RECORD")]
#[family("D1")]
struct OffsetOnTimeOfDay {
    #[rowkey]
    id: u64,
    #[rowkey(offset = "+08:00", ms_of_day)]
    part: TimeOfDay,
    #[rowkey]
    rest: u64,
    duration_s: u32,
}

#[derive(HTable)]
#[table("DLQX:CALL_RECORD")]
#[family("D1")]
struct OffsetTooFar {
    #[rowkey]
    id: u64,
    #[rowkey(offset = "+19:00", fixed = 14)]
    part: Timestamp,
    #[rowkey]
    rest: u64,
    duration_s: u32,
}

#[derive(HTable)]
#[table("DLQX:CALL_RECORD")]
#[family("D1")]
struct OffsetWithoutDigits {
    #[rowkey]
    id: u64,
    #[rowkey(offset = "+08:00")]
    part: Timestamp,
    #[rowkey]
    rest: u64,
    duration_s: u32,
}

fn main() {}
