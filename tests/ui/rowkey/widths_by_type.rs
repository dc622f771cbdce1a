use hbase_schema::{HTable, Timestamp};

#[derive(HTable)]
#[table("DLQX:CALL_RECORD")]
#[family("D1")]
struct MaxOfAFixedWidth {
    #[rowkey(max = 5)]
    id: u64,
    value: u32,
}

#[derive(HTable)]
#[table("DLQX:CALL_RECORD")]
#[family("D1")]
struct Over100BytesByType {
    #[rowkey]
    digest: [u8; 64],
    #[rowkey]
    second: [u8; 64],
    duration_s: u32,
}

#[derive(HTable)]
#[table("DLQX:CALL_RECORD")]
#[rowkey(separator = "_")]
#[family("D1")]
struct Over100BytesWithText {
    #[rowkey]
    name: String,
    #[rowkey]
    digest: [u8; 101],
    duration_s: u32,
}

#[derive(HTable)]
#[table("DLQX:CALL_RECORD", allow(key_length))]
#[family("D1")]
struct Over32767BytesByType {
    #[rowkey]
    blob: [u8; 40000],
    duration_s: u32,
}

// Its width does not fit 16 bits.
#[derive(HTable)]
#[table("DLQX:CALL_RECORD", allow(key_length))]
#[family("D1")]
struct Over65535BytesByType {
    #[rowkey]
    blob: [u8; 65_600],
    duration_s: u32,
}

#[derive(HTable)]
#[table("DLQX:CALL_RECORD")]
#[rowkey(separator = "_")]
#[family("D1")]
struct Over100BytesByMaxAndType {
    #[rowkey(max = 60)]
    name: String,
    #[rowkey]
    digest: [u8; 64],
    duration_s: u32,
}

#[derive(HTable)]
#[table("DLQX:CALL_RECORD")]
#[family("D1")]
struct UnseparatedBeforeNoWidth {
    #[rowkey(unseparated)]
    city: String,
    #[rowkey]
    street: String,
    duration_s: u32,
}

#[derive(HTable)]
#[table("DLQX:CALL_RECORD")]
#[family("D1")]
struct UnseparatedWithAWidth {
    #[rowkey(unseparated)]
    number: u32,
    #[rowkey(fixed = 8)]
    day: Timestamp,
    duration_s: u32,
}

fn main() {}
