use hbase_schema::HTable;

#[derive(HTable)]
#[table("DLQX:CALL_RECORD", splits = decimal_string(10))]
#[family("D1")]
struct DecimalOnBinaryKey {
    #[rowkey]
    id: u64,
    duration_s: u32,
}

#[derive(HTable)]
#[table("DLQX:CALL_RECORD", splits = hex_string(16))]
#[family("D1")]
struct HexOnBinaryKey {
    #[rowkey]
    id: [u8; 16],
    duration_s: u32,
}

#[derive(HTable)]
#[table("DLQX:CALL_RECORD", splits = uniform(16))]
#[family("D1")]
struct UniformOnDigits {
    #[rowkey(fixed = 12)]
    id: u64,
    duration_s: u32,
}

fn main() {}
