use hbase_schema::{HTable, Timestamp};

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

fn filter_for_another_table() {
    use hbase_schema::RowFilter;
    let _: RowFilter<Call> = Event::SIZE.lt(9);
}

fn two_tables() {
    let _ = Call::DURATION_S.gt(60) & Event::SIZE.lt(9);
}

fn value_of_a_wider_type() {
    let _ = Call::DURATION_S.gt(60_u64);
}

fn main() {}
