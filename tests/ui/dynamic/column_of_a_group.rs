use std::collections::BTreeMap;

use hbase_schema::{Columns, HTable};

#[derive(Columns)]
struct Place {
    city: String,
}

#[derive(HTable)]
#[table("DLQX:MAIL_BOXES")]
#[family("DATA")]
struct MailBox {
    #[rowkey]
    user: String,
    #[column(flatten, prefix = "AT_")]
    place: Place,
    #[column(dynamic, prefix = "AT_C")]
    mails: BTreeMap<u32, u32>,
    #[column(dynamic, prefix = "AT_CI")]
    notes: BTreeMap<[u8; 2], u32>,
}

fn main() {}
