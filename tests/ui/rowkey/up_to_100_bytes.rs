use hbase_schema::HTable;

#[derive(HTable)]
#[table("DLQX:CALL_RECORD")]
#[rowkey(separator = "_")]
#[family("D1")]
struct Call {
    #[rowkey(max = 80)]
    name: String,
    #[rowkey(max = 30)]
    other: String,
    duration_s: u32,
}

fn main() {}
