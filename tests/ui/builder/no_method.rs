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
    weight: f64,
    size: i32,
}

fn all_after_a_part() {
    let _ = Event::scan().user("ann").all();
}

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

fn column_as_part() {
    let _ = Call::scan().duration_s(7);
}

fn part_not_there() {
    let _ = Event::scan().phone("13812345678");
}

#[derive(HTable)]
#[table("DLQX:FILE_STORE")]
#[rowkey(salt = md5_hex(4))]
#[family("D1")]
struct File {
    #[rowkey]
    owner: u64,
    #[rowkey(salt)]
    number: u64,
    size: u64,
}

fn salted_by_too_late() {
    let _ = File::scan().owner(7).salted_by(9);
}

#[derive(HTable)]
#[table("DLQX:TICK_STORE")]
#[rowkey(salt = random(16))]
#[family("D1")]
struct Tick {
    #[rowkey]
    at: Timestamp,
    price: u64,
}

fn salted_by_under_random() {
    let _ = Tick::scan().salted_by(Timestamp::from_millis(0));
}

fn salted_by_without_salt() {
    let _ = Event::scan().salted_by("ann");
}

fn salted_by_too_few() {
    let _ = Call::scan().salted_by("13812345678");
}

fn main() {}
