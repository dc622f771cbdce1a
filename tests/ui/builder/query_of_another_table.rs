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

fn main() {
    fn events(_: impl hbase_schema::query::KeyQuery<Row = Event>) {}
    events(File::scan().all());
}
