use hbase_schema::HTable;

#[derive(HTable)]
#[table("DLQX:CALL_RECORD")]
#[rowkey(salt = region_number(6), separator = "_")]
#[family("D1")]
struct Call {
    #[rowkey(salt = format("yyyyMM"), fixed = 14)]
    number: u64,
    #[rowkey(salt = format("yyyyMM"))]
    name: String,
    duration_s: u32,
}

fn main() {}
