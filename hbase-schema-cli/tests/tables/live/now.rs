//! The same tables later: other attributes and families, a new table, two structs of one table.

use hbase_schema::{HTable, Timestamp};

#[derive(HTable)]
#[table("DLQX:WEATHER_DATA", owner = "weather", compaction_enabled = false)]
#[rowkey(separator = "_")]
#[family("D1", versions = 3, ttl = "60d", compression = snappy, bloom = rowcol)]
#[family("D3", in_memory)]
struct Weather {
    #[rowkey]
    city: String,
    #[rowkey(fixed = 8)]
    day: Timestamp,
    #[family("D1")]
    rain_mm: u32,
    #[family("D3")]
    wind: Option<u32>,
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

/// The same rows without their columns.
#[derive(HTable)]
#[table("DLQX:CALL_RECORD", splits = per_bucket)]
#[rowkey(salt = buckets(16))]
#[family("D1")]
struct Phone {
    #[rowkey(salt, fixed = 11)]
    phone: String,
    peer: Option<String>,
}

#[derive(HTable)]
#[table("SENSORS:SENSOR_DATA", splits = hex_string(16))]
#[rowkey(salt = md5_hex(4), separator = "_")]
#[family("D1")]
struct Sensor {
    #[rowkey(salt)]
    id: String,
    value: i64,
}
