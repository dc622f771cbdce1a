//! Qualifiers with fields of some bits.

use std::collections::BTreeMap;

use hbase_schema::dynamic::{OrderedQualifier, Qualifier as _};
use hbase_schema::{Dynamic, ErrorKind, HTable, Qualifier};
use proptest::prelude::*;

use crate::support::assert_contains;

/// Two bytes.
#[derive(Qualifier, Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Second {
    #[qualifier(bits = 12)]
    offset: u16,
    #[qualifier(bits = 1)]
    float: bool,
    #[qualifier(bits = 3)]
    length: u8,
}

/// Constant bits, other parts before and after, and two groups of bits.
#[derive(Qualifier, Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
#[qualifier(separator = "/")]
struct Mixed {
    name: String,
    #[qualifier(bits = 4, always = 0xF)]
    mark: (),
    #[qualifier(bits = 22)]
    r#ms: u32,
    #[qualifier(bits = 2, always = 0)]
    unused: (),
    #[qualifier(bits = 4)]
    flags: u8,
    #[qualifier(fixed = 3)]
    number: u16,
    #[qualifier(bits = 64)]
    all: u64,
}

#[derive(HTable, Debug, Clone, PartialEq)]
#[table("DLQX:BIT_NAMES")]
#[family("S")]
#[family("M")]
struct Points {
    #[rowkey]
    id: u32,
    #[family("S")]
    #[column(dynamic)]
    seconds: BTreeMap<Second, u8>,
    #[family("M")]
    #[column(dynamic)]
    mixed: Dynamic<Mixed, u8>,
}

const KEY: PointsKey = PointsKey { id: 1 };

const fn second(offset: u16, float: bool, length: u8) -> Second {
    Second {
        offset,
        float,
        length,
    }
}

fn mixed(name: &str, ms: u32, flags: u8, number: u16) -> Mixed {
    Mixed {
        name: name.into(),
        mark: (),
        ms,
        unused: (),
        flags,
        number,
        all: 7,
    }
}

fn bytes<Q: hbase_schema::dynamic::Qualifier>(qualifier: &Q) -> Vec<u8> {
    let mut bytes = Vec::new();
    qualifier.encode_qualifier(&mut bytes).unwrap();
    bytes
}

#[test]
fn bits_are_most_significant_first() {
    assert_eq!(bytes(&second(1, true, 3)), [0x00, 0x1B]);
    assert_eq!(bytes(&second(0xFFF, false, 7)), [0xFF, 0xF7]);
    let mixed = bytes(&mixed("a", 500, 11, 42));
    assert_eq!(mixed, *b"a/\xF0\0\x7D\x0B/042/\0\0\0\0\0\0\0\x07");
    assert_eq!(Second::LAYOUT.width(), Some(2));
    assert_eq!(Mixed::LAYOUT.parts[1].name, "ms_and_flags");
}

/// Names of variables in the generated code, and a keyword.
#[test]
fn fields_have_any_names() {
    #[derive(Qualifier, Debug, PartialEq)]
    struct Named {
        #[qualifier(bits = 8)]
        r#type: u8,
        before: u8,
        #[qualifier(bits = 4)]
        parts: u8,
        #[qualifier(bits = 4)]
        bits: u8,
        bytes: u8,
        #[qualifier(bits = 8)]
        out: u8,
    }

    let named = Named {
        r#type: 1,
        before: 2,
        parts: 3,
        bits: 4,
        bytes: 5,
        out: 6,
    };
    let written = bytes(&named);
    assert_eq!(written, [1, 2, 0x34, 5, 6]);
    assert_eq!(Named::decode_qualifier(&written).unwrap(), named);
}

