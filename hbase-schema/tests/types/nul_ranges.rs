//! Ranges of text and bytes before a NUL byte, which keeps their order.

use std::ops::Bound;

use hbase_schema::{Connection, HTable};

#[derive(HTable, Debug, Clone, PartialEq)]
#[table("DLQX:NUL_TEXT", allow(hotspot))]
#[family("D1")]
struct OfText {
    #[rowkey(separator = "\0")]
    name: String,
    #[rowkey]
    number: u8,
    value: u8,
}

#[derive(HTable, Debug, Clone, PartialEq)]
#[table("DLQX:NUL_BYTES")]
#[rowkey(salt = buckets(3))]
#[family("D1")]
struct OfBytes {
    #[rowkey]
    kind: u8,
    #[rowkey(separator = "\0", salt)]
    name: Vec<u8>,
    #[rowkey]
    number: u8,
    value: u8,
}

pub(crate) const NAMES: [&str; 8] = ["a", "a\u{1}", "ab", "b", "b~", "user1", "user10", "user2"];

const BOUNDS: [&str; 12] = [
    "",
    "a",
    "a\0",
    "a\0b",
    "a\u{1}",
    "aa",
    "ab",
    "b",
    "user1",
    "user1\u{1}",
    "user10",
    "z",
];

/// All bounds at a text.
pub(crate) fn bounds() -> Vec<Bound<&'static str>> {
    let included = BOUNDS.map(Bound::Included);
    let excluded = BOUNDS.map(Bound::Excluded);
    let mut bounds = [included, excluded].concat();
    bounds.push(Bound::Unbounded);
    bounds
}

async fn store() -> Connection {
    let db = hbase_schema::connect("memory:").await.expect("a store");
    db.create_table::<OfText>().await.expect("a new table");
    db.create_table::<OfBytes>().await.expect("a new table");
    for name in NAMES {
        for number in [0, 255] {
            let text = OfText {
                name: name.into(),
                number,
                value: 1,
            };
            let bytes = OfBytes {
                kind: 7,
                name: name.into(),
                number,
                value: 1,
            };
            db.put(&text).await.expect("a row");
            db.put(&bytes).await.expect("a row");
        }
    }
    db
}

pub(crate) fn expected(range: (Bound<&str>, Bound<&str>)) -> Vec<&'static str> {
    use std::ops::RangeBounds;
    let names = NAMES
        .into_iter()
        .filter(|name| RangeBounds::<&str>::contains(&range, name));
    names.flat_map(|name| [name, name]).collect()
}

#[tokio::test]
async fn a_range_of_texts_has_the_texts_between_its_bounds() {
    let db = store().await;
    for low in bounds() {
        for high in bounds() {
            let range = (low.map(String::from), high.map(String::from));
            let rows = db.scan(OfText::scan().name(range)).rows().collect().await;
            let rows = rows.unwrap_or_else(|error| panic!("{low:?} {high:?}: {error}"));
            let found: Vec<&str> = rows.iter().map(|row| &*row.name).collect();
            assert_eq!(found, expected((low, high)), "{low:?} {high:?}");
        }
    }
}

#[tokio::test]
async fn a_range_of_bytes_has_the_bytes_between_its_bounds() {
    let db = store().await;
    for low in bounds() {
        for high in bounds() {
            let range = (low.map(Vec::<u8>::from), high.map(Vec::<u8>::from));
            let scan = OfBytes::scan().kind(7).name(range);
            let rows = db.scan(scan).rows().collect().await;
            let rows = rows.unwrap_or_else(|error| panic!("{low:?} {high:?}: {error}"));
            let found: Vec<&[u8]> = rows.iter().map(|row| &*row.name).collect();
            let expected = expected((low, high)).into_iter().map(str::as_bytes);
            assert_eq!(found, expected.collect::<Vec<_>>(), "{low:?} {high:?}");
        }
    }
}
