use hbase_schema::cell::Json;
use hbase_schema::HTable;
use hbase_schema::row_index::{Entries, IndexedEntries, IndexedEntry, RowIndex};
use serde::{Deserialize, Serialize};

#[derive(IndexedEntry, Serialize, Deserialize, Debug, Clone, PartialEq)]
struct Mail {
    #[index(tag = b'F')]
    from: String,
    #[index(tag = b'S', native)]
    size: u32,
    subject: String,
}

#[derive(HTable, Debug, Clone, PartialEq)]
#[table("DLQX:MAIL_BOXES")]
#[family("DATA")]
#[family("INDEX")]
struct MailBox {
    #[rowkey]
    user: String,
    #[family("DATA")]
    owner: String,
    #[family("DATA")]
    #[column(dynamic, json)]
    mails: Entries<Mail>,
    #[family("INDEX")]
    #[column(dynamic)]
    index: RowIndex,
}

const INBOX: IndexedEntries<MailBox, Mail, Json> =
    IndexedEntries::new(MailBox::MAILS, MailBox::INDEX);

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), hbase_schema::Error> {
    let db = hbase_schema::connect("memory:").await?;
    db.create_table::<MailBox>().await?;
    let key = MailBoxKey { user: "ann".into() };
    let mail = Mail { from: "bob".into(), size: 500, subject: "hello".into() };
    db.entries(&key, INBOX).put(&mail).await?;
    let mut from_bob = db.entries(&key, INBOX).by(Mail::FROM).equal("bob").stream();
    let (_id, found) = from_bob.next().await.transpose()?.expect("a mail");
    assert_eq!(found, mail);
    Ok(())
}
