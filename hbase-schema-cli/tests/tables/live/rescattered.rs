//! A table whose bucket count was changed, and a new one.

use hbase_schema::HTable;

#[derive(HTable)]
#[table("DLQX:CALL_RECORD", splits = per_bucket)]
#[rowkey(salt = buckets(32))]
#[family("D1", versions = 2)]
struct Call {
    #[rowkey(salt, fixed = 11)]
    phone: String,
    seconds: u32,
}

#[derive(HTable)]
#[table("DLQX:NEW_RECORDS")]
#[family("D1")]
struct New {
    #[rowkey]
    id: u64,
    a: u32,
}
