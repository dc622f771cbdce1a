//! Text and bytes after their length.

use hbase_schema::dynamic::Qualifier as _;
use hbase_schema::{HTable, KeyPart, Qualifier, RowKey, any, is_in};

use crate::support::assert_key;

#[derive(KeyPart, Debug, Clone, PartialEq)]
struct Name(String);

/// All kinds, a newtype, bytes, and values that are borrowed.
#[derive(HTable, Debug, Clone, PartialEq)]
#[table("DLQX:LENGTHS", allow(key_length))]
#[rowkey(salt = java_bytes(4), separator = "_")]
#[family("D1")]
struct Rows<'a> {
    #[rowkey(salt, length = u8, separator = none)]
    name: Name,
    #[rowkey(salt, length = u16)]
    bytes: &'a [u8],
    #[rowkey(length = varint, max = 300)]
    text: &'a str,
    #[rowkey(length = u16)]
    last: Box<str>,
    cents: u32,
}

/// Before parts of fixed width, and left out at the end.
#[derive(HTable, Debug, Clone, PartialEq)]
#[table("DLQX:LENGTHS_LAST")]
#[family("D1")]
struct Last {
    #[rowkey]
    id: u32,
    #[rowkey(length = u16)]
    application: String,
    #[rowkey(java)]
    kind: i16,
    #[rowkey(length = varint, omit_none)]
    note: Option<String>,
    #[rowkey(length = u8, omit_none)]
    bytes: Option<Vec<u8>>,
    cents: u32,
}

#[derive(Qualifier, Debug, Clone, PartialEq)]
struct Call {
    #[qualifier(java)]
    kind: i16,
    #[qualifier(length = u16)]
    application: String,
    #[qualifier]
    host: String,
}

fn last(application: &str, note: Option<&str>, bytes: Option<&[u8]>) -> LastKey {
    LastKey {
        id: 1,
        application: application.into(),
        kind: 7,
        note: note.map(str::to_owned),
        bytes: bytes.map(<[u8]>::to_vec),
    }
}

#[test]
fn keys_have_these_bytes() {
    let key = RowsKey {
        name: Name("a_b".into()),
        bytes: b"_\0_",
        text: "",
        last: "é".into(),
    };
    let bytes = key.encode().expect("the key fits");
    assert_eq!(
        bytes.as_ref()[1..],
        *b"_\x03a_b\0\x03_\0__\0_\0\x02\xc3\xa9"
    );
    assert_eq!(RowsKey::decode(bytes.as_ref()).expect("a key"), key);
    assert_key(&last("ab", None, None), b"\0\0\0\x01\0\x02ab\0\x07");
    assert_key(&last("", Some(""), None), b"\0\0\0\x01\0\0\0\x07\0");
    assert_key(
        &last("", Some("x"), Some(b"\0\xff")),
        b"\0\0\0\x01\0\0\0\x07\x01x\x02\0\xff",
    );
    let long = "x".repeat(200);
    let key = last("", Some(&long), None).encode().expect("the key fits");
    assert_eq!(key.as_ref()[8..12], *b"\x8f\xc8xx");
}

#[test]
fn values_that_do_not_fit_the_length_are_errors() {
    let long = "x".repeat(256);
    let key = RowsKey {
        name: Name(long.clone()),
        bytes: b"",
        text: "",
        last: "".into(),
    };
    let error = key.encode().expect_err("over 255 bytes").to_string();
    assert!(error.contains("part `name`"), "{error}");
    assert!(
        error.contains("found 256 bytes, expected at most 255"),
        "{error}"
    );
    // The maximum counts the length, too.
    let key = |text| RowsKey {
        name: Name("a".into()),
        bytes: b"",
        text,
        last: "".into(),
    };
    let (fits, text) = ("x".repeat(297), "x".repeat(298));
    assert!(key(&fits).encode().is_ok());
    let error = key(&text).encode().expect_err("over 300 bytes").to_string();
    assert!(
        error.contains("part `text`") && error.contains("found 301 bytes"),
        "{error}"
    );
    let values = [
        1_u32.into(),
        "a".into(),
        1_i16.into(),
        "b".into(),
        vec![0; 256].into(),
    ];
    let error = LastKey::LAYOUT
        .encode(&values)
        .expect_err("over 255 bytes")
        .to_string();
    assert!(
        error.contains("bytes") && error.contains("at most 255"),
        "{error}"
    );
}

#[test]
fn other_bytes_are_errors() {
    for key in [
        // No length, half a length, no end of the value.
        &b"\0\0\0\x01"[..],
        b"\0\0\0\x01\0",
        b"\0\0\0\x01\0\x02a",
        b"\0\0\0\x01\0\x02ab\0",
        // No text, another spelling of a length, a negative length, and too many bytes.
        b"\0\0\0\x01\0\x01\xff\0\x07",
        b"\0\0\0\x01\0\0\0\x07\x8f\x01a",
        b"\0\0\0\x01\0\0\0\x07\xffa",
        b"\0\0\0\x01\0\0\0\x07\x01xy",
        b"\0\0\0\x01\0\0\0\x07\x01x\x01yz",
    ] {
        let error = LastKey::decode(key).expect_err("not a key").to_string();
        assert!(LastKey::LAYOUT.decode(key).is_err(), "{error}");
    }
}

#[test]
fn a_qualifier_has_a_length() {
    let call = Call {
        kind: 1010,
        application: "shop".into(),
        host: "h:80".into(),
    };
    let mut bytes = Vec::new();
    call.encode_qualifier(&mut bytes).expect("a qualifier");
    assert_eq!(bytes, b"\x03\xf2\0\x04shoph:80");
    assert_eq!(Call::decode_qualifier(&bytes).expect("a qualifier"), call);
}

#[tokio::test]
async fn scans_take_values() {
    let db = hbase_schema::connect("memory:").await.expect("a store");
    db.create_table::<Last>().await.expect("a new table");
    let applications = ["", "a", "aa", "b", "\0", "ab"];
    let rows = applications.iter().flat_map(|application| {
        [1, 2].map(|kind| Last {
            id: 1,
            application: (*application).into(),
            kind,
            note: None,
            bytes: Some(vec![]).filter(|_| false),
            cents: 1,
        })
    });
    db.put_many(rows.collect::<Vec<_>>()).await.expect("rows");
    for application in applications {
        let scan = Last::scan().id(1).application(application);
        let found = db.scan(scan).rows().collect().await.expect("rows");
        assert_eq!(found.len(), 2);
        assert!(found.iter().all(|row| row.application == application));
        let scan = Last::scan().id(any()).application(application).kind(2);
        assert_eq!(db.scan(scan).count().await.expect("a count"), 1);
        let scan = Last::scan()
            .id(1)
            .application(application)
            .kind(2)
            .note(None::<&str>);
        assert_eq!(db.scan(scan).count().await.expect("a count"), 1);
    }
    let scan = Last::scan().id(1).application(is_in(["a", "ab", "none"]));
    assert_eq!(db.scan(scan).count().await.expect("a count"), 4);
    assert_eq!(
        db.scan(Last::scan().id(1).application(..))
            .count()
            .await
            .expect("a count"),
        12
    );
}
