use hbase_schema::{Connection, Dynamic, HTable};

#[derive(HTable)]
#[table("DLQX:MAIL_BOXES")]
#[family("DATA")]
struct MailBox {
    #[rowkey]
    user: String,
    #[column(dynamic, prefix = "m:")]
    mails: Dynamic<u32, u32>,
    owner: String,
}

fn main() {}

fn filters(db: Connection, key: MailBoxKey) {
    let _ = db.dynamic(&key, MailBox::MAILS).filter(MailBox::OWNER.eq("ann"));
    let _ = db.dynamic_scan(MailBox::scan().all(), MailBox::MAILS).filter(MailBox::OWNER.eq("ann"));
}
