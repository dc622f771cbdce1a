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

fn part_after_a_prefix() {
    let _ = Call::scan()
        .phone(prefix("138"))
        .at(Timestamp::from_millis(0));
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

fn part_after_all() {
    let _ = Event::scan().all().user("ann");
}

fn part_twice() {
    let _ = Event::scan().user("ann").user("bob");
}

fn value_of_a_wider_type() {
    let _ = Event::scan().user("ann").number(7_u64);
}

fn main() {}
