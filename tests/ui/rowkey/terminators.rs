//! Terminators that cannot be, by attributes and by types.

use hbase_schema::HTable;

#[derive(HTable)]
#[table("DLQX:FIXED")]
#[family("D1")]
struct OfFixed {
    #[rowkey]
    id: u64,
    #[rowkey(fixed = 4, terminator = b"\0")]
    code: String,
    cents: u32,
}

#[derive(HTable)]
#[table("DLQX:INVERTED")]
#[family("D1")]
struct Inverted {
    #[rowkey]
    id: u64,
    #[rowkey(desc, terminator = "|")]
    name: String,
    cents: u32,
}

#[derive(HTable)]
#[table("DLQX:NUMBER")]
#[family("D1")]
struct Number {
    #[rowkey]
    id: u64,
    #[rowkey(desc, terminator = b"\0")]
    number: u32,
    cents: u32,
}

#[derive(HTable)]
#[table("DLQX:UNTERMINATED")]
#[rowkey(separator = "\0")]
#[family("D1")]
struct Unterminated {
    #[rowkey(desc)]
    name: String,
    #[rowkey]
    id: u64,
    cents: u32,
}

#[derive(HTable)]
#[table("DLQX:UNDERSCORE")]
#[family("D1")]
struct Underscore {
    #[rowkey]
    id: u64,
    #[rowkey(terminator = "_")]
    name: String,
    cents: u32,
}

fn main() {
    let _ = Underscore::scan().id(1).name("a".to_owned().."b".to_owned());
}
