use hbase_schema::HTable;

#[derive(HTable)]
#[table("DLQX:CALL_RECORD")]
#[rowkey(salt = region_number(6), separator = "_")]
#[family("D1")]
struct Call {
    #[rowkey(salt = last(12), fixed = 11)]
    phone: String,
    duration_s: u32,
}

fn main() {}
