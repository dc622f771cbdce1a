use hbase_schema::{HTable, Timestamp};

#[derive(HTable)]
#[table("DLQX:USER_RECORDS")]
#[family("INFO", versions = 400)]
struct KeepWithoutPeriod {
    #[rowkey]
    user: u32,
    #[timestamp(keep = "365d")]
    day: Timestamp,
    a: u32,
}

#[derive(HTable)]
#[table("DLQX:USER_RECORDS")]
#[family("INFO", versions = 400, ttl = "365d")]
#[family("REST", versions = 400, ttl = "396d")]
struct MonthThatExpiresEarly {
    #[rowkey]
    user: u32,
    #[timestamp(month, keep = "365d")]
    at: Timestamp,
    #[family("INFO")]
    a: u32,
    #[family("REST")]
    b: u32,
}

#[derive(HTable)]
#[table("DLQX:USER_RECORDS")]
#[family("INFO")]
struct OneVersion {
    #[rowkey]
    user: u32,
    #[timestamp(day)]
    day: Timestamp,
    a: u32,
}

#[derive(HTable)]
#[table("DLQX:USER_RECORDS")]
#[family("INFO", versions = 400)]
struct StoreNoneAndJson {
    #[rowkey]
    user: u32,
    #[column(store_none, json)]
    a: Option<u32>,
}

#[derive(HTable)]
#[table("DLQX:USER_RECORDS")]
#[family("INFO", versions = 400)]
struct StoreNoneBesideOtherOptions {
    #[rowkey]
    user: u32,
    #[column(store_none, counter)]
    b: i64,
}

#[derive(HTable)]
#[table("DLQX:USER_RECORDS")]
#[family("INFO", versions = 365)]
struct TooFewVersions {
    #[rowkey]
    user: u32,
    #[timestamp(day, keep = "365d")]
    day: Timestamp,
    a: u32,
}

#[derive(HTable)]
#[table("DLQX:USER_RECORDS")]
#[family("INFO", versions = 400, ttl = "30d")]
struct TtlTooShort {
    #[rowkey]
    user: u32,
    #[timestamp(day, keep = "365d")]
    day: Timestamp,
    a: u32,
}

#[derive(HTable)]
#[table("DLQX:USER_RECORDS")]
#[family("INFO", versions = 400)]
struct TwoPeriods {
    #[rowkey]
    user: u32,
    #[timestamp(day, hour)]
    day: Timestamp,
    a: u32,
}

fn main() {}
