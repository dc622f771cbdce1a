//! Reversed labels that cannot be, and scans that need another order.

use hbase_schema::{HTable, prefix, under};

#[derive(HTable)]
#[table("DLQX:DOTS")]
#[rowkey(separator = ".")]
#[family("D1")]
struct Dots {
    #[rowkey(reverse_labels = ".")]
    host: String,
    #[rowkey(reverse_labels = "..", desc)]
    path: String,
    cents: u32,
}

#[derive(HTable)]
#[table("DLQX:NUMBER")]
#[family("D1")]
struct Number {
    #[rowkey(reverse_labels = ".")]
    id: u64,
    cents: u32,
}

#[derive(HTable)]
#[table("DLQX:PAGE")]
#[rowkey(separator = ":")]
#[family("D1")]
struct Page {
    #[rowkey(reverse_labels = ".")]
    host: String,
    #[rowkey]
    path: String,
    cents: u32,
}

fn main() {
    let _ = Page::scan().host("a".to_owned().."b".to_owned());
    let _ = Page::scan().host(prefix("com"));
    let _ = Page::scan().host(under("com")).path("a");
    let _ = Page::scan().host("com").path(under("a"));
}
