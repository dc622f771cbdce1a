//! A table of Phoenix: text before a NUL byte, descending text, and columns of the key that may be `NULL`.

use hbase_schema::HTable;

#[derive(HTable)]
#[table("SHOP:VISITS", naming = hbase, splits = per_bucket)]
#[rowkey(salt = java_bytes(4, abs))]
#[family("0")]
struct Visit {
    #[rowkey(salt, separator = "\0")]
    shop: String,
    #[rowkey(salt, desc, terminator = b"\0")]
    page: String,
    #[rowkey(salt, omit_none, separator = "\0")]
    referrer: Option<String>,
    #[rowkey(salt, omit_none)]
    campaign: Option<String>,
    #[column("N")]
    count: u32,
}
