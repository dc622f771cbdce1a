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

struct NotATable;

async fn put(db: &Connection) {
    let _ = db.put(&NotATable).await;
}

fn main() {}
