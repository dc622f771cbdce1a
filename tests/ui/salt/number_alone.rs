use hbase_schema::HTable;

#[derive(HTable)]
#[table("DLQX:CALL_RECORD")]
#[rowkey(salt = 16)]
#[family("D1")]
struct Call {
    #[rowkey(salt)]
    id: u64,
    #[rowkey]
    rest: u64,
    duration_s: u32,
}

fn main() {}
