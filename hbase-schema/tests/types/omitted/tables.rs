//! Tables whose last key parts may be left out, and the comparison of their scans with all rows.

use std::collections::BTreeSet;
use std::fmt::Debug;

use hbase_schema::key::DecodeKey;
use hbase_schema::query::{Cost, KeyQuery, Reversible};
use hbase_schema::table::{FixedName, FromRowOwned, Writable};
use hbase_schema::{Connection, HTable, RowKey};

/// As Phoenix writes them: text before a NUL byte, and descending text.
#[derive(HTable, Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
#[table("DLQX:OMITTED_TEXT", allow(hotspot))]
#[rowkey(separator = "\0")]
#[family("D1")]
pub(super) struct OfText {
    #[rowkey]
    pub(super) kind: String,
    #[rowkey(omit_none)]
    pub(super) a: Option<String>,
    #[rowkey(omit_none, desc, terminator = b"\0")]
    pub(super) b: Option<String>,
    #[rowkey(omit_none)]
    pub(super) c: Option<String>,
    pub(super) value: u8,
}

/// Numbers, of which each needs the one before; components of Kiji are such.
#[derive(HTable, Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
#[table("DLQX:OMITTED_NUMBERS", allow(hotspot))]
#[family("D1")]
pub(super) struct OfNumbers {
    #[rowkey]
    pub(super) kind: u8,
    #[rowkey(terminator = b"\0")]
    pub(super) name: String,
    #[rowkey(omit_none)]
    pub(super) a: Option<i32>,
    #[rowkey(omit_none)]
    pub(super) b: Option<i64>,
    pub(super) value: u8,
}

/// With a salt of all parts.
#[derive(HTable, Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
#[table("DLQX:OMITTED_SALTED", splits = per_bucket)]
#[rowkey(salt = java_bytes(4, abs))]
#[family("D1")]
pub(super) struct Salted {
    #[rowkey(salt, separator = "\0")]
    pub(super) kind: String,
    #[rowkey(salt, omit_none, separator = "\0")]
    pub(super) a: Option<String>,
    #[rowkey(salt, omit_none, desc, terminator = b"\0")]
    pub(super) b: Option<String>,
    pub(super) value: u8,
}

pub(super) const TEXTS: [Option<&str>; 5] = [None, Some("\u{1}"), Some("m"), Some("m1"), Some("z")];

pub(super) fn owned(text: Option<&str>) -> Option<String> {
    text.map(str::to_owned)
}

pub(super) fn texts() -> Vec<OfText> {
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

pub(super) fn numbers() -> Vec<OfNumbers> {
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

pub(super) fn salted() -> Vec<Salted> {
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

pub(super) async fn store<T: Writable + FixedName + Sync>(rows: &[T]) -> Connection {
    let db = hbase_schema::connect("memory:").await.expect("a store");
    db.create_table::<T>().await.expect("a new table");
    db.put_many(rows).await.expect("rows");
    db
}

/// The scan returns the rows for which `holds`, also reversed, and counts them.
pub(super) async fn check<R, Q>(db: &Connection, all: &[R], query: Q, holds: impl Fn(&R) -> bool)
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
pub(super) async fn check_ascending<R, Q>(
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

/// Each key is read back, by the struct and by its layout, and no other key has its bytes.
pub(super) fn round_trips<K>(keys: &[K])
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
