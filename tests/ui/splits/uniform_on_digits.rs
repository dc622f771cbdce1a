use hbase_schema::HTable;

#[derive(HTable)]
#[table("DLQX:CALL_RECORD", splits = uniform(16))]
#[family("D1")]
struct Call {
    #[rowkey(fixed = 12)]
    id: u64,
    duration_s: u32,
}

fn main() {}
