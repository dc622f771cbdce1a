use hbase_schema::HTable;

#[derive(HTable)]
#[table("DLQX:CALL_RECORD", splits = per_bucket)]
#[family("D1")]
struct Call {
    #[rowkey]
    id: u64,
    duration_s: u32,
}

fn main() {}
