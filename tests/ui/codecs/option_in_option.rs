use hbase_schema::HTable;

#[derive(HTable)]
#[table("DLQX:CALL_RECORD")]
#[family("D1")]
struct Call {
    #[rowkey]
    id: u64,
    peer: Option<Option<String>>,
    #[column(json)]
    extra: Option<Option<u32>>,
    duration_s: u32,
}

fn main() {}
