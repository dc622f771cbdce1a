use hbase_schema::HTable;

#[derive(HTable)]
#[table("DLQX:CALL_RECORD")]
#[family("D1")]
struct Call {
    #[rowkey]
    id: u64,
    #[column("PEER")]
    first: u32,
    #[column("PEER")]
    second: u32,
}

fn main() {}
