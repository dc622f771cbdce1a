use hbase_schema::{HTable, Timestamp};

#[derive(HTable)]
#[table("DLQX:CALL_RECORD")]
#[rowkey(salt = region_number(6))]
#[family("D1")]
struct Call {
    #[rowkey(salt = format("yyyyMMddHH"), fixed = 8)]
    at: Timestamp,
    value: u32,
}

fn main() {}
