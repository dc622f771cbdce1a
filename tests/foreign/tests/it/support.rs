//! A row compared with another project's bytes.

use std::fmt::Debug;

use hbase_schema::key::DecodeKey;
use hbase_schema::model::{CellBlock, CellKind, CellRef, Row};
use hbase_schema::table::{FromRow, Table, decode_row, encode_row};
use hbase_schema::{Connection, RowKey, connect};

/// A cell as the other project writes it: its family, qualifier and value.
pub(crate) type ForeignCell<'a> = (&'a str, &'a [u8], &'a [u8]);

/// The row is written as this key and these cells, and it is read back from them.
///
/// The cells are in `HBase`'s order: by family, then by qualifier.
pub(crate) fn assert_row<T>(row: &T, key: &[u8], cells: &[ForeignCell<'_>])
where
    T: Table<Key: for<'k> DecodeKey<'k>> + for<'r> FromRow<'r> + PartialEq + Debug,
{
    let mut block = CellBlock::new();
    let encoded = encode_row(row, &mut block).expect("the row fits");
    assert_eq!(hex(encoded.as_ref()), hex(key));
    let mut written: Vec<_> = block.iter().map(|cell| printable(&cell)).collect();
    written.sort();
    let foreign = foreign_row(key, cells);
    let mut expected: Vec<_> = foreign.cells().map(|cell| printable(&cell)).collect();
    expected.sort();
    assert_eq!(written, expected);
    assert_eq!(&decode_row::<T>(&foreign).expect("it is a row"), row);
    assert_key::<T::Key>(key);
}

/// The bytes are a key, which is written as the same bytes.
pub(crate) fn assert_key<K: RowKey + for<'k> DecodeKey<'k>>(bytes: &[u8]) {
    let key = K::decode(bytes).expect("it is a key");
    let written = key.encode().expect("the key fits");
    assert_eq!(hex(written.as_ref()), hex(bytes));
}

/// A store in memory with the table of `T`.
pub(crate) async fn store<T: hbase_schema::table::FixedName>() -> Connection {
    let db = connect("memory:").await.expect("a store");
    db.create_table::<T>().await.expect("a new table");
    db
}

/// A statement of `HBase`'s shell, without the line breaks and spaces that its author chose.
pub(crate) fn statement(text: &str) -> String {
    let words: Vec<_> = text.split_whitespace().collect();
    let line = words.join(" ");
    line.replace("{ ", "{").replace(" }", "}")
}

fn foreign_row(row: &[u8], cells: &[ForeignCell<'_>]) -> Row {
    let mut block = CellBlock::new();
    for &(family, qualifier, value) in cells {
        let (family, kind) = (family.as_bytes(), CellKind::Put);
        let cell = CellRef {
            row,
            family,
            qualifier,
            timestamp: 1,
            kind,
            value,
        };
        block.push(cell).expect("the cell fits");
    }
    Row::new(block.take()).expect("cells of one row")
}

fn printable(cell: &CellRef<'_>) -> (String, String, String) {
    let family = String::from_utf8_lossy(cell.family).into_owned();
    (family, hex(cell.qualifier), hex(cell.value))
}

fn hex(bytes: &[u8]) -> String {
    const_hex::encode(bytes)
}
