use hbase_schema::HTable;

#[derive(HTable)]
#[table("DLQX:CALL_RECORD")]
#[rowkey]
#[family("D1")]
struct Call {
    #[rowkey]
    id: u64,
    value: u32,
}

fn main() {}
