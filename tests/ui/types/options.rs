use hbase_schema::{HTable, Timestamp};

#[derive(HTable)]
#[table("DLQX:CALL_RECORD")]
#[family("D1")]
struct DescOnOpenText {
    #[rowkey]
    id: u64,
    #[rowkey(desc, separator = "_")]
    part: String,
    #[rowkey]
    rest: u64,
    duration_s: u32,
}

#[derive(HTable)]
#[table("DLQX:CALL_RECORD")]
#[family("D1")]
struct DescOnSignedJava {
    #[rowkey]
    id: u64,
    #[rowkey(desc, java)]
    part: i64,
    #[rowkey]
    rest: u64,
    duration_s: u32,
}

#[derive(HTable)]
#[table("DLQX:CALL_RECORD")]
#[family("D1")]
struct FixedOnBool {
    #[rowkey]
    id: u64,
    #[rowkey(fixed = 1)]
    part: bool,
    #[rowkey]
    rest: u64,
    duration_s: u32,
}

#[derive(HTable)]
#[table("DLQX:CALL_RECORD")]
#[family("D1")]
struct FixedOnFloat {
    #[rowkey]
    id: u64,
    #[rowkey(fixed = 10)]
    part: f64,
    #[rowkey]
    rest: u64,
    duration_s: u32,
}

#[derive(HTable)]
#[table("DLQX:CALL_RECORD")]
#[family("D1")]
struct JavaOnBytes {
    #[rowkey]
    id: u64,
    #[rowkey(java)]
    part: [u8; 4],
    #[rowkey]
    rest: u64,
    duration_s: u32,
}

#[derive(HTable)]
#[table("DLQX:CALL_RECORD")]
#[family("D1")]
struct JavaOnText {
    #[rowkey]
    id: u64,
    #[rowkey(java)]
    part: String,
    #[rowkey]
    rest: u64,
    duration_s: u32,
}

#[derive(HTable)]
#[table("DLQX:CALL_RECORD")]
#[family("D1")]
struct OrderedOnATime {
    #[rowkey]
    id: u64,
    #[rowkey(ordered)]
    part: Timestamp,
    #[rowkey]
    rest: u64,
    duration_s: u32,
}

#[derive(HTable)]
#[table("DLQX:CALL_RECORD")]
#[family("D1")]
struct OrderedOnUnsigned {
    #[rowkey]
    id: u64,
    #[rowkey(ordered)]
    part: u64,
    #[rowkey]
    rest: u64,
    duration_s: u32,
}

#[derive(HTable)]
#[table("DLQX:CALL_RECORD")]
#[family("D1")]
struct PadOnInteger {
    #[rowkey]
    id: u64,
    #[rowkey(fixed = 10, pad_left = ' ')]
    part: u64,
    #[rowkey]
    rest: u64,
    duration_s: u32,
}

#[derive(HTable)]
#[table("DLQX:CALL_RECORD")]
#[family("D1")]
struct TextOnText {
    #[rowkey]
    id: u64,
    #[rowkey(text, separator = "_")]
    part: String,
    #[rowkey]
    rest: u64,
    duration_s: u32,
}

#[derive(HTable)]
#[table("DLQX:CALL_RECORD")]
#[family("D1")]
struct TextOnATime {
    #[rowkey]
    id: u64,
    #[rowkey(text, separator = "_")]
    part: Timestamp,
    #[rowkey]
    rest: u64,
    duration_s: u32,
}

fn main() {}
