use hbase_schema::HTable;

#[derive(HTable)]
#[table("DLQX:CALL_RECORD")]
#[family("D1")]
struct Call {
    #[rowkey]
    id: u64,
    duration_s: u32,
    #[column(json, with = codec)]
    extra: u32,
}

fn main() {}
