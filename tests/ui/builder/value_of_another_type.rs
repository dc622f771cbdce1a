use hbase_schema::{HTable, Timestamp};

#[derive(HTable)]
#[table("DLQX:CALL_RECORD")]
#[rowkey(salt = region_number(6), separator = "_")]
#[family("D1")]
struct Call {
    #[rowkey(salt = last(4), fixed = 11)]
    phone: String,
    #[rowkey(salt = format("yyyyMM"), fixed = 14)]
    at: Timestamp,
    #[rowkey(text)]
    line: u32,
    duration_s: u32,
    #[column(json)]
    remark: Option<String>,
}

fn main() {
    let _ = Call::scan().phone(13_812_345_678_u64);
}
