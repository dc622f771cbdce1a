//! Terminators, also after the last part, and descending text before one.

use std::fmt::Debug;
use std::ops::Bound;

use hbase_schema::key::DecodeKey;
use hbase_schema::query::KeyQuery;
use hbase_schema::table::{FixedName, FromRowOwned, Table, Writable};
use hbase_schema::{Connection, HTable, KeyPart, RowKey, any};

use crate::nul_ranges::{NAMES, bounds, expected};
use crate::support::assert_key;

#[derive(HTable, Debug, Clone, PartialEq)]
#[table("DLQX:TERMINATED", allow(hotspot))]
#[family("D1")]
struct Last {
    #[rowkey]
    kind: u8,
    #[rowkey(terminator = b"\0")]
    name: String,
    value: u8,
}

#[derive(HTable, Debug, Clone, PartialEq)]
#[table("DLQX:DESC_INNER", allow(hotspot))]
#[family("D1")]
struct DescInner {
    #[rowkey]
    kind: u8,
    #[rowkey(desc, terminator = b"\0")]
    name: String,
    #[rowkey]
    number: u8,
    value: u8,
}

#[derive(HTable, Debug, Clone, PartialEq)]
#[table("DLQX:DESC_LAST")]
#[rowkey(salt = buckets(3))]
#[family("D1")]
struct DescLast {
    #[rowkey]
    kind: u8,
    #[rowkey(desc, terminator = b"\0", salt)]
    name: Vec<u8>,
    value: u8,
}

#[derive(KeyPart, Debug, Clone, PartialEq)]
struct Name(String);

impl Name {
    fn as_str(&self) -> &str {
        &self.0
    }
}

/// Of a newtype, and generic.
#[derive(HTable, Debug, Clone, PartialEq)]
#[table("DLQX:DESC_NEWTYPE", allow(hotspot))]
#[family("D1")]
struct DescNewtype {
    #[rowkey]
    kind: u8,
    #[rowkey(desc, terminator = b"\0")]
    name: Name,
    value: u8,
}

/// A terminator of several bytes that are not text.
#[derive(HTable, Debug, Clone, PartialEq)]
#[table("DLQX:TWO_BYTES", allow(hotspot))]
#[rowkey(separator = b"\xfe")]
#[family("D1")]
struct TwoBytes {
    #[rowkey]
    first: String,
    #[rowkey(terminator = b"\xff\xfe")]
    name: String,
    value: u8,
}

trait Named:
    Table + Writable + FixedName + FromRowOwned + Debug + Clone + PartialEq + Sync + 'static
{
    fn of(name: &str, number: u8) -> Self;
    fn name(&self) -> &str;
}

macro_rules! named {
    ($($row:ident $(, $number:ident)?: $make:expr, $text:expr;)*) => {$(
        impl Named for $row {
            fn of(name: &str, number: u8) -> Self {
                let _ = number;
                Self { kind: 7, name: $make(name), $($number: number,)? value: 1 }
            }

            fn name(&self) -> &str {
                $text(&self.name)
            }
        }
    )*};
}

named! {
    Last: str::to_owned, String::as_str;
    DescInner, number: str::to_owned, String::as_str;
    DescLast: |name: &str| name.as_bytes().to_vec(), |name| str::from_utf8(name).expect("text");
    DescNewtype: |name: &str| Name(name.to_owned()), Name::as_str;
}

async fn store<T: Named>() -> Connection {
    let db = hbase_schema::connect("memory:").await.expect("a store");
    db.create_table::<T>().await.expect("a new table");
    for name in NAMES {
        for number in [0, 255] {
            db.put(&T::of(name, number)).await.expect("a row");
        }
    }
    db
}

/// The names of a scan's rows, each once.
async fn names<T: Named>(db: &Connection, scan: impl KeyQuery<Row = T>) -> Vec<String> {
    let rows = db.scan(scan).rows().collect().await.expect("rows");
    let mut names: Vec<_> = rows.iter().map(|row| row.name().to_owned()).collect();
    names.dedup();
    names
}

/// The names within the bounds, each once.
fn within(low: Bound<&str>, high: Bound<&str>) -> Vec<String> {
    let mut names: Vec<_> = expected((low, high))
        .into_iter()
        .map(str::to_owned)
        .collect();
    names.dedup();
    names
}

