use hbase_schema::HTable;

#[derive(HTable)]
#[table("DLQX:CALL_RECORD", allow(key_length))]
#[family("D1")]
struct Call {
    #[rowkey]
    blob: [u8; 40000],
    duration_s: u32,
}

fn main() {}
