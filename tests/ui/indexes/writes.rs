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
}

async fn writes(db: &Connection, mail: &Mail) {
    let key = mail.key();
    let _ = db.put(mail).await;
    let _ = db.replace(mail).await;
    let _ = db.insert(mail).await;
    let _ = db.put_many([mail]).await;
    let _ = db.delete(&key).await;
    let _ = db.delete_many([&key]).await;
    let _ = db.mutate(&key);
    let _ = db.check(&key);
    let _ = db.append(&key, Mail::SUBJECT, "!").await;
    let _ = db.scan(Mail::scan().all()).delete().await;
    let _ = db.truncate::<Mail>().await;
    let _ = db.drop_table::<Mail>().await;
}

async fn reads(db: &Connection, mail: &Mail) {
    let _ = db.get(&mail.key()).await;
    let _ = db.scan(Mail::scan().all()).count().await;
    let _ = db.indexed::<Mail>().put(mail).await;
    let _ = db.indexed::<Mail>().query(Mail::BY_SENDER.eq("ada"));
}

fn main() {}
