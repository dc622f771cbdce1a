use hbase_schema::{Connection, Error, HTable};

#[derive(HTable)]
#[table("DLQX:MAIL_BOXES")]
#[family("D1")]
struct Mail {
    #[rowkey]
    id: String,
    #[index("DLQX:MAIL_BY_SENDER")]
    sender: String,
    opened: i64,
}

async fn count(db: &Connection, mail: &Mail) -> Result<(), Error> {
    db.increment(&mail.key(), Mail::OPENED, 1).await?;
    Ok(())
}

fn main() {}
