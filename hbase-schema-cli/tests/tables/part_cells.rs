//! Cells in the encodings of key parts.

use hbase_schema::{HTable, TimeOfDay, Timestamp};

#[derive(HTable)]
#[table("SHOP:PART_CELLS")]
#[family("D1")]
struct Sale {
    #[rowkey]
    id: u32,
    #[column(part)]
    balance: i32,
    #[column(part(desc))]
    rank: Option<i64>,
    #[column(part(fixed = 6))]
    digits: u32,
    #[column(part(java))]
    java: i32,
    #[column(part(ordered))]
    price: Option<f64>,
    #[column(part(fixed = 4, pad_left = '0'))]
    code: String,
    #[column(part)]
    name: Option<String>,
    #[column(part)]
    paid: bool,
    #[column(part(format = "yyyyMMdd", truncate))]
    day: Timestamp,
    #[column(part(minute_of_day))]
    minute: TimeOfDay,
    #[column(part(reverse), store_none)]
    reversed: Option<String>,
}
