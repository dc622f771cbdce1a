//! `separator = none` that has no effect, or leaves a part without an end.

use hbase_schema::HTable;

#[derive(HTable)]
#[table("DLQX:NO_SEPARATOR")]
#[family("D1")]
struct NoSeparator {
    #[rowkey(separator = none)]
    id: u64,
    #[rowkey]
    number: u32,
    cents: u32,
}

#[derive(HTable)]
#[table("DLQX:TWICE")]
#[rowkey(separator = "!")]
#[family("D1")]
struct Twice {
    #[rowkey]
    user: String,
    #[rowkey(separator = none, unseparated)]
    flow: String,
    #[rowkey(separator = none, terminator = b"\0")]
    kind: String,
    #[rowkey(separator = nothing)]
    id: u64,
    #[rowkey(separator = none)]
    number: u32,
    cents: u32,
}

#[derive(HTable)]
#[table("DLQX:ENDLESS")]
#[rowkey(separator = "!")]
#[family("D1")]
struct Endless {
    #[rowkey]
    user: String,
    #[rowkey(separator = none)]
    flow: String,
    #[rowkey]
    number: u32,
    cents: u32,
}

fn main() {}
