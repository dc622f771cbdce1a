use hbase_schema::{Dynamic, HTable, Timestamp};

/// The key has no such part.
#[derive(HTable)]
#[table("DLQX:NO_PART")]
#[family("D1")]
struct NoPart {
    #[rowkey]
    sensor: u32,
    #[rowkey(align = "1h")]
    hour: Timestamp,
    #[column(dynamic, since(day))]
    readings: Dynamic<u32, f64>,
}

/// Nothing says how much time a row holds.
#[derive(HTable)]
#[table("DLQX:NO_PERIOD")]
#[family("D1")]
struct NoPeriod {
    #[rowkey]
    sensor: u32,
    #[rowkey]
    hour: Timestamp,
    #[column(dynamic, since(hour, unit = "1s"))]
    readings: Dynamic<u32, f64>,
}

/// An hour is not a number of sevens of seconds.
#[derive(HTable)]
#[table("DLQX:ODD_UNIT")]
#[family("D1")]
struct OddUnit {
    #[rowkey]
    sensor: u32,
    #[rowkey(align = "1h")]
    hour: Timestamp,
    #[column(dynamic, since(hour, unit = "7s"))]
    readings: Dynamic<u32, f64>,
}

#[derive(HTable)]
#[table("DLQX:MAY_BE_MISSING")]
#[family("D1")]
struct MayBeMissing {
    #[rowkey]
    sensor: u32,
    #[rowkey(align = "1h", omit_none)]
    hour: Option<Timestamp>,
    #[column(dynamic, since(hour, unit = "1s"))]
    readings: Dynamic<u32, f64>,
}

/// One cell has one name.
#[derive(HTable)]
#[table("DLQX:NOT_DYNAMIC")]
#[family("D1")]
struct NotDynamic {
    #[rowkey]
    sensor: u32,
    #[rowkey(align = "1h")]
    hour: Timestamp,
    #[column(since(hour))]
    reading: f64,
}

#[derive(HTable)]
#[table("DLQX:UNITS")]
#[family("D1")]
struct Units {
    #[rowkey]
    sensor: u32,
    #[rowkey(align = "1h")]
    hour: Timestamp,
    #[column(dynamic, prefix = "a", since(hour, unit = "0s"))]
    none: Dynamic<u32, f64>,
    #[column(dynamic, prefix = "b", since(hour, unit = "fast"))]
    unknown: Dynamic<u32, f64>,
    #[column(dynamic, prefix = "c", since(hour, unit = "xms"))]
    no_number: Dynamic<u32, f64>,
    #[column(dynamic, prefix = "d", since(hour, unit = "8w"))]
    long: Dynamic<u32, f64>,
    #[column(dynamic, prefix = "e", since(hour, size = "1s"))]
    other: Dynamic<u32, f64>,
    #[column(dynamic, prefix = "f", since("hour"))]
    quoted: Dynamic<u32, f64>,
    #[column(dynamic, prefix = "g", since = "hour")]
    as_value: Dynamic<u32, f64>,
}

fn main() {}
