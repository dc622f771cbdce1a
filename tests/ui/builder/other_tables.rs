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

fn cost_of_another_kind() {
    use hbase_schema::query::{KeyQuery, Point};
    fn one(_: impl KeyQuery<Cost = Point>) {}
    one(Call::scan().phone("13812345678"));
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

fn query_of_another_table() {
    fn events(_: impl hbase_schema::query::KeyQuery<Row = Event>) {}
    events(File::scan().all());
}

fn key_of_another_table() {
    fn key(event: Event) -> FileKey {
        event.key()
    }
    let _ = key;
}

fn main() {}
