use hbase_schema::{Connection, Dynamic, HTable, Qualifier};
use std::collections::BTreeMap;

#[derive(HTable)]
#[table("DLQX:MAIL_BOXES")]
#[family("DATA")]
struct NoMap {
    #[rowkey]
    user: String,
    #[column(dynamic)]
    mails: Vec<(u32, u32)>,
    owner: BTreeMap<u32, u32>,
}

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

async fn prefixes(db: Connection, key: VisitsKey) {
    let visits = || db.dynamic(&key, Visits::VISITS);
    let _ = visits().prefix((33,)).count().await;
    let _ = visits().prefix((33, "Paris".to_owned())).count().await;
}

#[derive(Qualifier, Debug)]
struct Number {
    #[qualifier(text)]
    number: u32,
}

#[derive(HTable)]
#[table("DLQX:MAIL_BOXES")]
#[family("DATA")]
struct Range {
    #[rowkey]
    user: String,
    #[column(dynamic)]
    mails: Dynamic<Number, u32>,
}

async fn ranges(db: Connection, key: RangeKey) {
    let from = Number { number: 1 };
    let _ = db.dynamic(&key, Range::MAILS).range(from..).count().await;
}

struct Mail;

#[derive(HTable)]
#[table("DLQX:MAIL_BOXES")]
#[family("DATA")]
struct ValueWithoutCodec {
    #[rowkey]
    user: String,
    #[column(dynamic)]
    mails: BTreeMap<u32, Mail>,
}

// A field that declares dynamic columns says so by its attribute.
#[derive(HTable)]
#[table("DLQX:METER_VALUES")]
#[family("D1")]
struct Meter {
    #[rowkey]
    id: u32,
    values: Dynamic<u32, u64>,
}

fn main() {}
