use hbase_schema::{HTable, Timestamp};

#[derive(HTable)]
#[table("DLQX:CALL_RECORD")]
#[rowkey(salt = region_number(6), separator = "_")]
#[family("D1")]
struct FormatOfPlainDigits {
    #[rowkey(salt = format("yyyyMM"), text)]
    id: u64,
    duration_s: u32,
}

#[derive(HTable)]
#[table("DLQX:CALL_RECORD")]
#[rowkey(salt = region_number(6), separator = "_")]
#[family("D1")]
struct FormatUnknownField {
    #[rowkey(salt = format("YYYYMM"), fixed = 14)]
    at: Timestamp,
    duration_s: u32,
}

#[derive(HTable)]
#[table("DLQX:CALL_RECORD")]
#[rowkey(salt = region_number(6), separator = "_")]
#[family("D1")]
struct FormatWithoutField {
    #[rowkey(salt = format("--"), fixed = 14)]
    at: Timestamp,
    duration_s: u32,
}

#[derive(HTable)]
#[table("DLQX:CALL_RECORD")]
#[rowkey(salt = region_number(6), separator = "_")]
#[family("D1")]
struct FormatWithoutQuotes {
    #[rowkey(salt = format(yyyyMM), fixed = 14)]
    at: Timestamp,
    duration_s: u32,
}

#[derive(HTable)]
#[table("DLQX:CALL_RECORD")]
#[rowkey(salt = region_number(6))]
#[family("D1")]
struct PatternFinerThanTheKey {
    #[rowkey(salt = format("yyyyMMddHH"), fixed = 8)]
    at: Timestamp,
    value: u32,
}

fn main() {}
