use hbase_schema::HTable;

fn bucket(bytes: &[u8]) -> u32 {
    bytes.first().map_or(0, |byte| u32::from(byte % 4))
}

fn text(bytes: &[u8]) -> String {
    format!("{bytes:?}")
}

#[derive(HTable)]
#[table("DLQX:CALL_RECORD", splits = per_bucket)]
#[rowkey(salt = with(bucket, values = 4))]
#[family("D1")]
struct Right {
    #[rowkey(salt)]
    id: u64,
    duration_s: u32,
}

#[derive(HTable)]
#[table("DLQX:CALL_RECORD")]
#[rowkey(salt = with(text, values = 4))]
#[family("D1")]
struct FunctionOfAnotherType {
    #[rowkey(salt)]
    id: u64,
    duration_s: u32,
}

#[derive(HTable)]
#[table("DLQX:CALL_RECORD")]
#[rowkey(salt = with(missing, values = 4))]
#[family("D1")]
struct MissingFunction {
    #[rowkey(salt)]
    id: u64,
    duration_s: u32,
}

fn main() {}
