//! Parts that may be left out: `omit_none`.

use std::collections::BTreeSet;
use std::fmt::Debug;

use hbase_schema::key::DecodeKey;
use hbase_schema::query::{Cost, KeyQuery, Reversible};
use hbase_schema::table::{FixedName, FromRowOwned, Unindexed};
use hbase_schema::{Connection, HTable, RowKey, Timestamp, any, is_in};

/// As Phoenix writes them: text before a NUL byte, and descending text.
#[derive(HTable, Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
#[table("DLQX:OMITTED_TEXT", allow(hotspot))]
#[rowkey(separator = "\0")]
#[family("D1")]
struct OfText {
    #[rowkey]
    kind: String,
    #[rowkey(omit_none)]
    a: Option<String>,
    #[rowkey(omit_none, desc, terminator = b"\0")]
    b: Option<String>,
    #[rowkey(omit_none)]
    c: Option<String>,
    value: u8,
}

/// Numbers, of which each needs the one before; components of Kiji are such.
#[derive(HTable, Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
#[table("DLQX:OMITTED_NUMBERS", allow(hotspot))]
#[family("D1")]
struct OfNumbers {
    #[rowkey]
    kind: u8,
    #[rowkey(terminator = b"\0")]
    name: String,
    #[rowkey(omit_none)]
    a: Option<i32>,
    #[rowkey(omit_none)]
    b: Option<i64>,
    value: u8,
}

/// With a salt of all parts.
#[derive(HTable, Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
#[table("DLQX:OMITTED_SALTED", splits = per_bucket)]
#[rowkey(salt = java_bytes(4, abs))]
#[family("D1")]
struct Salted {
    #[rowkey(salt, separator = "\0")]
    kind: String,
    #[rowkey(salt, omit_none, separator = "\0")]
    a: Option<String>,
    #[rowkey(salt, omit_none, desc, terminator = b"\0")]
    b: Option<String>,
    value: u8,
}

const TEXTS: [Option<&str>; 5] = [None, Some("\u{1}"), Some("m"), Some("m1"), Some("z")];

fn owned(text: Option<&str>) -> Option<String> {
    text.map(str::to_owned)
}

fn texts() -> Vec<OfText> {
    let mut rows = Vec::new();
    for kind in ["", "k", "k1", "l"] {
        for a in TEXTS {
            for b in TEXTS {
                for c in TEXTS {
                    let (a, b, c) = (owned(a), owned(b), owned(c));
                    let kind = kind.to_owned();
                    rows.push(OfText {
                        kind,
                        a,
                        b,
                        c,
                        value: 1,
                    });
                }
            }
        }
    }
    // HBase has no empty key.
    rows.retain(|row| {
        *row != OfText {
            kind: String::new(),
            a: None,
            b: None,
            c: None,
            value: 1,
        }
    });
    rows
}

fn numbers() -> Vec<OfNumbers> {
    let mut rows = Vec::new();
    for kind in [0, 7, 255] {
        for name in ["", "n", "n1"] {
            for a in [None, Some(i32::MIN), Some(-1), Some(0), Some(i32::MAX)] {
                for b in [None, Some(i64::MIN), Some(0), Some(i64::MAX)] {
                    if a.is_some() || b.is_none() {
                        let name = name.to_owned();
                        rows.push(OfNumbers {
                            kind,
                            name,
                            a,
                            b,
                            value: 1,
                        });
                    }
                }
            }
        }
    }
    rows
}

fn salted() -> Vec<Salted> {
    let mut rows = Vec::new();
    for kind in ["k", "k1"] {
        for a in TEXTS {
            for b in TEXTS {
                let (a, b) = (owned(a), owned(b));
                rows.push(Salted {
                    kind: kind.to_owned(),
                    a,
                    b,
                    value: 1,
                });
            }
        }
    }
    rows
}

async fn store<T: Unindexed + FixedName + Sync>(rows: &[T]) -> Connection {
    let db = hbase_schema::connect("memory:").await.expect("a store");
    db.create_table::<T>().await.expect("a new table");
    db.put_many(rows).await.expect("rows");
    db
}

