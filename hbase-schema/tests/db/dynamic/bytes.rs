//! The bytes of qualifiers and values.

use std::collections::BTreeMap;

use hbase_schema::dynamic::Qualifier as _;
use hbase_schema::{HTable, Qualifier, Timestamp};

use super::{MailBox, Newest, connected, key};
use crate::support::assert_contains;

fn bytes<Q: hbase_schema::dynamic::Qualifier + PartialEq>(qualifier: &Q) -> Vec<u8> {
    let mut bytes = Vec::new();
    qualifier.encode_qualifier(&mut bytes).unwrap();
    assert_eq!(&Q::decode_qualifier(&bytes).unwrap(), qualifier);
    bytes
}

/// A sender of any length, then a number, then text up to the end.
#[derive(Qualifier, Debug, PartialEq)]
struct Sender {
    #[qualifier(ordered)]
    name: String,
    #[qualifier(desc)]
    size: u16,
    subject: String,
}

#[derive(Qualifier, Debug, PartialEq)]
#[qualifier(separator = "-")]
struct Day {
    #[qualifier(fixed = 8)]
    day: Timestamp,
    name: String,
}

#[test]
fn qualifiers_are_encoded_as_key_parts() {
    assert_eq!(bytes(&7_u32), [0, 0, 0, 7]);
    assert_eq!(bytes(&-1_i16), [0x7f, 0xff]);
    assert_eq!(bytes(&"ann".to_owned()), b"ann");
    assert_eq!(bytes(&[1_u8, 2]), [1, 2]);
    assert_eq!(bytes(&(1_u8, -1_i8, "x".to_owned())), b"\x01\x7fx");
    assert_eq!(bytes(&(1_u8, 2_u8, 3_u8, vec![4_u8, 5])), [1, 2, 3, 4, 5]);
    let at = Timestamp::from_millis(1_400_657_685_457);
    let newest = bytes(&Newest { at, number: 258 });
    let millis = (i64::MAX - 1_400_657_685_457).to_be_bytes();
    assert_eq!(newest, [&millis[..], &[1, 2]].concat());
    let sender = Sender {
        name: "bo".into(),
        size: 1,
        subject: "hi".into(),
    };
    assert_eq!(bytes(&sender), b"\x34bo\x00\xff\xfehi");
    let day = "2015-12-26T00:00:00Z".parse().unwrap();
    let name = "m1".to_owned();
    assert_eq!(bytes(&Day { day, name }), b"20151226-m1");
}

#[test]
fn the_layout_is_that_of_the_parts() {
    assert_eq!(Newest::LAYOUT.width(), Some(10));
    assert_eq!(<(u32, String)>::LAYOUT.width(), None);
    assert_eq!(<(u32, [u8; 3])>::LAYOUT.width(), Some(7));
    let names: Vec<_> = Sender::LAYOUT
        .parts
        .iter()
        .map(|part| &*part.name)
        .collect();
    assert_eq!(names, ["name", "size", "subject"]);
    assert!(Sender::LAYOUT.parts[1].desc);
    // The interpreter of layouts decodes what the derived code encodes.
    let at = Timestamp::from_millis(77);
    let decoded = Newest::LAYOUT
        .decode(&bytes(&Newest { at, number: 5 }))
        .unwrap();
    assert_eq!(decoded.parts.len(), 2);
    assert_eq!(decoded.parts[1], 5_u16.into());
}

#[test]
fn what_is_no_qualifier_is_an_error() {
    let short = <(u32, u32)>::decode_qualifier(&[0, 0, 0]).unwrap_err();
    assert_eq!(
        short.to_string(),
        "found 3 bytes for a part of the qualifier, expected 4"
    );
    assert!(<(u32, u32)>::decode_qualifier(&[0; 9]).is_err());
    assert!(<(u32, u32)>::decode_qualifier(&[0; 7]).is_err());
    assert!(String::decode_qualifier(&[0xff]).is_err());
    let long = Newest::decode_qualifier(&[0; 11]).unwrap_err();
    assert_contains(&long, "expected 10 bytes");
}

#[tokio::test]
async fn columns_are_cells_of_their_family() {
    let db = connected().await;
    let at = Timestamp::from_millis(5);
    db.mutate(&key("ann"))
        .put(MailBox::OWNER, "Ann".to_owned())
        .put_dynamic(MailBox::MAILS, (7, 1), "hello")
        .put_dynamic(MailBox::BY_TIME, Newest { at, number: 3 }, -2)
        .await
        .unwrap();
    let row = db.get_raw(&key("ann")).await.unwrap().unwrap();
    let cells: Vec<_> = row
        .cells()
        .map(|cell| (cell.family, cell.qualifier, cell.value))
        .collect();
    let newest = [&(i64::MAX - 5).to_be_bytes()[..], &[0, 3]].concat();
    let minus_two = (-2_i64).to_be_bytes();
    assert_eq!(
        cells,
        [
            (&b"DATA"[..], &b"OWNER"[..], &b"Ann"[..]),
            (b"DATA", b"m:\0\0\0\x07\0\0\0\x01", b"hello"),
            (b"INDEX", &newest, &minus_two),
        ]
    );
}

/// Fixed columns next to dynamic ones of a width that no fixed one has.
#[derive(HTable, Debug, Clone, PartialEq)]
#[table("DLQX:MAIL_BY_MD5")]
#[family("DATA")]
struct Hashed {
    #[rowkey]
    user: String,
    owner: String,
    #[column(dynamic, json)]
    mails: BTreeMap<[u8; 16], Vec<u32>>,
    #[column(dynamic, text)]
    counts: BTreeMap<[u8; 3], u64>,
}

#[tokio::test]
async fn columns_of_other_widths_are_no_dynamic_ones() {
    let db = hbase_schema::connect("memory:").await.unwrap();
    db.create_table::<Hashed>().await.unwrap();
    let row = Hashed {
        user: "ann".into(),
        owner: "Ann".into(),
        mails: (0..5).map(|n| ([n; 16], vec![n.into(), 7])).collect(),
        counts: (0..5).map(|n| (*b"abc", n)).chain([(*b"OWN", 1)]).collect(),
    };
    db.put(&row).await.unwrap();
    assert_eq!(db.get(&row.key()).await.unwrap().as_ref(), Some(&row));
    let found: BTreeMap<_, _> = db
        .dynamic(&row.key(), Hashed::MAILS)
        .stream()
        .collect()
        .await
        .unwrap();
    assert_eq!(found, row.mails);
    let page = db
        .dynamic(&row.key(), Hashed::COUNTS)
        .page(1)
        .await
        .unwrap();
    assert_eq!(page.items, [(*b"OWN", 1)]);
    assert_eq!(
        db.dynamic(&row.key(), Hashed::MAILS).count().await.unwrap(),
        5
    );
    let deleted = db.dynamic(&row.key(), Hashed::COUNTS).delete_range().await;
    assert_eq!(deleted.unwrap(), 2);
    let left = db.get(&row.key()).await.unwrap().unwrap();
    assert_eq!(
        left,
        Hashed {
            counts: BTreeMap::new(),
            ..row.clone()
        }
    );

    // Bytes of undeclared columns are not skipped.
    db.mutate(&row.key())
        .put_raw("DATA", b"12345", b"?")
        .await
        .unwrap();
    let error = db.get(&row.key()).await.unwrap_err();
    assert_contains(&error, "found the qualifier `12345` after the prefix");
}
