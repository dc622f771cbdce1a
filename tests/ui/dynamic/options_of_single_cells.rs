use std::collections::BTreeMap;

use hbase_schema::{Columns, HTable};

#[derive(HTable)]
#[table("DLQX:MAIL_BOXES")]
#[family("DATA")]
struct MailBox {
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

fn main() {}
