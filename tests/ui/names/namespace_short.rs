use hbase_schema::HTable;

#[derive(HTable)]
#[table("DL:CALL_RECORD")]
#[family("D1")]
struct Call {
    #[rowkey]
    id: u64,
    duration_s: u32,
}

fn main() {}
