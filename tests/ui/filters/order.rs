use hbase_schema::{HTable, Timestamp};

#[derive(HTable)]
#[table("DLQX:EVENT_LOG")]
#[rowkey(separator = "_")]
#[family("D1")]
struct DecimalTextHasNoOrder {
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

fn decimal_text_has_no_order() {
    let _ = DecimalTextHasNoOrder::WEIGHT.lt(0.5);
}

#[derive(HTable)]
#[table("DLQX:EVENT_LOG")]
#[family("D1")]
struct PrefixOfANumber {
    #[rowkey]
    user: String,
    size: i32,
    raw: Vec<u8>,
}

fn prefix_of_a_number() {
    let _ = PrefixOfANumber::SIZE.starts_with("1");
    let _ = PrefixOfANumber::RAW.contains("a");
    let _ = PrefixOfANumber::SIZE.between(3);
}

fn main() {}
