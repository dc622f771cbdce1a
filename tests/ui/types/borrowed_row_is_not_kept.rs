use hbase_schema::{Connection, HTable};

#[derive(HTable)]
#[table("DLQX:CALL_RECORD")]
#[family("D1")]
struct Call<'a> {
    #[rowkey]
    id: u64,
    peer: &'a str,
}

async fn rows(db: &Connection) {
    let _ = db.scan(Call::scan().all()).rows();
}

fn main() {}
