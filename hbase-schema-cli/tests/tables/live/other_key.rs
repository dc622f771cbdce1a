//! A table whose key was changed in a way that no split shows.

use hbase_schema::{HTable, Timestamp};

#[derive(HTable)]
#[table("DLQX:WEATHER_DATA")]
#[rowkey(separator = "_")]
#[family("D1", versions = 5, ttl = "30d")]
#[family("D2")]
struct Weather {
    #[rowkey]
    city: String,
    #[rowkey(fixed = 14)]
    day: Timestamp,
    #[family("D1")]
    rain_mm: u32,
    #[family("D2")]
    snow_mm: Option<u32>,
}
