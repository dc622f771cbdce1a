//! A table like Pinpoint's: names after their length.

use hbase_schema::{HTable, Timestamp};

#[derive(HTable)]
#[table("CALLS:BY_APPLICATION")]
#[rowkey(salt = java_bytes(4))]
#[family("C", compression = none)]
struct Calls {
    #[rowkey(salt, length = u16, max = 26)]
    application: String,
    #[rowkey(length = varint)]
    agent: Vec<u8>,
    #[rowkey(reverse_ts)]
    slot: Timestamp,
    #[column("N")]
    count: u32,
}
