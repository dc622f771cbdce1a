use hbase_schema::HTable;

#[derive(HTable)]
#[table("DLQX:CALL_RECORD")]
#[family("D1")]
struct FixedInParentheses {
    #[rowkey]
    id: u64,
    #[rowkey(fixed(14))]
    part: String,
    #[rowkey]
    rest: u64,
    duration_s: u32,
}

#[derive(HTable)]
#[table("DLQX:CALL_RECORD")]
#[family("D1")]
struct FixedOfZero {
    #[rowkey]
    id: u64,
    #[rowkey(fixed = 0)]
    part: String,
    #[rowkey]
    rest: u64,
    duration_s: u32,
}

#[derive(HTable)]
#[table("DLQX:CALL_RECORD")]
#[family("D1")]
struct FixedTooLarge {
    #[rowkey]
    id: u64,
    #[rowkey(fixed = 32768)]
    part: String,
    #[rowkey]
    rest: u64,
    duration_s: u32,
}

#[derive(HTable)]
#[table("DLQX:CALL_RECORD")]
#[family("D1")]
struct FixedTwice {
    #[rowkey]
    id: u64,
    #[rowkey(fixed = 14, fixed = 8)]
    part: String,
    #[rowkey]
    rest: u64,
    duration_s: u32,
}

#[derive(HTable)]
#[table("DLQX:CALL_RECORD")]
#[family("D1")]
struct FixedWithoutValue {
    #[rowkey]
    id: u64,
    #[rowkey(fixed)]
    part: String,
    #[rowkey]
    rest: u64,
    duration_s: u32,
}

#[derive(HTable)]
#[table("DLQX:CALL_RECORD")]
#[family("D1")]
struct MaxOfAWidth {
    #[rowkey(max = 8)]
    id: u64,
    #[rowkey(max = 12, fixed = 12)]
    name: String,
    duration_s: u32,
}

#[derive(HTable)]
#[table("DLQX:CALL_RECORD")]
#[family("D1")]
struct UnseparatedLastAndTwice {
    #[rowkey(unseparated)]
    city: String,
    #[rowkey(unseparated, fixed = 4)]
    street: String,
    #[rowkey(unseparated)]
    name: String,
    duration_s: u32,
}

#[derive(HTable)]
#[table("DLQX:CALL_RECORD")]
#[family("D1")]
struct Over100Bytes {
    #[rowkey(fixed = 101)]
    id: String,
    duration_s: u32,
}

#[derive(HTable)]
#[table("DLQX:CALL_RECORD", allow(key_length))]
#[family("D1")]
struct Over32767Bytes {
    #[rowkey(fixed = 20000)]
    id: String,
    #[rowkey(fixed = 20000)]
    rest: String,
    duration_s: u32,
}

#[derive(HTable)]
#[table("DLQX:CALL_RECORD")]
#[rowkey(separator = "_")]
#[family("D1")]
struct UpTo100Bytes {
    #[rowkey(max = 80)]
    name: String,
    #[rowkey(max = 30)]
    other: String,
    duration_s: u32,
}

fn main() {}
