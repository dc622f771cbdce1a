use hbase_schema::{Dynamic, HTable, Qualifier, Timestamp};

#[derive(Qualifier, Debug, PartialEq)]
struct Newest {
    #[qualifier(desc)]
    second: u16,
}

/// No number of these names holds the last second of an hour, in the order of time.
#[derive(HTable)]
#[table("DLQX:SMALL_NUMBERS")]
#[family("D1")]
struct SmallNumbers {
    #[rowkey]
    sensor: u32,
    #[rowkey(align = "1h")]
    hour: Timestamp,
    #[column(dynamic, prefix = "a", since(hour, unit = "1s"))]
    byte: Dynamic<u8, f64>,
    #[column(dynamic, prefix = "b", since(hour))]
    millis: Dynamic<u16, f64>,
    #[column(dynamic, prefix = "c", since(hour, unit = "1s"))]
    signed: Dynamic<i32, f64>,
    #[column(dynamic, prefix = "d", since(hour, unit = "1s"))]
    text: Dynamic<String, f64>,
    #[column(dynamic, prefix = "e", since(hour, unit = "1s"))]
    descending: Dynamic<Newest, f64>,
    #[column(dynamic, prefix = "f", since(hour, unit = "1s"))]
    enough: Dynamic<(u16, String), f64>,
}

fn main() {}
