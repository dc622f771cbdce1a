//! The bytes of keys.

use hbase_schema::query::KeyQuery;
use hbase_schema::{HTable, RowKey};

use super::tables::{
    OfNumbers, OfNumbersKey, OfText, OfTextKey, Salted, numbers, owned, round_trips, salted, store,
    texts,
};

#[tokio::test]
async fn rows_have_their_own_keys() {
    let (texts, numbers, salted) = (texts(), numbers(), salted());
    round_trips(&texts.iter().map(OfText::key).collect::<Vec<_>>());
    round_trips(&numbers.iter().map(OfNumbers::key).collect::<Vec<_>>());
    round_trips(&salted.iter().map(Salted::key).collect::<Vec<_>>());
    let db = store(&texts).await;
    for row in &texts {
        assert_eq!(db.get(&row.key()).await.expect("a row").as_ref(), Some(row));
    }
}

#[test]
fn keys_have_these_bytes() {
    let key = |a: Option<&str>, b: Option<&str>, c: Option<&str>| {
        let kind = "k".to_owned();
        let key = OfTextKey {
            kind,
            a: owned(a),
            b: owned(b),
            c: owned(c),
        };
        key.encode().expect("the key fits").as_ref().to_vec()
    };
    assert_eq!(key(None, None, None), b"k");
    assert_eq!(key(Some("a"), None, None), b"k\0a");
    assert_eq!(key(Some("a"), Some("b"), None), b"k\0a\0\x9d\xff");
    assert_eq!(key(Some("a"), Some("b"), Some("c")), b"k\0a\0\x9d\xffc");
    assert_eq!(key(None, Some("b"), None), b"k\0\0\x9d\xff");
    // A NUL byte ends descending text without a value, as in Phoenix.
    assert_eq!(key(Some("a"), None, Some("c")), b"k\0a\0\0c");
    assert_eq!(key(None, None, Some("c")), b"k\0\0\0c");
}

#[test]
fn values_that_would_be_read_otherwise_are_errors() {
    let kind = "k".to_owned();
    let key = OfTextKey {
        kind,
        a: Some(String::new()),
        b: None,
        c: None,
    };
    let error = key.encode().expect_err("an empty text").to_string();
    assert!(error.contains("would be read as `None`"), "{error}");
    let key = OfNumbersKey {
        kind: 7,
        name: "n".into(),
        a: None,
        b: Some(1),
    };
    let error = key.encode().expect_err("no `a`").to_string();
    let expected = "part `a` = None: expected a value, because `b` after it has one";
    assert!(error.contains(expected), "{error}");
    for bytes in [&b"k\0"[..], b"k\0a\0", b"k\0\0", b"k\0\0\x9d", b"k\0a\0\0"] {
        let error = OfTextKey::decode(bytes)
            .expect_err("not canonical")
            .to_string();
        assert!(error.contains("found"), "{error}");
        assert!(OfTextKey::LAYOUT.decode(bytes).is_err());
    }
    let error = OfTextKey::decode(b"k\0").expect_err("a separator at the end");
    assert!(
        error
            .to_string()
            .contains("found a separator at the end of the key"),
        "{error}"
    );
}

/// `OrderedBytes` mark their own end, so nothing marks a text that has no value.
#[derive(HTable, Debug, Clone, PartialEq)]
#[table("DLQX:OMITTED_ORDERED", allow(hotspot))]
#[rowkey(separator = "\0")]
#[family("D1")]
struct Ordered {
    #[rowkey]
    kind: String,
    #[rowkey(omit_none, ordered)]
    a: Option<String>,
    #[rowkey(omit_none, ordered)]
    b: Option<i32>,
    value: u8,
}

#[test]
fn a_part_that_marks_its_end_needs_a_value_before_others() {
    let key = |a: Option<&str>, b| OrderedKey {
        kind: "k".into(),
        a: owned(a),
        b,
    };
    let keys = [
        key(None, None),
        key(Some(""), None),
        key(Some("a"), None),
        key(Some("a"), Some(1)),
    ];
    round_trips(&keys);
    let error = key(None, Some(1)).encode().expect_err("no `a`").to_string();
    assert!(error.contains("`b` after it has one"), "{error}");
}

/// Descending bytes that start with FF look like the terminator of `None`.
#[derive(HTable, Debug, Clone, PartialEq)]
#[table("DLQX:OMITTED_BYTES", allow(hotspot))]
#[family("D1")]
struct OfBytes {
    #[rowkey]
    kind: u8,
    #[rowkey(omit_none, desc, terminator = b"\0")]
    a: Option<Vec<u8>>,
    #[rowkey(omit_none)]
    b: Option<u8>,
    value: u8,
}

#[test]
fn descending_bytes_cannot_start_with_ff() {
    let key = |a: Option<&[u8]>, b| OfBytesKey {
        kind: 7,
        a: a.map(<[u8]>::to_vec),
        b,
    };
    round_trips(&[
        key(None, None),
        key(None, Some(0)),
        key(Some(&[1]), None),
        key(Some(&[1, 255]), Some(1)),
    ]);
    let wrong = key(Some(&[255, 1]), Some(1));
    let error = wrong.encode().expect_err("FF").to_string();
    assert!(error.contains("starts with a byte FF"), "{error}");
    let scan = OfBytes::scan().kind(7).a(Some(vec![255]));
    let error = scan.into_ranges().expect_err("FF").to_string();
    assert!(error.contains("starts with a byte FF"), "{error}");
    let values = [7_u8.into(), vec![255, 1].into(), 1_u8.into()];
    let error = OfBytesKey::LAYOUT
        .encode(&values)
        .expect_err("FF")
        .to_string();
    assert!(error.contains("does not start with a byte FF"), "{error}");
}
