use hbase_schema::HTable;

#[derive(HTable)]
#[table("DLQX:CALL_RECORD")]
#[family("D1", versions = 2, min_versions = 3)]
struct Call {
    #[rowkey]
    id: u64,
    duration_s: u32,
}

fn main() {}
