use hbase_schema::{HTable, Timestamp};

#[derive(HTable)]
#[table("DLQX:CALL_RECORD")]
#[family("D1")]
struct DescAndText {
    #[rowkey]
    id: u64,
    #[rowkey(desc, text, separator = "-")]
    part: u64,
    #[rowkey]
    rest: u64,
    duration_s: u32,
}

#[derive(HTable)]
#[table("DLQX:CALL_RECORD")]
#[family("D1")]
struct JavaAndOrdered {
    #[rowkey]
    id: u64,
    #[rowkey(java, ordered)]
    part: u64,
    #[rowkey]
    rest: u64,
    duration_s: u32,
}

#[derive(HTable)]
#[table("DLQX:CALL_RECORD")]
#[family("D1")]
struct ReverseAndDesc {
    #[rowkey]
    id: u64,
    #[rowkey(fixed = 4, reverse, desc)]
    part: String,
    #[rowkey]
    rest: u64,
    duration_s: u32,
}

#[derive(HTable)]
#[table("DLQX:CALL_RECORD")]
#[family("D1")]
struct ReverseAndJava {
    #[rowkey]
    id: u64,
    #[rowkey(reverse, java)]
    part: u64,
    #[rowkey]
    rest: u64,
    duration_s: u32,
}

#[derive(HTable)]
#[table("DLQX:CALL_RECORD")]
#[family("D1")]
struct ReverseAndReverseTs {
    #[rowkey]
    id: u64,
    #[rowkey(reverse_ts, reverse)]
    part: Timestamp,
    #[rowkey]
    rest: u64,
    duration_s: u32,
}

#[derive(HTable)]
#[table("DLQX:CALL_RECORD")]
#[family("D1")]
struct TextAndFixed {
    #[rowkey]
    id: u64,
    #[rowkey(text, fixed = 3)]
    part: u64,
    #[rowkey]
    rest: u64,
    duration_s: u32,
}

fn main() {}
