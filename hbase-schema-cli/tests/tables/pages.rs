//! A table like Nutch's: hosts with their labels in reverse order.

use hbase_schema::HTable;

#[derive(HTable)]
#[table("CRAWL:WEB_PAGE", naming = hbase)]
#[rowkey(separator = ":")]
#[family("F", compression = none)]
struct Page {
    #[rowkey(reverse_labels = ".")]
    host: String,
    #[rowkey]
    rest: String,
    #[column("N")]
    count: u32,
}
