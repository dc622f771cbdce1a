use hbase_schema::{HTable};

#[derive(HTable)]
#[table("DLQX:USER_RECORDS")]
#[family("INFO", versions = 400)]
struct Record {
    #[rowkey]
    user: u32,
    #[timestamp(day)]
    day: i64,
    a: u32,
}

fn main() {}
