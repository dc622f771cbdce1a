//! Two structs of one table that do not agree.

use hbase_schema::HTable;

#[derive(HTable)]
#[table("DLQX:CALL_RECORD")]
#[family("D1", ttl = "30d")]
struct Call {
    #[rowkey]
    phone: u64,
    seconds: u32,
}

#[derive(HTable)]
#[table("DLQX:CALL_RECORD")]
#[family("D1", ttl = "60d")]
struct Phone {
    #[rowkey]
    phone: u64,
    peer: Option<String>,
}