#[test]
fn wrong_values_and_bytes_are_errors() {
    let mut out = Vec::new();
    let error = second(0x1000, false, 0)
        .encode_qualifier(&mut out)
        .unwrap_err();
    assert_contains(&error, "found 4096 in `offset`, expected at most 4095");
    let error = second(0, false, 8).encode_qualifier(&mut out).unwrap_err();
    assert_contains(&error, "found 8 in `length`, expected at most 7");
    assert!(out.is_empty());
    let found = Mixed::decode_qualifier(b"a/\xE0\0\x7D\x0B/042/\0\0\0\0\0\0\0\x07");
    assert_contains(
        &found.unwrap_err(),
        "found 0b1110 in the bits `mark`, expected 0b1111",
    );
    let found = Mixed::decode_qualifier(b"a/\xF0\0\x7D\x1B/042/\0\0\0\0\0\0\0\x07");
    assert_contains(
        &found.unwrap_err(),
        "found 0b1 in the bits `unused`, expected 0b0",
    );
    for wrong in [&b"\0"[..], b"\0\0\0"] {
        Second::decode_qualifier(wrong).unwrap_err();
    }
}

fn seconds() -> impl Strategy<Value = Second> {
    (0..0x1000_u16, any::<bool>(), 0..8_u8).prop_map(|(o, f, l)| second(o, f, l))
}

fn is_ordered<Q: OrderedQualifier>() {}

proptest! {
    #[test]
    fn qualifiers_return_and_sort_as_their_fields(one in seconds(), other in seconds()) {
        is_ordered::<Second>();
        let (a, b) = (bytes(&one), bytes(&other));
        prop_assert_eq!(Second::decode_qualifier(&a).unwrap(), one);
        prop_assert_eq!(a.cmp(&b), one.cmp(&other));
    }

    #[test]
    fn all_pairs_of_bytes_are_qualifiers(found in any::<[u8; 2]>()) {
        let decoded = Second::decode_qualifier(&found).unwrap();
        prop_assert_eq!(bytes(&decoded), found);
    }

    #[test]
    fn mixed_qualifiers_return_and_sort(
        one in ("[a-c]{1,3}", 0..1_u32 << 22, 0..16_u8, 0..1000_u16),
        other in ("[a-c]{1,3}", 0..1_u32 << 22, 0..16_u8, 0..1000_u16),
    ) {
        let [one, other] = [one, other].map(|(n, ms, f, number)| mixed(&n, ms, f, number));
        let (a, b) = (bytes(&one), bytes(&other));
        prop_assert_eq!(&Mixed::decode_qualifier(&a).unwrap(), &one);
        if one.name == other.name {
            prop_assert_eq!(a.cmp(&b), one.cmp(&other));
        }
    }
}

#[tokio::test]
async fn ranges_are_evaluated_by_the_server() {
    let db = hbase_schema::connect("memory:").await.unwrap();
    db.create_table::<Points>().await.unwrap();
    let all: BTreeMap<_, _> = (0..600).map(|n| (second(n, n % 2 == 1, 3), 1)).collect();
    let row = Points {
        id: 1,
        seconds: all,
        mixed: Dynamic::new(),
    };
    db.put(&row).await.unwrap();
    assert_eq!(db.get(&KEY).await.unwrap(), Some(row));
    let seconds = || db.dynamic(&KEY, Points::SECONDS);
    let range = second(10, false, 0)..second(20, false, 0);
    assert_eq!(seconds().range(range).count().await.unwrap(), 10);
    assert_eq!(seconds().get(second(11, true, 3)).await.unwrap(), Some(1));
    let error = seconds().get(second(5000, true, 3)).await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::InvalidRequest);
    assert_contains(&error, "found 5000 in `offset`");
    let at = mixed("a", 1, 2, 3);
    db.dynamic(&KEY, Points::MIXED).put(&at, 9).await.unwrap();
    let mixed = || db.dynamic(&KEY, Points::MIXED);
    assert_eq!(mixed().page(2).await.unwrap().items, [(at, 9)]);
    for (name, count) in [("a", 1), ("b", 0)] {
        let of_name = mixed().prefix((name.to_owned(),));
        assert_eq!(of_name.count().await.unwrap(), count);
    }
}
