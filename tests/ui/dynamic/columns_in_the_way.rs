use hbase_schema::{Columns, HTable};
use std::collections::BTreeMap;

#[derive(HTable)]
#[table("DLQX:MAIL_BOXES")]
#[family("DATA")]
struct BesideAFixedColumn {
    #[rowkey]
    user: String,
    owner: String,
    #[column(dynamic)]
    mails: BTreeMap<String, u32>,
}

#[derive(Columns)]
struct Place {
    city: String,
}

#[derive(HTable)]
#[table("DLQX:MAIL_BOXES")]
#[family("DATA")]
struct ColumnOfAGroup {
    #[rowkey]
    user: String,
    #[column(flatten, prefix = "AT_")]
    place: Place,
    #[column(dynamic, prefix = "AT_C")]
    mails: BTreeMap<u32, u32>,
    #[column(dynamic, prefix = "AT_CI")]
    notes: BTreeMap<[u8; 2], u32>,
}

#[derive(HTable)]
#[table("DLQX:MAIL_BOXES")]
#[family("DATA")]
struct PrefixOfAFixedColumn {
    #[rowkey]
    user: String,
    owner: String,
    #[column(dynamic, prefix = "OWN")]
    mails: BTreeMap<String, u32>,
}

#[derive(HTable)]
#[table("DLQX:MAIL_BOXES")]
#[family("DATA")]
struct TwoWithoutPrefix {
    #[rowkey]
    user: String,
    #[column(dynamic)]
    mails: BTreeMap<u32, u32>,
    #[column(dynamic, prefix = "a")]
    notes: BTreeMap<String, u32>,
}

#[derive(HTable)]
#[table("DLQX:MAIL_BOXES")]
#[family("DATA")]
struct WidthOfAFixedColumn {
    #[rowkey]
    user: String,
    owner: String,
    #[column(dynamic)]
    mails: BTreeMap<[u8; 5], u32>,
}

fn main() {}
