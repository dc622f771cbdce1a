use hbase_schema::{Connection, Error, HTable};

#[derive(HTable)]
#[table("DLQX:CALL_RECORD")]
#[family("D1")]
struct Call {
    #[rowkey]
    phone: String,
    duration_s: u32,
}

async fn calls(db: &Connection) -> Result<Vec<Call>, Error> {
    let scan = db.scan(Call::scan().all());
    scan.filter(Call::phone().eq("13812345678")).rows().collect().await
}

fn main() {}
