use hbase_schema::HTable;

#[derive(HTable)]
#[table("DLQX:CALL_RECORD")]
#[rowkey(separator)]
#[family("D1")]
struct Call {
    #[rowkey]
    user: String,
    #[rowkey]
    id: u64,
    duration_s: u32,
}

fn main() {}
