//! Lists that cannot be, and scans of lists that do not fit.

use hbase_schema::{HTable, prefix};

#[derive(HTable)]
#[table("DLQX:FIRST")]
#[family("D1")]
struct First {
    #[rowkey(repeat, desc)]
    tags: Vec<u16>,
    #[rowkey(sorted)]
    id: u64,
    cents: u32,
}

#[derive(HTable)]
#[table("DLQX:ONLY")]
#[family("D1")]
struct Only {
    #[rowkey(repeat, terminator = "\0")]
    tags: Vec<u16>,
    cents: u32,
}

#[derive(HTable)]
#[table("DLQX:TEXT")]
#[family("D1")]
struct Text {
    #[rowkey]
    id: u64,
    #[rowkey(repeat)]
    tags: String,
    cents: u32,
}

#[derive(HTable)]
#[table("DLQX:TEXTS")]
#[family("D1")]
struct Texts {
    #[rowkey]
    id: u64,
    #[rowkey(repeat)]
    tags: Vec<(u8, String)>,
    cents: u32,
}

#[derive(HTable)]
#[table("DLQX:TAGGED")]
#[family("D1")]
struct Tagged {
    #[rowkey]
    id: u64,
    #[rowkey(repeat)]
    tags: Vec<(u8, u16)>,
    cents: u32,
}

fn main() {
    let _ = Tagged::scan().id(1).tags((1, 2));
    let _ = Tagged::scan().id(1).tags(prefix([1_u8]));
    let _ = Tagged::TAGS.contains(1);
    let _ = Tagged::TAGS.contains_key("a");
    let _ = Tagged::ID.contains(1);
}
