use hbase_schema::{Connection, HTable};

#[derive(HTable)]
#[table("DLQX:MAIL_BOXES")]
#[family("D1")]
struct Mail {
    #[rowkey]
    id: String,
    #[index("DLQX:MAIL_BY_SENDER")]
    sender: String,
    subject: String,
    note: Option<String>,
    opened: i64,
}

async fn writes(db: &Connection, mail: &Mail) {
    let key = mail.key();
    let _ = db.put(mail).await;
    let _ = db.replace(mail).await;
    let _ = db.insert(mail).await;
    let _ = db.put_many([mail]).await;
    let _ = db.delete(&key).columns(Mail::NOTE).await;
    let _ = db.delete_many([&key]).await;
    let _ = db.mutate(&key).delete(Mail::NOTE).await;
    let _ = db.check(&key).is_none(Mail::NOTE).put(mail).await;
    let _ = db.update(&key, |mail: Mail| Err::<Mail, _>(mail.subject)).await;
    let _ = db.scan(Mail::scan().all()).delete().await;
    let _ = db.query(Mail::BY_SENDER.eq("ada")).rows().collect().await;
    let _ = db.truncate::<Mail>().await;
    let _ = db.drop_table::<Mail>().await;
}

async fn unknown_values(db: &Connection, mail: &Mail) {
    let key = mail.key();
    let _ = db.append(&key, Mail::SUBJECT, "!").await;
    let _ = db.increment(&key, Mail::OPENED, 1).await;
    let _ = db.delete(&key).version(7);
    let _ = db.mutate(&key).put(Mail::SUBJECT, "minutes").version(7);
}

fn main() {}
