use hbase_schema::{CellValue, Columns, Dynamic, HTable, Timestamp};
use std::collections::BTreeMap;

#[derive(HTable)]
#[table("DLQX:USER_RECORDS")]
#[family("INFO", versions = 400)]
struct MapOfDynamicColumns {
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

#[derive(HTable)]
#[table("DLQX:USER_RECORDS")]
#[family("INFO", versions = 400)]
struct Optional {
    #[rowkey]
    user: u32,
    #[timestamp(day)]
    day: Timestamp,
    a: u32,
    b: Option<String>,
    c: Note,
    #[column(json)]
    d: Option<u32>,
    #[column(store_none)]
    e: Option<u32>,
}

/// Its name does not say that it may be absent.
#[derive(CellValue)]
struct Note(Option<String>);

#[derive(HTable)]
#[table("DLQX:USER_RECORDS")]
#[family("INFO", versions = 400)]
struct OptionInAGroup {
    #[rowkey]
    user: u32,
    #[timestamp(day)]
    day: Timestamp,
    a: u32,
    #[column(flatten, prefix = "A_")]
    client: Client,
    #[column(flatten, prefix = "B_")]
    other: Option<Whole>,
    #[column(flatten, prefix = "C_")]
    whole: Whole,
}

#[derive(Columns)]
struct Client {
    agent: String,
    address: Option<String>,
}

#[derive(Columns)]
struct Whole {
    agent: String,
    #[column(store_none)]
    address: Option<String>,
}

#[derive(HTable)]
#[table("DLQX:USER_RECORDS")]
#[family("INFO", versions = 400)]
struct StoreNoneOfANumber {
    #[rowkey]
    user: u32,
    #[column(store_none)]
    a: u32,
}

fn main() {}
