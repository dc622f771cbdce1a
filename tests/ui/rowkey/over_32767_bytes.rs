use hbase_schema::HTable;

#[derive(HTable)]
#[table("DLQX:CALL_RECORD", allow(key_length))]
#[family("D1")]
struct Call {
    #[rowkey(fixed = 20000)]
    id: String,
    #[rowkey(fixed = 20000)]
    rest: String,
    duration_s: u32,
}

fn main() {}
