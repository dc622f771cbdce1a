//! The order of queries by an index, ascending and descending, against lists that Rust sorts.

use std::cmp::Ordering;
use std::fmt::Debug;
use std::ops::{Bound, RangeBounds};
use std::sync::Arc;

use hbase_schema::index::{Clocks, IndexCondition, Indexed, Settings};
use hbase_schema::{Connection, HTable, KeyPart, TimeOfDay, Timestamp};

use crate::support::assert_contains;
use crate::test_clocks::TestClocks;

pub(crate) async fn created<T: Indexed>(db: &Connection) -> Connection {
    let clocks: Arc<dyn Clocks> = Arc::new(TestClocks::default());
    let settings = Settings::default().page(4);
    let db = db.index_settings(settings).index_clocks(clocks);
    db.create_table_if_missing::<T>().await.unwrap();
    db
}

/// Every pair of bounds of these values.
fn bounds<V: Clone>(values: &[V]) -> Vec<(Bound<V>, Bound<V>)> {
    let values = values.iter().cloned();
    let ends = values.flat_map(|v| [Bound::Included(v.clone()), Bound::Excluded(v)]);
    let ends: Vec<_> = ends.chain([Bound::Unbounded]).collect();
    let lows = ends.iter();
    let pairs = lows.flat_map(|low| ends.iter().map(|high| (low.clone(), high.clone())));
    pairs.collect()
}

/// The ids of the rows whose value passes, in the order of their entries: `values[i]` is that of the rows `i` and
/// `i + 100`.
fn expected<V>(
    values: &[V],
    passes: impl Fn(&V) -> bool,
    order: impl Fn(&V, &V) -> Ordering,
) -> Vec<u32> {
    let rows = values.iter().zip(0..).filter(|(value, _)| passes(value));
    let mut rows: Vec<_> = rows.flat_map(|(v, id)| [(v, id), (v, id + 100)]).collect();
    rows.sort_by(|(one, a), (other, b)| order(one, other).then(a.cmp(b)));
    rows.into_iter().map(|(_, id)| id).collect()
}

/// Tests all queries of tables whose values have these types.
macro_rules! of_types {
    ($($name:ident: $type:ty, $compare:expr, [$($value:expr),+ $(,)?];)*) => {$(
        mod $name {
            use super::*;

            #[derive(HTable, Debug, Clone, PartialEq)]
            #[table("DLQX:THINGS")]
            #[family("D1")]
            #[index("DLQX:THINGS_BY_KIND", fields(kind, desc(down)))]
            struct Thing {
                #[rowkey]
                id: u32,
                kind: u8,
                #[index("DLQX:THINGS_UP")]
                up: $type,
                #[index("DLQX:THINGS_DOWN", desc)]
                down: $type,
            }

            async fn ids<F>(rows: &Connection, condition: IndexCondition<Thing, F>) -> Vec<u32> {
                let found = rows.query(condition).rows().collect().await.unwrap();
                found.iter().map(|thing| thing.id).collect()
            }

            #[tokio::test]
            #[allow(clippy::float_cmp, reason = "queries compare floats as Rust does")]
            async fn queries_are_in_order() {
                let values: Vec<$type> = vec![$($value),+];
                let compare: fn(&$type, &$type) -> Ordering = $compare;
                let descending = |one: &$type, other: &$type| compare(other, one);
                let db = hbase_schema::connect("memory:").await.unwrap();
                let rows = created::<Thing>(&db).await;
                for (value, id) in values.iter().zip(0..) {
                    for (id, kind) in [(id, 7), (id + 100, 7)] {
                        let thing = Thing { id, kind, up: value.clone(), down: value.clone() };
                        rows.put(&thing).await.unwrap();
                    }
                }
                for value in &values {
                    let right = expected(&values, |other| other == value, compare);
                    assert_eq!(ids(&rows, Thing::BY_UP.eq(value)).await, right, "{value:?}");
                    let right = expected(&values, |other| other == value, descending);
                    assert_eq!(ids(&rows, Thing::BY_DOWN.eq(value)).await, right, "{value:?}");
                    let both = ids(&rows, Thing::BY_KIND_DOWN.eq(7).eq(value)).await;
                    assert_eq!(both, right, "{value:?}");
                }
                let all = |_: &$type| true;
                assert_eq!(ids(&rows, Thing::BY_KIND_DOWN.eq(7)).await, expected(&values, all, descending));
                for range in bounds(&values) {
                    let is_within = |value: &$type| range.contains(value);
                    let right = expected(&values, is_within, compare);
                    assert_eq!(ids(&rows, Thing::BY_UP.range(range.clone())).await, right, "{range:?}");
                    let right = expected(&values, is_within, descending);
                    assert_eq!(ids(&rows, Thing::BY_DOWN.range(range.clone())).await, right, "{range:?}");
                    let both = ids(&rows, Thing::BY_KIND_DOWN.eq(7).range(range.clone())).await;
                    assert_eq!(both, right, "{range:?}");
                }
                let some = [&values[0], &values[values.len() - 1]];
                let right = expected(&values, |value| some.contains(&value), descending);
                assert_eq!(ids(&rows, Thing::BY_DOWN.any(some)).await, right);
                let limited = rows.query(Thing::BY_DOWN.range::<&$type>(..)).limit(3);
                let limited = limited.rows().collect().await.unwrap();
                let limited: Vec<_> = limited.iter().map(|thing| thing.id).collect();
                assert_eq!(limited, expected(&values, all, descending)[..3]);
            }
        }
    )*};
}

