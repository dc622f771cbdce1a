use hbase_schema::{Connection, Error};

#[table("DLQX:CALL_RECORD")]
#[family("D1", versions = 3)]
struct Call {
    #[rowkey]
    phone: String,
    #[column("SECONDS")]
    duration_s: u32,
}

async fn write(db: &Connection, call: &Call) -> Result<(), Error> {
    db.put(call).await
}

fn main() {}
