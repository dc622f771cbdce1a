//! Tables as they were first.

use hbase_schema::{HTable, Timestamp};

#[derive(HTable)]
#[table("DLQX:WEATHER_DATA")]
#[rowkey(separator = "_")]
#[family("D1", versions = 5, ttl = "30d")]
#[family("D2")]
struct Weather {
    #[rowkey]
    city: String,
    #[rowkey(fixed = 8)]
    day: Timestamp,
    #[family("D1")]
    rain_mm: u32,
    #[family("D2")]
    snow_mm: Option<u32>,
}

#[derive(HTable)]
#[table("DLQX:CALL_RECORD", splits = per_bucket)]
#[rowkey(salt = buckets(16))]
#[family("D1")]
struct Call {
    #[rowkey(salt, fixed = 11)]
    phone: String,
    seconds: u32,
}

#[derive(HTable)]
#[table("DLQX:OLD_RECORDS")]
#[family("D1")]
struct Old {
    #[rowkey]
    id: u64,
    a: u32,
}
