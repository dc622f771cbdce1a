use hbase_schema::{HTable, TimeOfDay, Timestamp};

#[derive(HTable)]
#[table("DLQX:CALL_RECORD")]
#[family("D1")]
struct SecondsOfANumber {
    #[rowkey]
    id: u64,
    #[rowkey(seconds)]
    part: u32,
    duration_s: u32,
}

#[derive(HTable)]
#[table("DLQX:CALL_RECORD")]
#[family("D1")]
struct NegatedTimeOfDay {
    #[rowkey]
    id: u64,
    #[rowkey(negated_ts)]
    part: TimeOfDay,
    duration_s: u32,
}

#[derive(HTable)]
#[table("DLQX:CALL_RECORD")]
#[family("D1")]
struct SecondsOfAnotherWidth {
    #[rowkey]
    id: u64,
    #[rowkey(seconds, fixed = 8)]
    part: Timestamp,
    duration_s: u32,
}

#[derive(HTable)]
#[table("DLQX:CALL_RECORD")]
#[family("D1")]
struct FormatWithHyphens {
    #[rowkey]
    id: u64,
    #[rowkey(format = "yyyy-MM-dd")]
    part: Timestamp,
    duration_s: u32,
}

#[derive(HTable)]
#[table("DLQX:CALL_RECORD")]
#[family("D1")]
struct AlignedMonths {
    #[rowkey]
    id: u64,
    #[rowkey(format = "yyyyMM", align = "1d")]
    part: Timestamp,
    duration_s: u32,
}

#[derive(HTable)]
#[table("DLQX:CALL_RECORD")]
#[family("D1")]
struct AlignedBetweenHours {
    #[rowkey]
    id: u64,
    #[rowkey(format = "yyyyMMddHH", align = "90m")]
    part: Timestamp,
    duration_s: u32,
}

#[derive(HTable)]
#[table("DLQX:CALL_RECORD")]
#[family("D1")]
struct AlignedText {
    #[rowkey]
    id: u64,
    #[rowkey(align = "1h")]
    part: String,
    duration_s: u32,
}

#[derive(HTable)]
#[table("DLQX:CALL_RECORD")]
#[family("D1")]
struct HoursInFront {
    #[rowkey(seconds, align = "1h")]
    part: Timestamp,
    duration_s: u32,
}

#[derive(HTable)]
#[table("DLQX:CALL_RECORD")]
#[family("D1")]
struct NegatedAndDescending {
    #[rowkey]
    id: u64,
    #[rowkey(negated_ts, desc)]
    part: Timestamp,
    duration_s: u32,
}

fn main() {}
