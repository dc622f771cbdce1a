use hbase_schema::{Connection, Error, HTable};

#[derive(HTable)]
#[table("DLQX:CALL_RECORD")]
#[family("D1")]
struct Call {
    #[rowkey]
    id: u64,
    duration_s: u32,
}

async fn read(db: &Connection, key: CallKey) -> Result<Option<Call>, Error> {
    let call = db.get(&key)?;
    Ok(call)
}

fn main() {}
