use hbase_schema::HTable;

#[derive(HTable)]
#[table("DLQX:CALL_RECORD")]
#[rowkey(salt)]
#[family("D1")]
struct Call {
    #[rowkey(salt)]
    id: Option<u64>,
    duration_s: u32,
}

fn main() {}
