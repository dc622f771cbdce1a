use hbase_schema::{HTable, Timestamp};

#[derive(HTable)]
#[table("DLQX:USER_RECORDS")]
#[family("INFO", versions = 400)]
struct Record {
    #[rowkey]
    user: u32,
    #[timestamp(day)]
    day: Option<Timestamp>,
    a: u32,
}

fn main() {}
