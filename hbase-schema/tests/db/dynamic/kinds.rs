//! An enum of kinds of qualifiers in one family.

use std::collections::BTreeMap;

use hbase_schema::dynamic::Qualifier as _;
use hbase_schema::{Dynamic, ErrorKind, HTable, Qualifier};
use proptest::prelude::*;

use crate::support::assert_contains;

#[derive(Qualifier, Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Second {
    #[qualifier(bits = 12)]
    offset: u16,
    #[qualifier(bits = 4)]
    flags: u8,
}

#[derive(Qualifier, Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Milli {
    #[qualifier(bits = 4, always = 0xF)]
    mark: (),
    #[qualifier(bits = 22)]
    offset: u32,
    #[qualifier(bits = 2, always = 0)]
    unused: (),
    #[qualifier(bits = 4)]
    flags: u8,
}

/// Of any length, with a mark.
#[derive(Qualifier, Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Note {
    #[qualifier(bits = 8, always = 1)]
    mark: (),
    name: String,
}

#[derive(Qualifier, Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
enum Marked {
    Milli(Milli),
    Note(Note),
}

#[derive(Qualifier, Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
enum Name {
    Eight(u64),
    Milli(Milli),
    Other(Vec<u8>),
}

/// The length of a value in its name, or any bytes.
mod sized {
    use super::{Milli, Name};

    pub(super) fn encode(name: &Name, value: &[u8], out: &mut Vec<u8>) -> Result<(), String> {
        check(name, value.len())?;
        out.extend_from_slice(value);
        Ok(())
    }

    pub(super) fn decode(name: &Name, bytes: &[u8]) -> Result<Vec<u8>, String> {
        check(name, bytes.len())?;
        Ok(bytes.to_vec())
    }

    fn check(name: &Name, len: usize) -> Result<(), String> {
        match name {
            Name::Milli(Milli { flags, .. }) if len != usize::from(*flags) => {
                Err(format!("found {len} bytes, expected {flags}"))
            }
            _ => Ok(()),
        }
    }
}

#[derive(HTable, Debug, Clone, PartialEq)]
#[table("DLQX:KINDS_OF_NAMES")]
#[family("D")]
struct Points {
    #[rowkey]
    id: u32,
    #[column(dynamic, prefix = "p", with_name = sized)]
    named: BTreeMap<Name, Vec<u8>>,
    #[column(dynamic, prefix = "m")]
    marked: Dynamic<Marked, u8>,
}

const KEY: PointsKey = PointsKey { id: 1 };

const fn milli(offset: u32, flags: u8) -> Milli {
    Milli {
        mark: (),
        offset,
        unused: (),
        flags,
    }
}

fn bytes<Q: hbase_schema::dynamic::Qualifier>(qualifier: &Q) -> Vec<u8> {
    let mut bytes = Vec::new();
    qualifier.encode_qualifier(&mut bytes).unwrap();
    bytes
}

#[test]
fn bytes_select_the_kind() {
    let decoded = |bytes: &[u8]| Name::decode_qualifier(bytes).unwrap();
    assert_eq!(decoded(&[0; 8]), Name::Eight(0));
    assert_eq!(decoded(&[0xF0, 0, 0x40, 2]), Name::Milli(milli(0x100, 2)));
    assert_eq!(
        decoded(&[0xE0, 0, 0x40, 2]),
        Name::Other(vec![0xE0, 0, 0x40, 2])
    );
    assert_eq!(decoded(b"abc"), Name::Other(b"abc".to_vec()));
    let note = Note {
        mark: (),
        name: "abc".into(),
    };
    assert_eq!(
        Marked::decode_qualifier(b"\x01abc").unwrap(),
        Marked::Note(note)
    );
    let error = Marked::decode_qualifier(b"\x02abc").unwrap_err();
    assert_contains(
        &error,
        r"found 4 bytes `\x02abc`, expected the length and the first bits of a kind: one of Milli, Note",
    );
    // Of a kind, and wrong.
    let error = Name::decode_qualifier(&[0xF0, 0, 0, 0x12]).unwrap_err();
    assert_contains(&error, "in the bits `unused`");
}

