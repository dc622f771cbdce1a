use hbase_schema::{Columns, HTable, Timestamp};

#[derive(HTable)]
#[table("DLQX:USER_RECORDS")]
#[family("INFO", versions = 400)]
struct Record {
    #[rowkey]
    user: u32,
    #[timestamp(day)]
    day: Timestamp,
    a: u32,
    #[column(flatten, prefix = "A_")]
    client: Client,
    #[column(flatten, prefix = "B_")]
    other: Option<Whole>,
    #[column(flatten, prefix = "C_")]
    whole: Whole,
}

#[derive(Columns)]
struct Client {
    agent: String,
    address: Option<String>,
}

#[derive(Columns)]
struct Whole {
    agent: String,
    #[column(store_none)]
    address: Option<String>,
}

fn main() {}