#[derive(KeyPart, hbase_schema::CellValue, Debug, Clone, PartialEq)]
struct Degrees(f32);

#[derive(KeyPart, hbase_schema::CellValue, Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
#[repr(u8)]
enum Status {
    Open = 1,
    Paid = 2,
    Closed = 200,
}

of_types! {
    of_u8: u8, Ord::cmp, [0, 1, 127, 128, 254, 255];
    of_u64: u64, Ord::cmp, [u64::MAX, 0, 1, 255, 256];
    of_u128: u128, Ord::cmp, [u128::MAX, 0, 1, 255, 256];
    of_i8: i8, Ord::cmp, [i8::MIN, -1, 0, 1, i8::MAX];
    of_i64: i64, Ord::cmp, [3, i64::MIN, -1, 0, 1, i64::MAX];
    of_i128: i128, Ord::cmp, [3, i128::MIN, -1, 0, 1, i128::MAX];
    of_text: String, Ord::cmp, [
        String::new(), "\u{1}".into(), "a".into(), "a\u{1}".into(), "aa".into(), "ab".into(), "b".into(),
        "\u{7f}".into(), "ÿ".into(), "\u{10ffff}".into(), "\u{10ffff}\u{10ffff}".into(),
    ];
    of_bytes: [u8; 2], Ord::cmp, [[0, 0], [0, 255], [255, 0], [255, 255], [1, 0]];
    of_times: Timestamp, Ord::cmp, [
        Timestamp::from_millis(255), Timestamp::from_millis(0), Timestamp::from_millis(256),
        Timestamp::from_millis(253_402_300_799_999),
    ];
    of_days: TimeOfDay, Ord::cmp, [
        TimeOfDay::from_millis(0).unwrap(), TimeOfDay::from_millis(86_399_999).unwrap(),
        TimeOfDay::from_millis(255).unwrap(),
    ];
    of_f64: f64, f64::total_cmp, [
        0.0, -0.0, 1.5, -1.5, f64::INFINITY, f64::NEG_INFINITY, f64::MIN_POSITIVE, f64::NAN, f64::MAX, f64::MIN,
    ];
    of_f32: f32, f32::total_cmp, [
        f32::NAN, 0.0, -0.0, 1.5, -1.5, f32::INFINITY, f32::NEG_INFINITY, f32::MIN_POSITIVE,
    ];
}

#[cfg(feature = "bigdecimal")]
of_types! {
    of_decimals: bigdecimal::BigDecimal, Ord::cmp, [
        0.into(), 1.into(), (-1).into(), "0.001".parse().unwrap(), "-0.001".parse().unwrap(),
        "12345678901234567890".parse().unwrap(), "-12345678901234567890".parse().unwrap(), 100.into(),
    ];
}

#[cfg(feature = "uuid")]
of_types! {
    of_uuids: uuid::Uuid, Ord::cmp, [uuid::Uuid::nil(), uuid::Uuid::max(), uuid::Uuid::from_u128(255)];
}

mod of_newtypes {
    use super::*;

    #[derive(HTable, Debug, Clone, PartialEq)]
    #[table("DLQX:PLACES")]
    #[family("D1")]
    struct Place {
        #[rowkey]
        id: u32,
        #[index("DLQX:PLACES_NORTH", desc)]
        north: Degrees,
        #[index("DLQX:PLACES_STATUS", desc)]
        status: Status,
    }

    fn place(id: u32, north: f32, status: Status) -> Place {
        Place {
            id,
            north: Degrees(north),
            status,
        }
    }

    #[tokio::test]
    async fn codes_are_in_descending_order() {
        let db = hbase_schema::connect("memory:").await.unwrap();
        let rows = created::<Place>(&db).await;
        let all = [Status::Open, Status::Closed, Status::Paid];
        for (status, id) in all.into_iter().zip(1..) {
            rows.put(&place(id, 0.0, status)).await.unwrap();
        }
        let paid = rows.query(Place::BY_STATUS.eq(Status::Paid)).rows();
        assert_eq!(paid.collect().await.unwrap(), [place(3, 0.0, Status::Paid)]);
        let some = rows
            .query(Place::BY_STATUS.any([Status::Open, Status::Closed]))
            .rows();
        let ids: Vec<_> = some
            .collect()
            .await
            .unwrap()
            .iter()
            .map(|row| row.id)
            .collect();
        assert_eq!(ids, [2, 1]);
    }