#[test]
fn the_last_kind_does_not_take_the_bytes_of_others() {
    let mut out = b"p".to_vec();
    let error = Name::Other(vec![0xF0, 0, 0, 0])
        .encode_qualifier(&mut out)
        .unwrap_err();
    assert_contains(
        &error,
        r"found the bytes `\xF0\x00\x00\x00` in the kind `Other`",
    );
    assert_contains(&error, "those of the kind `Milli`");
    Name::Other(vec![7; 8])
        .encode_qualifier(&mut out)
        .unwrap_err();
    assert_eq!(out, b"p");
    Name::Other(vec![7; 9]).encode_qualifier(&mut out).unwrap();
}

#[test]
fn the_layout_is_one_part() {
    assert_eq!(Name::LAYOUT.width(), None);
    assert_eq!(Marked::LAYOUT.parts.len(), 1);
    assert!(format!("{:?}", Marked::LAYOUT).contains("one of Milli, Note"));
}

/// Kinds of one width have a width together, even within another enum.
#[test]
fn kinds_of_one_width_have_it() {
    #[derive(Qualifier, Debug)]
    enum Four {
        Milli(Milli),
        Other(OtherFour),
    }

    #[derive(Qualifier, Debug)]
    struct OtherFour {
        #[qualifier(bits = 4, always = 0xE)]
        mark: (),
        #[qualifier(bits = 28)]
        number: u32,
    }

    #[derive(Qualifier, Debug)]
    enum Nested {
        Second(Second),
        Four(Four),
    }

    assert_eq!(Four::LAYOUT.width(), Some(4));
    assert_eq!(Nested::LAYOUT.width(), None);
    let nested = Nested::decode_qualifier(&[0xE0, 0, 0, 7]).unwrap();
    assert!(matches!(
        nested,
        Nested::Four(Four::Other(OtherFour { number: 7, .. }))
    ));
    let second = Nested::Second(Second {
        offset: 0xFFF,
        flags: 15,
    });
    assert_eq!(bytes(&second), [0xFF, 0xFF]);
    Nested::decode_qualifier(&[0xD0, 0, 0, 7]).unwrap_err();
}

fn names() -> impl Strategy<Value = Name> {
    prop_oneof![
        any::<u64>().prop_map(Name::Eight),
        (0..1_u32 << 22, 0..16_u8).prop_map(|(offset, flags)| Name::Milli(milli(offset, flags))),
        prop::collection::vec(any::<u8>(), 1..10).prop_map(Name::Other),
    ]
}

proptest! {
    #[test]
    fn qualifiers_return_or_are_errors(name in names()) {
        let mut bytes = Vec::new();
        let is_encoded = name.encode_qualifier(&mut bytes).is_ok();
        let is_others = match &name {
            Name::Other(found) => found.len() == 8 || found.len() == 4 && found[0] >> 4 == 15,
            Name::Eight(_) | Name::Milli(_) => false,
        };
        prop_assert_eq!(is_encoded, !is_others);
        if is_encoded {
            prop_assert_eq!(Name::decode_qualifier(&bytes).unwrap(), name);
        }
    }

    #[test]
    fn bytes_return_or_are_errors(found in prop::collection::vec(any::<u8>(), 1..10)) {
        if let Ok(name) = Name::decode_qualifier(&found) {
            prop_assert_eq!(bytes(&name), found);
        }
    }
}

#[tokio::test]
async fn calls_know_the_kind_of_each_column() {
    let db = hbase_schema::connect("memory:").await.unwrap();
    db.create_table::<Points>().await.unwrap();
    let named = BTreeMap::from([
        (Name::Eight(7), vec![1; 3]),
        (Name::Milli(milli(500, 2)), vec![2; 2]),
        (Name::Other(b"x".to_vec()), vec![]),
    ]);
    let row = Points {
        id: 1,
        named,
        marked: Dynamic::new(),
    };
    db.put(&row).await.unwrap();
    assert_eq!(db.get(&KEY).await.unwrap().as_ref(), Some(&row));
    let points = || db.dynamic(&KEY, Points::NAMED);
    assert_eq!(points().count().await.unwrap(), 3);
    let mut page = points().page(5).await.unwrap().items;
    page.sort();
    assert_eq!(page, row.named.into_iter().collect::<Vec<_>>());
    let wrong = points().put(Name::Milli(milli(501, 3)), vec![2; 2]);
    let error = wrong.await.unwrap_err();
    assert_contains(&error, "found 2 bytes, expected 3");
    let error = points()
        .put(Name::Other(vec![0; 8]), vec![])
        .await
        .unwrap_err();
    assert_eq!(error.kind(), ErrorKind::InvalidRequest);
    assert_contains(&error, "those of the kind `Eight`");
}
