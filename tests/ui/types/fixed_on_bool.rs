use hbase_schema::HTable;

#[derive(HTable)]
#[table("DLQX:CALL_RECORD")]
#[family("D1")]
struct Call {
    #[rowkey]
    id: u64,
    #[rowkey(fixed = 1)]
    part: bool,
    #[rowkey]
    rest: u64,
    duration_s: u32,
}

fn main() {}
