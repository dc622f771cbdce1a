use hbase_schema::HTable;

#[derive(HTable)]
#[table("DLQX:EVENT_LOG")]
#[family("D1")]
struct Event {
    #[rowkey]
    user: String,
    size: i32,
    raw: Vec<u8>,
}

fn main() {
    let _ = Event::SIZE.starts_with("1");
    let _ = Event::RAW.contains("a");
    let _ = Event::SIZE.between(3);
}
