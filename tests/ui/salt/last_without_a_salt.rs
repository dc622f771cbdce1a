use hbase_schema::HTable;

#[derive(HTable)]
#[table("DLQX:CALL_RECORD")]
#[family("D1")]
struct Call {
    #[rowkey(salt = last(4), fixed = 11)]
    phone: String,
    duration_s: u32,
}

fn main() {}
