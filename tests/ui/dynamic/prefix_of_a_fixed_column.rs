use std::collections::BTreeMap;

use hbase_schema::{HTable};

#[derive(HTable)]
#[table("DLQX:MAIL_BOXES")]
#[family("DATA")]
struct MailBox {
    #[rowkey]
    user: String,
    owner: String,
    #[column(dynamic, prefix = "OWN")]
    mails: BTreeMap<String, u32>,
}

fn main() {}
