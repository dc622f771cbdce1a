use hbase_schema::HTable;

fn bucket(bytes: &[u8]) -> u32 {
    bytes.first().map_or(0, |byte| u32::from(byte % 4))
}

#[derive(HTable)]
#[table("DLQX:CALL_RECORD")]
#[rowkey(salt = with(bucket))]
#[family("D1")]
struct WithoutValues {
    #[rowkey(salt)]
    id: u64,
    duration_s: u32,
}

#[derive(HTable)]
#[table("DLQX:CALL_RECORD")]
#[rowkey(salt = with(bucket, values = 300, width = 1))]
#[family("D1")]
struct TooNarrow {
    #[rowkey(salt)]
    id: u64,
    duration_s: u32,
}

#[derive(HTable)]
#[table("DLQX:CALL_RECORD")]
#[rowkey(salt = with("bucket", values = 4))]
#[family("D1")]
struct FunctionInQuotes {
    #[rowkey(salt)]
    id: u64,
    duration_s: u32,
}

#[derive(HTable)]
#[table("DLQX:CALL_RECORD")]
#[rowkey(salt = with(bucket, values = 4))]
#[family("D1")]
struct NoMarkedPart {
    #[rowkey]
    id: u64,
    duration_s: u32,
}

fn main() {}
