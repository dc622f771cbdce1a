use hbase_schema::{HTable, Timestamp};

#[derive(HTable)]
#[table("DLQX:TRADE_{yyyyMMdd}")]
#[family("D1")]
struct Key {
    #[table_date]
    #[rowkey]
    day: Timestamp,
    #[rowkey]
    account: u32,
    amount: i64,
}

#[derive(HTable)]
#[table("DLQX:TRADE_{yyyyMMdd}")]
#[family("D1")]
struct Cell {
    #[table_date]
    #[column("DAY")]
    day: Timestamp,
    #[rowkey]
    account: u32,
    amount: i64,
}

#[derive(HTable)]
#[table("DLQX:TRADE_{yyyyMMdd}")]
#[family("D1")]
struct Version {
    #[table_date]
    #[timestamp]
    day: Timestamp,
    #[rowkey]
    account: u32,
    amount: i64,
}

#[derive(HTable)]
#[table("DLQX:TRADE_{yyyyMMdd}")]
#[family("D1")]
struct Options {
    #[table_date(day)]
    day: Timestamp,
    #[table_date]
    second: Timestamp,
    #[rowkey]
    account: u32,
    amount: i64,
}

#[derive(HTable)]
#[table("DLQX:TRADE_{yyyyMMdd}")]
#[family("D1")]
#[table_date]
struct Outside {
    #[table_date]
    #[family("D1")]
    day: Timestamp,
    #[rowkey]
    account: u32,
    amount: i64,
}

fn main() {}
