use hbase_schema::HTable;

#[derive(HTable)]
#[table("DLQX:CALL_RECORD")]
#[family("D1")]
struct Call {
    #[rowkey]
    id: u64,
    #[rowkey(desc, java)]
    part: i64,
    #[rowkey]
    rest: u64,
    duration_s: u32,
}

fn main() {}
