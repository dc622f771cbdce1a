//! Cells in the encodings of key parts, of any type that is a key part.

use hbase_schema::{CellValue, Columns, HTable, KeyPart};

#[derive(KeyPart, Debug, Clone, PartialEq)]
struct Cents(i64);

#[derive(KeyPart, CellValue, Debug, Clone, Copy, PartialEq)]
enum State {
    #[code = "N"]
    New,
}

type Maybe<T> = Option<T>;

#[derive(HTable, Debug, Clone, PartialEq)]
#[table("SHOP:PART_CELLS")]
#[family("D1")]
struct Sale<'a, T> {
    #[rowkey]
    id: u32,
    #[column(part)]
    generic: T,
    #[column(part(fixed = 4))]
    borrowed: &'a str,
    #[column(part(desc))]
    cents: Maybe<Cents>,
    #[column(part)]
    state: State,
    #[column("OTHER", part(java), default)]
    other: i32,
    #[column(part(reverse_labels = "."))]
    host: String,
    #[column(part(length = u16))]
    body: Vec<u8>,
    #[column(flatten)]
    group: Group,
}

#[derive(Columns, Debug, Clone, PartialEq)]
struct Group {
    #[column(part, store_none)]
    text: Option<String>,
}

#[test]
fn rows() {
    let row = Sale {
        id: 1,
        generic: -1_i64,
        borrowed: "four",
        cents: Some(Cents(5)),
        state: State::New,
        other: 3,
        host: "www.foo.com".into(),
        body: vec![7],
        group: Group { text: None },
    };
    let stored = super::stored(&row);
    let found = hbase_schema::table::decode_row::<Sale<'_, i64>>(&stored).unwrap();
    assert_eq!(found, row);
    assert_eq!(
        stored.value(b"D1", b"GENERIC"),
        Some(&[0x7f, 255, 255, 255, 255, 255, 255, 255][..])
    );
    assert_eq!(stored.value(b"D1", b"HOST"), Some(&b"com.foo.www"[..]));
    assert_eq!(stored.value(b"D1", b"BODY"), Some(&[0, 1, 7][..]));
}