fn texts(low: Bound<&str>, high: Bound<&str>) -> (Bound<String>, Bound<String>) {
    (low.map(String::from), high.map(String::from))
}

/// Scans by all pairs of bounds. `has_order`: the scan returns its rows in descending order.
macro_rules! check_ranges {
    ($row:ident, $bounds:ident => $scan:expr, $has_order:expr) => {
        let db = store::<$row>().await;
        for low in bounds() {
            for high in bounds() {
                let $bounds = (low, high);
                let mut found = names::<$row>(&db, $scan).await;
                let mut expected = within(low, high);
                if $has_order {
                    expected.reverse();
                } else {
                    found.sort();
                }
                assert_eq!(found, expected, "{low:?} {high:?}");
            }
        }
    };
}

#[tokio::test]
async fn a_terminated_last_part_has_ranges() {
    check_ranges!(Last, b => Last::scan().kind(7).name(texts(b.0, b.1)), false);
    check_ranges!(Last, b => Last::scan().kind(any()).name(texts(b.0, b.1)), false);
}

#[tokio::test]
async fn descending_text_has_ranges() {
    check_ranges!(DescInner, b => DescInner::scan().kind(7).name(texts(b.0, b.1)), true);
    check_ranges!(DescInner, b => DescInner::scan().kind(any()).name(texts(b.0, b.1)), true);
}

#[tokio::test]
async fn descending_bytes_have_ranges() {
    check_ranges!(
        DescLast,
        b => DescLast::scan().kind(7).name((b.0.map(Vec::<u8>::from), b.1.map(Vec::<u8>::from))),
        true
    );
}

#[tokio::test]
async fn a_descending_newtype_has_ranges() {
    let name = |bound: Bound<&str>| bound.map(|name| Name(name.to_owned()));
    check_ranges!(DescNewtype, b => DescNewtype::scan().kind(7).name((name(b.0), name(b.1))), true);
}

#[tokio::test]
async fn a_name_is_not_one_that_it_starts() {
    let db = store::<DescInner>().await;
    for name in NAMES {
        let found = names(&db, DescInner::scan().kind(7).name(name)).await;
        assert_eq!(found, [name]);
    }
    let rows = db.scan(DescInner::scan().kind(7)).rows().collect().await;
    let rows: Vec<_> = rows
        .expect("rows")
        .iter()
        .map(|row| row.name.clone())
        .collect();
    let mut expected: Vec<_> = NAMES.iter().flat_map(|name| [*name, *name]).collect();
    expected.reverse();
    assert_eq!(rows, expected);
}

/// The same, of keys that are not complete without their last byte.
#[track_caller]
fn assert_terminated<K>(key: &K, bytes: &[u8])
where
    K: RowKey + PartialEq + Debug + for<'k> DecodeKey<'k>,
{
    assert_key(key, bytes);
    assert!(K::decode(&bytes[..bytes.len() - 1]).is_err());
}

#[test]
fn keys_have_these_bytes() {
    let name = || "ab".to_owned();
    let key = LastKey {
        kind: 7,
        name: name(),
    };
    assert_terminated(&key, b"\x07ab\0");
    let key = DescInnerKey {
        kind: 7,
        name: name(),
        number: 1,
    };
    assert_terminated(&key, b"\x07\x9e\x9d\xff\x01");
    let key = DescNewtypeKey {
        kind: 7,
        name: Name(name()),
    };
    assert_terminated(&key, b"\x07\x9e\x9d\xff");
    let key = DescNewtypeKey {
        kind: 7,
        name: Name(String::new()),
    };
    assert_terminated(&key, b"\x07\xff");
    let key = TwoBytesKey {
        first: name(),
        name: name(),
    };
    assert_terminated(&key, b"ab\xfeab\xff\xfe");
}

#[test]
fn a_value_cannot_contain_its_terminator() {
    let name = || "a\0b".to_owned();
    let error = LastKey {
        kind: 7,
        name: name(),
    }
    .encode()
    .expect_err("NUL");
    assert!(
        error
            .to_string()
            .contains(r#"found the separator "\0" in it"#),
        "{error}"
    );
    let error = DescInnerKey {
        kind: 7,
        name: name(),
        number: 0,
    }
    .encode();
    let error = error.expect_err("NUL").to_string();
    assert!(
        error.contains(r#"found the separator "\xFF" in it"#),
        "{error}"
    );
}
