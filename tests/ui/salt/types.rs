use hbase_schema::{HTable, Timestamp};

#[derive(HTable)]
#[table("DLQX:CALL_RECORD")]
#[rowkey(salt = region_number(6), separator = "_")]
#[family("D1")]
struct FormatOfNoTime {
    #[rowkey(salt = format("yyyyMM"), fixed = 14)]
    number: u64,
    #[rowkey(salt = format("yyyyMM"))]
    name: String,
    duration_s: u32,
}

#[derive(HTable)]
#[table("DLQX:CALL_RECORD")]
#[rowkey(salt = java_hash(6))]
#[family("D1")]
struct JavaHashOfBinary {
    #[rowkey(salt = last(4))]
    id: [u8; 16],
    duration_s: u32,
}

#[derive(HTable)]
#[table("DLQX:CALL_RECORD")]
#[rowkey(salt = region_number(6), separator = "_")]
#[family("D1")]
struct RegionNumberOfBinary {
    #[rowkey(salt)]
    user: u64,
    #[rowkey(salt, fixed = 14, desc)]
    day: Timestamp,
    #[rowkey(salt)]
    at: Timestamp,
    #[rowkey(salt, fixed = 4)]
    number: u32,
    duration_s: u32,
}

fn main() {}
