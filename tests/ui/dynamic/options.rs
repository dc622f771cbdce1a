use hbase_schema::{Columns, HTable, Qualifier};
use std::collections::BTreeMap;

#[derive(Columns)]
struct Place {
    city: String,
    #[column(dynamic)]
    others: BTreeMap<u32, u32>,
}

#[derive(HTable)]
#[table("DLQX:MAIL_BOXES")]
#[family("DATA")]
struct OptionsOfSingleCells {
    #[rowkey]
    user: String,
    #[column(dynamic, rename = "MAILS")]
    mails: BTreeMap<u32, String>,
    #[column(dynamic, prefix = "N", store_none)]
    notes: BTreeMap<u32, String>,
    #[column(flatten, limit = 5, store_none)]
    address: Address,
    #[column(skip, prefix = "P", store_none)]
    cached: u32,
}

#[derive(Columns)]
struct Address {
    street: String,
}

#[derive(HTable)]
#[table("DLQX:MAIL_BOXES")]
#[family("DATA")]
struct OptionsWithoutEffect {
    #[rowkey]
    user: String,
    #[column("NAME", dynamic, default, counter, json)]
    mails: BTreeMap<u32, i64>,
    #[column(rename = "NOTES", dynamic, flatten)]
    notes: BTreeMap<u32, u32>,
    #[column(skip, dynamic, limit = 5)]
    other: BTreeMap<u32, u32>,
    #[column(limit = 5)]
    owner: String,
    #[column(dynamic, limit = 0)]
    none: BTreeMap<u32, u32>,
}

#[derive(Qualifier, Debug)]
#[qualifier]
struct Salted {
    #[qualifier(salt, fixed = 3, ordered)]
    number: u32,
    name: String,
}

#[derive(Qualifier, Debug)]
#[qualifier(salt = buckets(4))]
struct Buckets<T> {
    number: T,
}

#[derive(Qualifier, Debug)]
struct Nothing {}

#[derive(Qualifier, Debug)]
struct Pair(u32, u32);

fn main() {}
