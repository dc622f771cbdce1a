//! Columns whose names are bytes.

use hbase_schema::{Columns, HTable};

#[derive(HTable, Debug, Clone, PartialEq)]
#[table("SHOP:VISITS", naming = hbase)]
#[family("0")]
struct Visit<T> {
    #[rowkey]
    id: u64,
    #[column(b"\0\0\0\0", default)]
    row: String,
    #[column(b"\x80\x0B")]
    amount: T,
    #[column(rename = b"\x80\x0C", json)]
    tags: Vec<u8>,
    #[column(b"\x80\x0D", store_none)]
    note: Option<String>,
    #[column(br"\x80\x0B")]
    escaped: Option<String>,
    #[column(flatten, prefix = b"\x81")]
    place: Place,
}

#[derive(Columns, Debug, Clone, PartialEq)]
#[columns(naming = hbase)]
struct Place {
    #[column(b"\x0B")]
    city: Option<String>,
}

#[test]
fn rows() {
    super::round_trip(&Visit::<u32> {
        id: 1,
        row: "x".into(),
        amount: 5,
        tags: vec![1, 2],
        note: None,
        escaped: Some("text".into()),
        place: Place {
            city: Some("Lyon".into()),
        },
    });
}
