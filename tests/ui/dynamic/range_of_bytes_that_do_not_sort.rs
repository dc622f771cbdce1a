use hbase_schema::{Connection, Dynamic, HTable, Qualifier};

#[derive(Qualifier, Debug)]
struct Number {
    #[qualifier(text)]
    number: u32,
}

#[derive(HTable)]
#[table("DLQX:MAIL_BOXES")]
#[family("DATA")]
struct MailBox {
    #[rowkey]
    user: String,
    #[column(dynamic)]
    mails: Dynamic<Number, u32>,
}

fn main() {}

async fn ranges(db: Connection, key: MailBoxKey) {
    let from = Number { number: 1 };
    let _ = db.dynamic(&key, MailBox::MAILS).range(from..).count().await;
}
