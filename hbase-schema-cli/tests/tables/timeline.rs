//! A table like those of YARN's timeline service: escaped text, and parts without a separator between.

use hbase_schema::{HTable, Timestamp};

#[derive(HTable)]
#[table("YARN:ENTITY")]
#[rowkey(separator = "!")]
#[family("I")]
struct Entity {
    #[rowkey(escape("%" = "%9$", " " = "%2$", "!" = "%0$"))]
    user: String,
    #[rowkey(reverse_ts, separator = none)]
    cluster: Timestamp,
    #[rowkey(desc)]
    sequence: i32,
    #[rowkey(escape("%" = "%9$", "!" = "%0$"), max = 40)]
    id: String,
    #[column("N")]
    count: u32,
}
