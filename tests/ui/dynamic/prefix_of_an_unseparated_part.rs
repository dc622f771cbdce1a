use hbase_schema::{Connection, Dynamic, HTable, Qualifier};

#[derive(Qualifier, Debug)]
struct Visit {
    country: u16,
    #[qualifier(unseparated)]
    city: String,
    number: u32,
}

#[derive(HTable)]
#[table("DLQX:USER_VISITS")]
#[family("DATA")]
struct Visits {
    #[rowkey]
    user: String,
    #[column(dynamic)]
    visits: Dynamic<Visit, u32>,
}

fn main() {}

async fn prefixes(db: Connection, key: VisitsKey) {
    let visits = || db.dynamic(&key, Visits::VISITS);
    let _ = visits().prefix((33,)).count().await;
    let _ = visits().prefix((33, "Paris".to_owned())).count().await;
}
