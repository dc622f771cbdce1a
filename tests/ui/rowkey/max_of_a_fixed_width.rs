use hbase_schema::HTable;

#[derive(HTable)]
#[table("DLQX:CALL_RECORD")]
#[family("D1")]
struct Call {
    #[rowkey(max = 5)]
    id: u64,
    value: u32,
}

fn main() {}
