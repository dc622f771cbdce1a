use hbase_schema::HTable;

#[derive(HTable)]
#[table("DLQX:CALL_RECORD")]
#[family("D1")]
struct Call {
    #[rowkey(fixed = 101)]
    id: String,
    duration_s: u32,
}

fn main() {}
