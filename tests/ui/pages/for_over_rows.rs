use hbase_schema::{Connection, Error, HTable};

#[derive(HTable)]
#[table("DLQX:CALL_RECORD")]
#[family("D1")]
struct Call {
    #[rowkey]
    id: u64,
    duration_s: u32,
}

async fn seconds(db: &Connection) -> Result<u32, Error> {
    let mut sum = 0;
    for call in db.scan(Call::scan().all()).rows() {
        sum += call?.duration_s;
    }
    Ok(sum)
}

async fn all(db: &Connection) -> Result<Vec<Call>, Error> {
    db.scan(Call::scan().all()).rows().await
}

fn main() {}