/// The scan returns the rows for which `holds`, also reversed, and counts them.
async fn check<R, Q>(db: &Connection, all: &[R], query: Q, holds: impl Fn(&R) -> bool)
where
    R: FixedName + FromRowOwned + Debug + Clone + Ord + Send + Sync + 'static,
    Q: KeyQuery<Row = R> + Clone + Debug,
    <Q::Cost as Cost>::Order: Reversible,
{
    let rows = check_ascending(db, all, query.clone(), holds).await;
    let reversed = db.scan(query.clone()).reversed().rows().collect().await;
    let mut reversed = reversed.expect("rows");
    reversed.reverse();
    assert_eq!(reversed, rows, "{query:?}");
}

/// The same for a skip scan, which is never reversed.
async fn check_ascending<R, Q>(
    db: &Connection,
    all: &[R],
    query: Q,
    holds: impl Fn(&R) -> bool,
) -> Vec<R>
where
    R: FixedName + FromRowOwned + Debug + Clone + Ord + Send + Sync + 'static,
    Q: KeyQuery<Row = R> + Clone + Debug,
{
    let expected: BTreeSet<&R> = all.iter().filter(|row| holds(row)).collect();
    let rows = db.scan(query.clone()).rows().collect().await.expect("rows");
    assert_eq!(rows.iter().collect::<BTreeSet<_>>(), expected, "{query:?}");
    assert_eq!(rows.len(), expected.len(), "{query:?}");
    let count = db.scan(query.clone()).count().await.expect("a count");
    assert_eq!(count, expected.len() as u64, "{query:?}");
    rows
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

/// A last part with a terminator, and times of which each is a whole hour.
#[derive(HTable, Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
#[table("DLQX:OMITTED_HOURS", allow(hotspot))]
#[rowkey(separator = "\0")]
#[family("D1")]
struct Slot {
    #[rowkey]
    kind: String,
    #[rowkey(omit_none, align = "1h")]
    hour: Option<Timestamp>,
    #[rowkey(omit_none, terminator = b"\0")]
    name: Option<String>,
    value: u8,
}

fn hour(number: i64) -> Timestamp {
    Timestamp::from_millis(number * 3_600_000)
}

#[tokio::test]
async fn ranges_of_hours_include_each_hour_that_they_overlap() {
    let mut all = Vec::new();
    for hour in [None, Some(hour(1)), Some(hour(2)), Some(hour(3))] {
        for name in [None, Some("a")] {
            if hour.is_some() || name.is_none() {
                all.push(Slot {
                    kind: "k".into(),
                    hour,
                    name: owned(name),
                    value: 1,
                });
            }
        }
    }
    round_trips(&all.iter().map(Slot::key).collect::<Vec<_>>());
    let db = store(&all).await;
    let at = |ms: i64| Some(Timestamp::from_millis(hour(2).as_millis() + ms));
    let scan = || Slot::scan().kind("k");
    check(&db, &all, scan().hour(at(1)..at(2)), |row| {
        row.hour == Some(hour(2))
    })
    .await;
    check(&db, &all, scan().hour(at(1)..), |row| {
        row.hour >= Some(hour(2))
    })
    .await;
    check(&db, &all, scan().hour(..at(1)), |row| {
        row.hour <= Some(hour(2))
    })
    .await;
    check(&db, &all, scan().hour(..at(0)), |row| {
        row.hour < Some(hour(2))
    })
    .await;
    let at = SlotKey {
        kind: "k".into(),
        hour: Some(hour(1)),
        name: None,
    };
    let with_end = [at.encode().expect("a key").as_ref(), b"\0\0"].concat();
    assert!(SlotKey::decode(&with_end).is_err());
    assert!(SlotKey::LAYOUT.decode(&with_end).is_err());
}

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

/// Each key is read back, by the struct and by its layout, and no other key has its bytes.
fn round_trips<K>(keys: &[K])
where
    K: RowKey + PartialEq + Debug + for<'k> DecodeKey<'k>,
{
    let mut seen = BTreeSet::new();
    for key in keys {
        let bytes = key.encode().expect("the key fits").as_ref().to_vec();
        assert_eq!(&K::decode(&bytes).expect("a key"), key);
        let values = K::LAYOUT.decode(&bytes).expect("a key").parts;
        assert_eq!(K::LAYOUT.encode(&values).as_ref(), Ok(&bytes));
        // All shorter bytes are no key, or that of another row.
        for len in 1..bytes.len() {
            if let Ok(other) = K::decode(&bytes[..len]) {
                assert_eq!(
                    other.encode().expect("a key").as_ref(),
                    &bytes[..len],
                    "{key:?}"
                );
            }
            let by_layout = K::LAYOUT.decode(&bytes[..len]).is_ok();
            assert_eq!(by_layout, K::decode(&bytes[..len]).is_ok(), "{key:?} {len}");
        }
        assert!(seen.insert(bytes), "{key:?}");
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

#[tokio::test]
async fn scans_of_text_find_keys_that_end_early() {
    let all = texts();
    let db = store(&all).await;
    for kind in ["", "k", "k1"] {
        check(&db, &all, OfText::scan().kind(kind), |row| row.kind == kind).await;
        check(&db, &all, OfText::scan().kind(kind).a(..), |row| {
            row.kind == kind
        })
        .await;
        for a in TEXTS {
            let holds = |row: &OfText| row.kind == kind && row.a.as_deref() == a;
            check(&db, &all, OfText::scan().kind(kind).a(a), holds).await;
            for b in TEXTS {
                let scan = OfText::scan().kind(kind).a(a).b(b);
                check(&db, &all, scan.clone(), |row| {
                    holds(row) && row.b.as_deref() == b
                })
                .await;
                for c in TEXTS {
                    let holds =
                        |row: &OfText| holds(row) && row.b.as_deref() == b && row.c.as_deref() == c;
                    if (kind, a, b, c) != ("", None, None, None) {
                        check(&db, &all, scan.clone().c(c), holds).await;
                    }
                }
            }
        }
    }
}

#[tokio::test]
async fn ranges_of_text_begin_without_a_value() {
    let all = texts();
    let db = store(&all).await;
    for low in ["", "m", "m0", "z"] {
        let low = owned(Some(low));
        for high in ["", "m", "m1", "z"] {
            let high = owned(Some(high));
            let scan = OfText::scan().kind("k").a(low.clone()..high.clone());
            check(&db, &all, scan, |row| {
                row.kind == "k" && (&low..&high).contains(&&row.a)
            })
            .await;
            let scan = OfText::scan().kind("k").a(..=high.clone());
            check(&db, &all, scan, |row| row.kind == "k" && row.a <= high).await;
            let scan = OfText::scan().kind("k").a(..high.clone());
            check(&db, &all, scan, |row| row.kind == "k" && row.a < high).await;
            let scan = OfText::scan()
                .kind("k")
                .a(None::<&str>)
                .b(Some("m"))
                .c(low.clone()..=high.clone());
            check(&db, &all, scan, |row| {
                row.kind == "k"
                    && row.a.is_none()
                    && row.b.as_deref() == Some("m")
                    && (&low..=&high).contains(&&row.c)
            })
            .await;
        }
        let scan = OfText::scan().kind("k").a(low.clone()..);
        check(&db, &all, scan, |row| row.kind == "k" && row.a >= low).await;
    }
    let error = OfText::scan()
        .kind("k")
        .a(None..owned(Some("m")))
        .into_ranges();
    let error = error.expect_err("a bound without a value").to_string();
    assert!(
        error.contains("found `None` as the bound of a range"),
        "{error}"
    );
}

#[tokio::test]
async fn scans_of_numbers_find_keys_that_end_early() {
    let all = numbers();
    let db = store(&all).await;
    let one = |row: &OfNumbers| row.kind == 7 && row.name == "n";
    let scan = || OfNumbers::scan().kind(7).name("n");
    check(&db, &all, scan(), one).await;
    check(&db, &all, OfNumbers::scan().kind(7), |row| row.kind == 7).await;
    for a in [None, Some(-1), Some(i32::MAX)] {
        check(&db, &all, scan().a(a), |row| one(row) && row.a == a).await;
        for b in [None, Some(0), Some(i64::MAX)] {
            let holds = |row: &OfNumbers| one(row) && row.a == a && row.b == b;
            if a.is_some() || b.is_none() {
                check(&db, &all, scan().a(a).b(b), holds).await;
            }
        }
    }
    check(&db, &all, scan().a(Some(-1)..Some(7)), |row| {
        one(row) && (Some(-1)..Some(7)).contains(&row.a)
    })
    .await;
    check(&db, &all, scan().a(..Some(0)), |row| {
        one(row) && row.a < Some(0)
    })
    .await;
    check(&db, &all, scan().a(Some(0)).b(..), |row| {
        one(row) && row.a == Some(0)
    })
    .await;
    check(&db, &all, scan().a(Some(0)).b(..=Some(0)), |row| {
        one(row) && row.a == Some(0) && row.b <= Some(0)
    })
    .await;
    // No key has `b`, but not `a`.
    check(&db, &all, scan().a(None).b(Some(1)), |_| false).await;
    check(&db, &all, scan().a(None).b(Some(1)..), |_| false).await;
    check(&db, &all, scan().a(None).b(..Some(1)), |row| {
        one(row) && row.a.is_none()
    })
    .await;
    check(&db, &all, scan().a(None).b(..), |row| {
        one(row) && row.a.is_none()
    })
    .await;
    let few = [None, Some(0), Some(7)];
    check_ascending(&db, &all, scan().a(is_in(few)), |row| {
        one(row) && few.contains(&row.a)
    })
    .await;
    check_ascending(&db, &all, scan().a(is_in(few)).b(Some(0)), |row| {
        one(row) && few.contains(&row.a) && row.b == Some(0)
    })
    .await;
    check_ascending(&db, &all, scan().a(is_in(few)).b(None), |row| {
        one(row) && few.contains(&row.a) && row.b.is_none()
    })
    .await;
    check_ascending(&db, &all, scan().a(is_in(few)).b(Some(0)..), |row| {
        one(row) && few.contains(&row.a) && row.b >= Some(0)
    })
    .await;
}

/// Skip scans leave the first part open.
#[tokio::test]
async fn skip_scans_find_keys_that_end_early() {
    let all = numbers();
    let db = store(&all).await;
    let scan = || OfNumbers::scan().kind(any()).name("n");
    check_ascending(&db, &all, scan(), |row| row.name == "n").await;
    check_ascending(&db, &all, scan().a(None), |row| {
        row.name == "n" && row.a.is_none()
    })
    .await;
    check_ascending(&db, &all, scan().a(Some(0)), |row| {
        row.name == "n" && row.a == Some(0)
    })
    .await;
    check_ascending(&db, &all, scan().a(..Some(0)), |row| {
        row.name == "n" && row.a < Some(0)
    })
    .await;
    check_ascending(&db, &all, scan().a(Some(0)..), |row| {
        row.name == "n" && row.a >= Some(0)
    })
    .await;
    check_ascending(&db, &all, scan().a(Some(0)).b(None), |row| {
        row.name == "n" && row.a == Some(0) && row.b.is_none()
    })
    .await;
    check_ascending(&db, &all, scan().a(Some(0)).b(..=Some(0)), |row| {
        row.name == "n" && row.a == Some(0) && row.b <= Some(0)
    })
    .await;
}

#[tokio::test]
async fn salted_keys_are_found_by_all_their_parts() {
    let all = salted();
    let db = store(&all).await;
    for row in &all {
        assert_eq!(db.get(&row.key()).await.expect("a row").as_ref(), Some(row));
        let (a, b) = (row.a.as_deref(), row.b.as_deref());
        let scan = Salted::scan().kind(&*row.kind).a(a).b(b);
        check(&db, &all, scan, |other| other == row).await;
        let scan = Salted::scan().kind(&*row.kind).a(a);
        check(&db, &all, scan, |other| {
            other.kind == row.kind && other.a == row.a
        })
        .await;
    }
    check(&db, &all, Salted::scan().kind("k"), |row| row.kind == "k").await;
}
