use hbase_schema::HTable;

#[derive(HTable)]
#[table("DLQX:CALL_RECORD")]
#[rowkey(separator = "_")]
#[family("D1")]
struct Call {
    #[rowkey(separator = "_")]
    peer: String,
    #[rowkey]
    line: String,
    #[rowkey]
    id: u64,
    duration_s: u32,
}

fn main() {}
