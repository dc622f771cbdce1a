use hbase_schema::{Connection, HTable, Timestamp};

#[derive(HTable)]
#[table("DLQX:USER_RECORDS")]
#[family("INFO")]
struct Record {
    #[rowkey]
    user: u32,
    #[timestamp]
    at: Timestamp,
    a: u32,
}

async fn history(db: &Connection, key: &RecordKey) {
    let _ = db.history(key).await;
}

async fn versions(db: &Connection) {
    let _ = db.scan(Record::scan().all()).versions(3).rows().next().await;
}

fn main() {}
