use hbase_schema::{Connection, HTable, Timestamp};

#[derive(HTable)]
#[table("DLQX:USER_RECORDS")]
#[family("INFO", versions = 400)]
struct OfANumber {
    #[rowkey]
    user: u32,
    #[timestamp(day)]
    day: i64,
    a: u32,
}

#[derive(HTable)]
#[table("DLQX:USER_RECORDS")]
#[family("INFO", versions = 400)]
struct OptionOfATime {
    #[rowkey]
    user: u32,
    #[timestamp(day)]
    day: Option<Timestamp>,
    a: u32,
}

#[derive(HTable)]
#[table("DLQX:USER_RECORDS")]
#[family("INFO", versions = 400)]
struct RangeOfTexts {
    #[rowkey]
    user: u32,
    #[timestamp(day)]
    day: Timestamp,
    a: u32,
}

async fn history(db: &Connection, key: &RangeOfTextsKey) {
    let _ = db.history(key).time_range("2015-12-01".."2015-12-26").await;
}

fn main() {}
