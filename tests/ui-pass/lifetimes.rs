//! Rows that borrow.

use std::borrow::Cow;

use hbase_schema::{HTable, RowKey};

#[derive(HTable, Debug, Clone, PartialEq)]
#[table("DLQX:CALL_RECORD")]
#[rowkey(separator = "_")]
#[family("D1")]
struct Borrowed<'a, 'b: 'a> {
    #[rowkey]
    user: &'a str,
    #[rowkey(fixed = 3)]
    code: Cow<'b, str>,
    #[rowkey]
    bytes: &'a [u8],
    text: &'b str,
    other: Option<&'a [u8]>,
    name: Cow<'a, str>,
}

#[test]
fn rows_borrow_from_what_they_are_read_from() {
    let row = Borrowed {
        user: "ann",
        code: "abc".into(),
        bytes: &[1, 2],
        text: "text",
        other: None,
        name: "name".into(),
    };
    let stored = super::stored(&row);
    let read: Borrowed<'_, '_> = hbase_schema::table::decode_row(&stored).unwrap();
    assert_eq!(read, row);
    let key = BorrowedKey::decode(stored.key()).unwrap();
    assert_eq!(key.user, "ann");
    assert!(Borrowed::scan().user("ann").ranges().is_ok());
}

#[derive(HTable, Debug, Clone, PartialEq)]
#[table("DLQX:CALL_RECORD")]
#[family("D1")]
struct OnlyCells<'a> {
    #[rowkey]
    id: u64,
    text: &'a str,
}

#[test]
fn keys_do_not_borrow_where_only_cells_do() {
    let row = OnlyCells { id: 1, text: "t" };
    let stored = super::stored(&row);
    assert_eq!(
        hbase_schema::table::decode_row::<OnlyCells<'_>>(&stored).unwrap(),
        row
    );
    let key: OnlyCellsKey = row.key();
    assert_eq!(super::bytes(&key), [0, 0, 0, 0, 0, 0, 0, 1]);
}

#[derive(HTable, Debug, Clone, PartialEq)]
#[table("DLQX:CALL_RECORD")]
#[family("D1")]
struct Mixed<'a, V: Clone, const N: usize>
where
    V: 'a,
{
    #[rowkey]
    digest: [u8; N],
    #[rowkey]
    user: &'a str,
    value: V,
}

#[test]
fn lifetimes_types_and_numbers_together() {
    let row = Mixed {
        digest: [1],
        user: "u",
        value: 7_u32,
    };
    let stored = super::stored(&row);
    assert_eq!(
        hbase_schema::table::decode_row::<Mixed<'_, u32, 1>>(&stored).unwrap(),
        row
    );
}
