use std::collections::BTreeMap;

use hbase_schema::{HTable};

#[derive(HTable)]
#[table("DLQX:MAIL_BOXES")]
#[family("DATA")]
struct MailBox {
    #[rowkey]
    user: String,
    #[column("NAME", dynamic, default, counter)]
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

fn main() {}
