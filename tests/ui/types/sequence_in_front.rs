use hbase_schema::{HTable, Sequence};

#[derive(HTable)]
#[table("DLQX:CALL_RECORD")]
#[family("D1")]
struct Call {
    #[rowkey]
    id: Sequence<u64>,
    duration_s: u32,
}

fn main() {}
