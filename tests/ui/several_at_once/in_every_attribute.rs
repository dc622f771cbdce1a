use hbase_schema::{HTable, Timestamp};

#[derive(HTable)]
#[table("DLQX:call")]
#[rowkey(salt = md6(2), seperator = "_")]
#[family("D1", ttl = 86400, compression = SNAPPY)]
struct Call {
    #[rowkey(fixed = 0)]
    id: u64,
    #[column(jsn)]
    a: u32,
    #[column(text, json)]
    b: u32,
    #[timestamp]
    c: Timestamp,
    #[timestamp]
    d: Timestamp,
}

fn main() {}
