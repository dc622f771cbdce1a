use hbase_schema::{Connection, HTable};

#[derive(HTable)]
#[table("DLQX:USER_RECORDS")]
#[family("INFO", versions = 400)]
struct Record {
    #[rowkey(fixed = 8)]
    user: u32,
    #[timestamp]
    day: i64,
    logins: u32,
    note: Option<String>,
}

async fn replace(db: &Connection, record: &Record) {
    let _ = db.replace(record).await;
}

async fn replace_where(db: &Connection, record: &Record) {
    let _ = db.check(&record.key()).eq(Record::LOGINS, 1).replace(record).await;
}

fn main() {}
