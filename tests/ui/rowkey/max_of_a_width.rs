use hbase_schema::HTable;

#[derive(HTable)]
#[table("DLQX:CALL_RECORD")]
#[family("D1")]
struct Call {
    #[rowkey(max = 8)]
    id: u64,
    #[rowkey(max = 12, fixed = 12)]
    name: String,
    duration_s: u32,
}

fn main() {}
