use hbase_schema::HTable;

#[derive(HTable)]
#[table("DLQX:CALL_RECORD")]
#[rowkey(salt = region_number(11, width = 1))]
#[family("D1")]
struct Call {
    #[rowkey(salt)]
    phone: String,
    duration_s: u32,
}

fn main() {}
