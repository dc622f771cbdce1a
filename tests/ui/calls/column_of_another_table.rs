use hbase_schema::{Connection, HTable};

#[derive(HTable)]
#[table("DLQX:CALL_RECORD")]
#[family("D1")]
struct Call {
    #[rowkey]
    user: u64,
    #[rowkey]
    at: u64,
    duration_s: u32,
}

#[derive(HTable)]
#[table("DLQX:MAIL_RECORD")]
#[family("D1")]
struct Mail {
    #[rowkey]
    user: u64,
    size: u32,
}

async fn read(db: &Connection, key: CallKey) {
    let _ = db.get(&key).columns(Mail::SIZE).await;
}

async fn read_all(db: &Connection) {
    let _ = db.scan(Call::scan().all()).columns(Mail::SIZE).rows().collect().await;
}

async fn write(db: &Connection, key: CallKey) {
    let _ = db.mutate(&key).put(Mail::SIZE, 1).await;
}

fn main() {}
