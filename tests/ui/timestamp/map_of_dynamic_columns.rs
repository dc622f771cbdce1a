use std::collections::BTreeMap;

use hbase_schema::{Dynamic, HTable, Timestamp};

#[derive(HTable)]
#[table("DLQX:USER_RECORDS")]
#[family("INFO", versions = 400)]
struct Record {
    #[rowkey]
    user: u32,
    #[timestamp(day)]
    day: Timestamp,
    a: u32,
    #[column(dynamic, prefix = "m:")]
    in_a_map: BTreeMap<u32, String>,
    #[column(dynamic, prefix = "d:")]
    by_calls: Dynamic<u32, String>,
}

fn main() {}
