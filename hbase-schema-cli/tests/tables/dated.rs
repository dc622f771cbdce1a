//! A table for each day, one for each month, and one for all time.

use hbase_schema::{HTable, Timestamp};

#[derive(HTable)]
#[table("DLQX:TRADE_{yyyyMMdd}")]
#[family("D1", compression = snappy)]
struct Trade {
    #[table_date]
    day: Timestamp,
    #[rowkey]
    account: u32,
    amount: i64,
}

#[derive(HTable)]
#[table("D{yyyy}:SALES_{MM}", splits = number_pipe(3), allow(name_length))]
#[rowkey(salt = region_number(3), separator = "_")]
#[family("D1")]
struct Sales {
    #[table_date]
    month: Timestamp,
    #[rowkey(salt)]
    product: String,
    sold: u32,
}

#[derive(HTable)]
#[table("DLQX:ACCOUNTS")]
#[family("D1")]
struct Account {
    #[rowkey]
    account: u32,
    name: String,
}
