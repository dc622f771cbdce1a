use hbase_schema::HTable;

#[derive(HTable)]
#[table("DLQX:CALL_RECORD")]
#[family("D1")]
struct Call {
    #[rowkey]
    id: u64,
    #[rowkey(fixed = 4, reverse, desc)]
    part: String,
    #[rowkey]
    rest: u64,
    duration_s: u32,
}

fn main() {}
