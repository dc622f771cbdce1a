use hbase_schema::HTable;

#[derive(HTable)]
#[table("DLQX:CALL_RECORD")]
#[rowkey(salt = md5_hex(4))]
#[family("D1")]
struct Call {
    #[rowkey(salt = last(4), fixed = 11)]
    phone: String,
    duration_s: u32,
}

fn main() {}
