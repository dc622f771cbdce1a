use hbase_schema::HTable;

#[derive(HTable)]
#[table("DLQX:CALL_RECORD", rename_all = "camelCase")]
#[family("D1")]
struct Call {
    #[rowkey]
    id: u64,
    duration_s: u32,
}

fn main() {}
