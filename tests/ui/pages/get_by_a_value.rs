use hbase_schema::{Connection, Error, HTable};

#[derive(HTable)]
#[table("DLQX:CALL_RECORD")]
#[family("D1")]
struct Call {
    #[rowkey]
    id: u64,
    duration_s: u32,
}

async fn read(db: &Connection) -> Result<Option<Call>, Error> {
    db.get(&7_u64).await
}

fn main() {}
