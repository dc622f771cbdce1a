//! Lengths of values that have none, and scans that need an order.

use hbase_schema::{HTable, prefix};

#[derive(HTable)]
#[table("DLQX:BOTH")]
#[family("D1")]
struct Both {
    #[rowkey(length = u16, desc, terminator = b"\0")]
    name: String,
    #[rowkey(length = 4)]
    code: String,
    cents: u32,
}

#[derive(HTable)]
#[table("DLQX:NUMBER")]
#[family("D1")]
struct Number {
    #[rowkey(length = u8)]
    id: u64,
    cents: u32,
}

#[derive(HTable)]
#[table("DLQX:NAME")]
#[family("D1")]
struct Name {
    #[rowkey(length = varint)]
    name: String,
    #[rowkey]
    number: u32,
    cents: u32,
}

fn main() {
    let _ = Name::scan().name("a".to_owned().."b".to_owned());
    let _ = Name::scan().name(prefix("a"));
    let _ = Name::scan().name(hbase_schema::any()).number(1);
}
