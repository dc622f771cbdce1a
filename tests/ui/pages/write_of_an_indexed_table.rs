use hbase_schema::{Connection, Error, HTable};

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

async fn write(db: &Connection, mail: &Mail) -> Result<(), Error> {
    db.put(mail).await
}

fn main() {}
