use hbase_schema::{HTable, Timestamp};

#[derive(HTable)]
#[table("DLQX:CALL_RECORD")]
#[family("D1")]
struct DescAndReverseTs {
    #[rowkey]
    id: u64,
    #[rowkey(reverse_ts, desc)]
    part: Timestamp,
    #[rowkey]
    rest: u64,
    duration_s: u32,
}

#[derive(HTable)]
#[table("DLQX:CALL_RECORD")]
#[family("D1")]
struct ReverseTsTwice {
    #[rowkey]
    id: u64,
    #[rowkey(reverse_ts, fixed = 14, reverse_ts)]
    part: Timestamp,
    #[rowkey]
    rest: u64,
    duration_s: u32,
}

#[derive(HTable)]
#[table("DLQX:CALL_RECORD")]
#[family("D1")]
struct ReverseTsWithValue {
    #[rowkey]
    id: u64,
    #[rowkey(reverse_ts = true)]
    part: Timestamp,
    #[rowkey]
    rest: u64,
    duration_s: u32,
}

#[derive(HTable)]
#[table("DLQX:CALL_RECORD")]
#[family("D1")]
struct ReverseWithoutDigits {
    #[rowkey]
    id: u64,
    #[rowkey(reverse, truncate)]
    part: Timestamp,
    #[rowkey]
    rest: u64,
    duration_s: u32,
}

#[derive(HTable)]
#[table("DLQX:CALL_RECORD")]
#[family("D1")]
struct FixedOf10 {
    #[rowkey]
    id: u64,
    #[rowkey(reverse_ts, fixed = 10)]
    part: Timestamp,
    #[rowkey]
    rest: u64,
    duration_s: u32,
}

#[derive(HTable)]
#[table("DLQX:CALL_RECORD")]
#[family("D1")]
struct Pad {
    #[rowkey]
    id: u64,
    #[rowkey(pad_left = '0', fixed = 14, reverse_ts)]
    part: Timestamp,
    #[rowkey]
    rest: u64,
    duration_s: u32,
}

fn main() {}
