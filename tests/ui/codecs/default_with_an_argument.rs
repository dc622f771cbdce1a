use hbase_schema::HTable;
fn same(value: u32) -> u32 {
    value
}

#[derive(HTable)]
#[table("DLQX:CALL_RECORD")]
#[family("D1")]
struct Call {
    #[rowkey]
    id: u64,
    duration_s: u32,
    #[column(default = same)]
    extra: u32,
}

fn main() {}
