use hbase_schema::{HTable, Timestamp, prefix};

#[derive(HTable)]
#[table("DLQX:CALL_RECORD")]
#[rowkey(salt = region_number(6), separator = "_")]
#[family("D1")]
struct Call {
    #[rowkey(salt = last(4), fixed = 11)]
    phone: String,
    #[rowkey(salt = format("yyyyMM"), fixed = 14)]
    at: Timestamp,
    #[rowkey(text)]
    line: u32,
    duration_s: u32,
    #[column(json)]
    remark: Option<String>,
}

fn range_of_another_type() {
    let _ = Call::scan().phone("13812345678").at("20260101".."20260201");
}

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
    weight: f64,
    size: i32,
}

fn range_on_closed_text() {
    let _ = Event::scan().user("a".."b");
}

#[derive(HTable)]
#[table("DLQX:CALL_RECORD")]
#[family("D1")]
struct RangeOnPaddedText {
    #[rowkey(fixed = 8, pad_right = ' ')]
    name: String,
    #[rowkey(fixed = 4, pad_left = '0')]
    line: String,
    duration_s: u32,
}

fn range_on_padded_text() {
    let _ = RangeOnPaddedText::scan().name("ada".."bob");
    let _ = RangeOnPaddedText::scan().name("ada").line("7".."9");
}

fn range_on_signed_java() {
    let _ = Event::scan().user("ann").number(7).level(1..9);
}

#[derive(HTable)]
#[table("DLQX:CALL_RECORD")]
#[family("D1")]
struct RangeOnUnseparatedText {
    #[rowkey(unseparated)]
    city: String,
    #[rowkey(fixed = 8)]
    day: Timestamp,
    duration_s: u32,
}

fn range_on_unseparated_text() {
    let _ = RangeOnUnseparatedText::scan().city("A".."C");
}

fn prefix_on_a_time() {
    let _ = Call::scan().phone("13812345678").at(prefix("2026"));
}

fn prefix_on_text_digits() {
    let _ = Event::scan().user("ann").number(prefix("1"));
}

fn main() {}
