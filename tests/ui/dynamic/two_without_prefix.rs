use std::collections::BTreeMap;

use hbase_schema::{HTable};

#[derive(HTable)]
#[table("DLQX:MAIL_BOXES")]
#[family("DATA")]
struct MailBox {
    #[rowkey]
    user: String,
    #[column(dynamic)]
    mails: BTreeMap<u32, u32>,
    #[column(dynamic, prefix = "a")]
    notes: BTreeMap<String, u32>,
}

fn main() {}
