use hbase_schema::{Connection, HTable, Timestamp};

#[derive(HTable)]
#[table("DLQX:REGION_{yyyyMMdd}")]
#[family("D1", versions = 2)]
#[family("D2")]
struct Region {
    #[table_date]
    day: Timestamp,
    #[rowkey]
    name: String,
    #[family("D1")]
    calls: u32,
    #[family("D2")]
    seconds: u32,
}

async fn recompute(db: &Connection, day: &Timestamp) {
    let _ = db.dated::<Region>().recompute(day, [] as [Region; 0]).await;
}

fn main() {}
