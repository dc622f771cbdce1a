//! A table that was created without splits.

use hbase_schema::HTable;

#[derive(HTable)]
#[table("DLQX:CALL_RECORD")]
#[rowkey(salt = buckets(16))]
#[family("D1")]
struct Call {
    #[rowkey(salt, fixed = 11)]
    phone: String,
    seconds: u32,
}
