//! Traits and conversions of key structs, apart from encoding.

#![allow(
    missing_docs,
    reason = "the derive makes public items of the tests' tables"
)]

use std::collections::HashMap;
use std::hash::Hash;

use hbase_schema::{HTable, Timestamp};

#[derive(HTable, Debug, Clone, PartialEq)]
#[table("DLQX:CALL_RECORD")]
#[rowkey(salt = region_number(6), separator = "_")]
#[family("D1")]
struct Call {
    #[rowkey(salt = last(4), fixed = 11)]
    phone: String,
    #[rowkey(salt = format("yyyyMM"), fixed = 14)]
    at: Timestamp,
    n: u32,
}

/// One part, binary.
#[derive(HTable, Debug)]
#[table("DLQX:PLAIN_ROWS")]
#[family("D1")]
struct Plain {
    #[rowkey]
    id: u32,
    n: u32,
}

/// A part that has no `Eq` and no `Hash`.
#[derive(HTable, Debug)]
#[table("DLQX:FLOAT_ROWS")]
#[family("D1")]
struct Measured {
    #[rowkey]
    at: f64,
    n: u32,
}

#[derive(HTable, Debug)]
#[table("DLQX:DRAWN_ROWS")]
#[rowkey(salt = round_robin(8), separator = "_")]
#[family("D1")]
struct Drawn {
    #[rowkey]
    user: String,
    n: u32,
}

/// Any text for a part, borrowed or not.
#[derive(HTable, Debug)]
#[table("DLQX:BORROWED_ROWS")]
#[family("D1")]
struct Borrowed<'a, T> {
    #[rowkey(fixed = 4)]
    id: T,
    #[rowkey]
    name: &'a str,
    n: u32,
}

/// The key itself requires two of the traits.
#[derive(HTable, Debug)]
#[table("DLQX:DERIVED_ROWS")]
#[rowkey(derive(Eq, Hash))]
#[family("D1")]
struct Derived {
    #[rowkey]
    id: u32,
    n: u32,
}

fn hashes<K: Eq + Hash + Clone>(key: &K) -> bool {
    let counted = HashMap::from([(key.clone(), 1)]);
    counted.get(key) == Some(&1)
}

fn call() -> Result<CallKey, hbase_schema::time::ParseTimeError> {
    let at = "2015-12-26T12:24:00Z".parse()?;
    Ok(CallKey {
        phone: "13812345678".to_owned(),
        at,
    })
}

#[test]
fn keys_are_found_in_maps() {
    assert!(hashes(&call().unwrap()));
    assert!(hashes(&PlainKey { id: 7 }));
    assert!(hashes(&DerivedKey { id: 7 }));
    assert!(hashes(&BorrowedKey {
        id: 7_u32,
        name: "x"
    }));
    // Equal keys that were made separately have equal hashes.
    let mut map = HashMap::from([(call().unwrap(), 1)]);
    assert_eq!(map.insert(call().unwrap(), 2), Some(1));
    assert_eq!(MeasuredKey { at: 0.5 }, MeasuredKey { at: 0.5 });
}

#[test]
fn keys_print_as_the_shell_prints_them() {
    let key = call().unwrap();
    assert_eq!(key.to_string(), "1_13812345678_20151226122400");
    assert_eq!(PlainKey { id: 0x41_00_ff_5c }.to_string(), r"A\x00\xFF\x5C");
    assert_eq!(format!("{:>8}|", PlainKey { id: 0x6162_6364 }), "    abcd|");
    assert_eq!(
        DrawnKey {
            user: "ann".to_owned()
        }
        .to_string(),
        "*_ann"
    );
    let short = CallKey {
        phone: "138".to_owned(),
        ..key
    };
    let shown = short.to_string();
    assert!(
        shown.starts_with("(no row key: Call") && shown.contains("\"138\""),
        "{shown}"
    );
}

#[test]
fn keys_are_made_of_their_parts() {
    let key = call().unwrap();
    assert_eq!(CallKey::from((key.phone.clone(), key.at)), key);
    assert_eq!(PlainKey::from(7), PlainKey { id: 7 });
    assert_eq!(PlainKey::from((7,)), PlainKey { id: 7 });
    assert_eq!(
        BorrowedKey::from((7_u32, "x")),
        BorrowedKey { id: 7, name: "x" }
    );
}

/// Parts that mark their own end, before a separator.
#[derive(HTable, Debug, Clone, PartialEq)]
#[table("DLQX:ORDERED_ROWS")]
#[rowkey(separator = "_")]
#[family("D1")]
struct Ordered {
    #[rowkey(ordered)]
    name: String,
    #[rowkey(ordered, desc)]
    hash: [u8; 4],
    #[rowkey]
    rest: String,
    n: u32,
}

#[test]
fn a_part_that_marks_its_own_end_may_contain_the_separator() {
    for hash in [*b"_a__", *b"\xa0\xa0\xff\0"] {
        let key = OrderedKey {
            name: "user_1_".into(),
            hash,
            rest: "a_b".into(),
        };
        let bytes = hbase_schema::RowKey::encode(&key).expect("a key");
        assert!(bytes.starts_with(b"\x34user_1_\0_"));
        let decoded = <OrderedKey as hbase_schema::RowKey>::decode(&bytes);
        assert_eq!(decoded.expect("its parts"), key);
    }
    let scan = Ordered::scan().name("user_1_");
    assert_eq!(scan.ranges().expect("ranges").as_slice().len(), 1);
}