    #[tokio::test]
    async fn zeros_are_equal() {
        let db = hbase_schema::connect("memory:").await.unwrap();
        let rows = created::<Place>(&db).await;
        for (north, id) in [0.0, -0.0, 1.0].into_iter().zip(1..) {
            rows.put(&place(id, north, Status::Open)).await.unwrap();
        }
        let found = rows.query(Place::BY_NORTH.eq(Degrees(-0.0)));
        assert_eq!(found.rows().collect().await.unwrap().len(), 2);
        let found = rows.query(Place::BY_NORTH.range(Degrees(0.0)..));
        let found = found.rows().collect().await.unwrap();
        assert_eq!(
            found.iter().map(|place| place.id).collect::<Vec<_>>(),
            [3, 1, 2]
        );
    }
}

#[derive(HTable, Debug, Clone, PartialEq)]
#[table("DLQX:WORDS")]
#[family("D1")]
#[index("DLQX:WORDS_BY_BOTH", fields(desc(kind), desc(word)))]
struct Term {
    #[rowkey]
    id: u32,
    kind: u8,
    #[index("DLQX:WORDS_DOWN", desc, splits = ["h", "p"])]
    word: String,
}

const WORDS: [&str; 9] = [
    "",
    "\u{1}",
    "a",
    "ab",
    "aÿ",
    "b",
    "ÿ",
    "\u{10ffff}",
    "\u{10ffff}a",
];

#[tokio::test]
async fn prefixes_find_their_texts_in_descending_order() {
    let db = hbase_schema::connect("memory:").await.unwrap();
    let rows = created::<Term>(&db).await;
    for (word, id) in WORDS.into_iter().zip(0..) {
        for kind in [0, 255] {
            let (id, word) = (id + u32::from(kind), word.to_owned());
            rows.put(&Term { id, kind, word }).await.unwrap();
        }
    }
    for prefix in WORDS {
        let mut right: Vec<_> = WORDS
            .into_iter()
            .filter(|word| word.starts_with(prefix))
            .collect();
        right.sort_unstable();
        right.reverse();
        let twice: Vec<_> = right.iter().flat_map(|word| [*word; 2]).collect();
        let found = rows.query(Term::BY_WORD.prefix(prefix));
        let found = found.rows().collect().await.unwrap();
        let words: Vec<_> = found.iter().map(|row| &*row.word).collect();
        assert_eq!(words, twice, "{prefix:?}");
        for kind in [0, 255] {
            let found = rows.query(Term::BY_KIND_WORD.eq(kind).prefix(prefix));
            let found = found.rows().collect().await.unwrap();
            let words: Vec<_> = found.iter().map(|row| &*row.word).collect();
            assert_eq!(words, right, "{kind} {prefix:?}");
        }
    }
    // Kinds in descending order, too.
    let all = rows.query(Term::BY_KIND_WORD.range::<u8>(..)).rows();
    let kinds: Vec<_> = all
        .collect()
        .await
        .unwrap()
        .iter()
        .map(|row| row.kind)
        .collect();
    assert_eq!(kinds, [[255; 9], [0; 9]].concat());
}

#[tokio::test]
async fn a_text_with_a_nul_has_no_entry_in_either_order() {
    let db = hbase_schema::connect("memory:").await.unwrap();
    let rows = created::<Term>(&db).await;
    let word = "a\0".to_owned();
    let error = rows
        .put(&Term {
            id: 1,
            kind: 1,
            word,
        })
        .await
        .unwrap_err();
    assert_contains(&error, "the indexed field word, column D1:WORD: ");
}

#[tokio::test]
async fn pages_and_updates_keep_the_order() {
    let db = hbase_schema::connect("memory:").await.unwrap();
    let rows = created::<Term>(&db).await;
    for id in 0..40 {
        let word = format!("{:02}", id * 7 % 40);
        rows.put(&Term { id, kind: 1, word }).await.unwrap();
    }
    // Moves the first row to the end, whose old entry remains.
    rows.put(&Term {
        id: 17,
        kind: 1,
        word: "!".to_owned(),
    })
    .await
    .unwrap();
    let query = || rows.query(Term::BY_WORD.range::<&str>(..));
    let mut page = query().page(7).await.unwrap();
    let mut words: Vec<String> = Vec::new();
    loop {
        words.extend(page.items.iter().map(|row| row.word.clone()));
        let Some(next) = page.next else { break };
        page = query().page_after(&next, 7).await.unwrap();
    }
    let mut right = words.clone();
    right.sort_unstable();
    right.reverse();
    assert_eq!(words, right);
    assert_eq!(words.len(), 40);
    let all = query().rows().collect().await.unwrap();
    assert_eq!(
        all.into_iter().map(|row| row.word).collect::<Vec<_>>(),
        words
    );
}

#[test]
fn a_description_contains_the_order_and_inverted_splits() {
    let described = Term::SCHEMA.describe();
    let orders = described
        .indexes
        .iter()
        .map(|index| described.stored_values(index));
    let orders: Vec<_> = orders.collect();
    assert_eq!(
        orders,
        [
            "desc:ordered-string",
            "desc:integer1-unsigned,desc:ordered-string"
        ]
    );
    let splits = described.indexes[0].splits.keys().unwrap();
    assert_eq!(splits, [[0xcb, !b'p'], [0xcb, !b'h']]);
}
