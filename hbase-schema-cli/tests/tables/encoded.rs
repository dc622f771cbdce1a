//! A table of Phoenix with encoded columns: names that are not text.

use hbase_schema::{Columns, HTable};

#[derive(HTable)]
#[table("SHOP:VISITS_ENCODED", naming = hbase)]
#[family("0")]
struct Encoded {
    #[rowkey]
    id: i64,
    #[column(b"\0\0\0\0")]
    row: Option<String>,
    #[column(b"\x80\x0B")]
    amount: u32,
    #[column(r"\x80")]
    backslash: Option<String>,
    plain: Option<String>,
    #[column(flatten, prefix = b"\x81")]
    place: Place,
}

#[derive(Columns)]
#[columns(naming = hbase)]
struct Place {
    #[column(b"\x0B")]
    city: Option<String>,
}
