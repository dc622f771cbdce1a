use hbase_schema::{HTable, Timestamp};

#[derive(HTable)]
#[table("DLQX:EVENT_LOG")]
#[rowkey(separator = "_")]
#[family("D1")]
struct Event {
    #[rowkey]
    user: String,
    #[rowkey(text)]
    number: u32,
    #[rowkey(java, separator = "-")]
    level: i32,
    #[rowkey(fixed = 14, reverse_ts)]
    at: Timestamp,
    #[column(text)]
    weight: f64,
    size: i32,
}

fn main() {
    let _ = Event::WEIGHT.lt(0.5);
}
