use std::collections::BTreeMap;

use hbase_schema::{HTable};

struct Mail;

#[derive(HTable)]
#[table("DLQX:MAIL_BOXES")]
#[family("DATA")]
struct MailBox {
    #[rowkey]
    user: String,
    #[column(dynamic)]
    mails: BTreeMap<u32, Mail>,
}

fn main() {}
