use hbase_schema::HTable;

#[derive(HTable)]
#[table("DLQX:CALL_RECORD")]
#[rowkey(salt = java_hash(6))]
#[family("D1")]
struct Call {
    #[rowkey(salt = last(4))]
    id: [u8; 16],
    duration_s: u32,
}

fn main() {}
