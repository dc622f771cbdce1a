//! A table like OpenTSDB's: a list of tags at the end of the key.

use hbase_schema::{HTable, Timestamp};

#[derive(HTable)]
#[table("TSDB:SERIES", naming = hbase)]
#[rowkey(salt = java_bytes(20, abs))]
#[family("t", compression = none)]
struct Series {
    #[rowkey(salt)]
    metric: [u8; 3],
    #[rowkey(seconds, align = "1h")]
    hour: Timestamp,
    /// The ids of names and values.
    #[rowkey(repeat, sorted, salt)]
    tags: Vec<([u8; 3], u16)>,
    #[column("p")]
    points: u32,
}
