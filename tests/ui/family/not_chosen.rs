use hbase_schema::HTable;

#[derive(HTable)]
#[table("DLQX:CALL_RECORD")]
#[family("D1")]
#[family("D2")]
struct Call {
    #[rowkey]
    id: u64,
    #[family("D2")]
    peer: String,
    duration_s: u32,
}

fn main() {}
