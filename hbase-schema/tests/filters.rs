//! Filters on typed columns, compared with the results of Rust's own operators.

#![allow(
    missing_docs,
    reason = "the derive makes public items of the tests' tables"
)]

use std::ops::Bound;

use hbase_schema::{Connection, HTable, RowFilter, connect};
use proptest::prelude::*;

#[derive(HTable, Debug, Clone, PartialEq)]
#[table("DLQX:SAMPLE_ROWS")]
#[family("D1")]
struct Sample {
    #[rowkey]
    id: u32,
    n: i32,
    long: Option<i64>,
    wide: Option<f64>,
    narrow: f32,
    name: Option<String>,
    raw: Vec<u8>,
}

fn sample(id: u32) -> Sample {
    Sample {
        id,
        n: id.cast_signed(),
        long: None,
        wide: None,
        narrow: 0.0,
        name: None,
        raw: id.to_be_bytes().to_vec(),
    }
}

async fn store(rows: impl IntoIterator<Item = Sample, IntoIter: Send>) -> Connection {
    let db = connect("memory:").await.unwrap();
    db.create_table::<Sample>().await.unwrap();
    db.put_many(rows).await.unwrap();
    db
}

async fn found(db: &Connection, filter: RowFilter<Sample>) -> Vec<u32> {
    let rows = db.scan(Sample::scan().all()).filter(filter).rows();
    let rows = rows.collect().await.unwrap();
    rows.iter().map(|row| row.id).collect()
}

async fn error(db: &Connection, filter: RowFilter<Sample>) -> String {
    let scan = db.scan(Sample::scan().all()).filter(filter);
    scan.count().await.unwrap_err().to_string()
}

#[tokio::test]
async fn chains_of_any_length_are_flat() {
    let db = store((0..10).map(sample)).await;
    let many = || (5..200_000).map(|n| Sample::N.eq(n));
    let left = many().fold(Sample::N.eq(3), |filter, next| filter | next);
    let right = many().fold(Sample::N.eq(3), |filter, next| next | filter);
    for filter in [left, right] {
        let shown = format!("{:?}", filter.clone());
        assert_eq!(shown.matches("Or(").count(), 1);
        let filter = filter.into_filter().unwrap();
        assert!(matches!(&filter, hbase_schema::model::Filter::Or(all) if all.len() == 199_996));
    }
    let some = (5..2_000).fold(Sample::N.eq(3), |filter, n| filter | Sample::N.eq(n));
    assert_eq!(found(&db, some).await, [3, 5, 6, 7, 8, 9]);
    let none = (5..2_000).fold(Sample::N.ne(3), |filter, n| filter & Sample::N.ne(n));
    assert_eq!(found(&db, none).await, [0, 1, 2, 4]);
}

#[tokio::test]
async fn scans_take_thousands_of_filters_one_by_one() {
    let db = store((0..10).map(sample)).await;
    let scan = db.scan(Sample::scan().all());
    let scan = (5..2_000).fold(scan, |scan, n| scan.filter(Sample::N.ne(n)));
    assert_eq!(scan.count().await.unwrap(), 5);
}

#[tokio::test]
async fn filters_too_deep_for_a_walk_are_an_error() {
    let db = store((0..10).map(sample)).await;
    let deep = |levels: i32| {
        (0..levels).fold(Sample::N.eq(3), |filter, n| match n % 2 {
            0 => filter & Sample::N.ge(0),
            _ => filter | Sample::N.eq(n),
        })
    };
    assert!(found(&db, deep(90)).await.contains(&3));
    for levels in [100, 100_000] {
        let error = error(&db, deep(levels)).await;
        assert!(
            error.contains("nested 97 levels deep, expected at most 96"),
            "{error}"
        );
    }
    // An even number of `!` cancels out.
    let twice = (0..100_000).fold(Sample::N.eq(3), |filter, _| !filter);
    assert_eq!(found(&db, twice).await, [3]);
}

#[tokio::test]
async fn is_in_takes_any_number_of_values() {
    let db = store((0..10).map(sample)).await;
    assert_eq!(found(&db, Sample::N.is_in([3, 7, 99])).await, [3, 7]);
    assert_eq!(found(&db, Sample::N.is_in(5..2_000)).await, [5, 6, 7, 8, 9]);
    assert!(found(&db, Sample::N.is_in([])).await.is_empty());
    assert_eq!(found(&db, !Sample::N.is_in([])).await.len(), 10);
    assert_eq!(found(&db, Sample::N.is_in([]) | Sample::N.eq(1)).await, [1]);
}

#[tokio::test]
async fn between_takes_every_kind_of_range_and_names_bounds_in_the_wrong_order() {
    let db = store((0..6_u32).map(|id| Sample {
        n: id.cast_signed() - 3,
        ..sample(id)
    }))
    .await;
    let n = Sample::N;
    assert_eq!(found(&db, n.between(-2..1)).await, [1, 2, 3]);
    assert_eq!(found(&db, n.between(-2..=1)).await, [1, 2, 3, 4]);
    assert_eq!(found(&db, n.between(1..)).await, [4, 5]);
    assert_eq!(found(&db, n.between(..-2)).await, [0]);
    assert_eq!(found(&db, n.between(..=-2)).await, [0, 1]);
    assert_eq!(found(&db, n.between::<i32>(..)).await.len(), 6);
    assert!(found(&db, n.between(1..1)).await.is_empty());
    let above = (Bound::Excluded(-2), Bound::Unbounded);
    assert_eq!(found(&db, n.between(above)).await, [2, 3, 4, 5]);
    let (from, to) = (7, 3);
    assert_eq!(
        error(&db, n.between(from..=to)).await,
        "count, table DLQX:SAMPLE_ROWS: filter on D1:N: found the range 7..=3, whose lower bound is \
         above the upper one: swap 7 and 3"
    );
}

#[tokio::test]
async fn longs_compare_without_what_the_gateway_lacks() {
    let longs = [i64::MIN, i64::MIN + 1, -1, 0, 1, i64::MAX - 1, i64::MAX];
    let rows = longs.iter().zip(0..).map(|(long, id)| Sample {
        long: Some(*long),
        ..sample(id)
    });
    let db = store(rows.chain([sample(99)])).await;
    for value in longs {
        let long = Sample::LONG;
        let cases: [(_, Holds<i64>); 6] = [
            (long.lt(value), i64::lt),
            (long.le(value), i64::le),
            (long.gt(value), i64::gt),
            (long.ge(value), i64::ge),
            (long.eq(value), i64::eq),
            (long.ne(value), i64::ne),
        ];
        for (filter, holds) in cases {
            assert!(!format!("{filter:?}").contains("Long"));
            let ids = longs
                .iter()
                .zip(0..)
                .filter(|(long, _)| holds(long, &value));
            let expected: Vec<u32> = ids.map(|(_, id)| id).collect();
            assert_eq!(found(&db, filter.clone()).await, expected, "{filter:?}");
        }
    }
}

#[tokio::test]
async fn missing_cells_and_texts_are_found_by_their_own_conditions() {
    let names = [
        None,
        Some(""),
        Some("Ann"),
        Some("anna"),
        Some("a.n"),
        Some("Zoë\n(1)"),
    ];
    let row = |(id, name): (usize, Option<&str>)| Sample {
        name: name.map(str::to_owned),
        ..sample(u32::try_from(id).unwrap())
    };
    let db = store(names.into_iter().enumerate().map(row)).await;
    let name = Sample::NAME;
    assert_eq!(found(&db, name.is_none()).await, [0]);
    assert_eq!(found(&db, !name.is_none()).await, [1, 2, 3, 4, 5]);
    assert_eq!(found(&db, name.is_some()).await, [1, 2, 3, 4, 5]);
    assert_eq!(found(&db, !name.is_some()).await, [0]);
    assert_eq!(found(&db, name.between("a".."b")).await, [3, 4]);
    assert_eq!(found(&db, name.is_in(["Ann", "Zoë\n(1)"])).await, [2, 5]);
    for part in ["", "A", "an", "Ann", "nn", "a.n", "ë\n(", "(1)", "\\E", "x"] {
        let expect = |holds: fn(&str, &str) -> bool| -> Vec<u32> {
            let names = names.iter().zip(0..);
            let held = names.filter(|(name, _)| name.is_some_and(|name| holds(name, part)));
            held.map(|(_, id)| id).collect()
        };
        let starts = expect(|name, part| name.starts_with(part));
        assert_eq!(found(&db, name.starts_with(part)).await, starts, "{part}");
        let contain = expect(|name, part| name.contains(part));
        assert_eq!(found(&db, name.contains(part)).await, contain, "{part}");
    }
    let bytes = Sample::RAW.starts_with(&[0, 0, 0]);
    assert_eq!(
        found(&db, bytes & Sample::RAW.ge([0_u8, 0, 0, 4].as_slice())).await,
        [4, 5]
    );
}

/// Floats where their bytes change direction, and any others.
fn float() -> impl Strategy<Value = f64> {
    prop_oneof![
        proptest::num::f64::ANY,
        proptest::sample::select(vec![
            0.0,
            -0.0,
            1.0,
            -1.0,
            f64::MIN_POSITIVE,
            -f64::MIN_POSITIVE,
            f64::from_bits(1),
            -f64::from_bits(1),
            f64::INFINITY,
            f64::NEG_INFINITY,
            f64::MAX,
            f64::MIN,
            f64::NAN,
            -f64::NAN,
            f64::from_bits(u64::MAX),
            f64::from_bits(0x7ff0_0000_0000_0001),
        ]),
    ]
}

type Holds<T> = fn(&T, &T) -> bool;

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    #[expect(clippy::cast_possible_truncation, reason = "any narrow float will do")]
    fn floats_compare_as_rust_compares_them(
        cells in proptest::collection::vec(proptest::option::weighted(0.9, float()), 1..30),
        values in proptest::collection::vec(float(), 1..6),
    ) {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        runtime.block_on(async {
            let rows: Vec<_> = cells.iter().zip(0..).map(|(cell, id)| Sample {
                wide: *cell,
                narrow: cell.unwrap_or(0.5) as f32,
                ..sample(id)
            }).collect();
            let db = store(rows.clone()).await;
            let cases: [(Holds<f64>, Holds<f32>); 6] = [
                (f64::lt, f32::lt), (f64::le, f32::le), (f64::gt, f32::gt),
                (f64::ge, f32::ge), (f64::eq, f32::eq), (f64::ne, f32::ne),
            ];
            for value in values {
                let (w, n, short) = (Sample::WIDE, Sample::NARROW, value as f32);
                let filters = [
                    (w.lt(value), n.lt(short)), (w.le(value), n.le(short)),
                    (w.gt(value), n.gt(short)), (w.ge(value), n.ge(short)),
                    (w.eq(value), n.eq(short)), (w.ne(value), n.ne(short)),
                ];
                for ((wide, narrow), (holds, holds_short)) in filters.into_iter().zip(cases) {
                    let pass = |row: &&Sample| row.wide.is_some_and(|cell| holds(&cell, &value));
                    let ids = |rows: Vec<&Sample>| rows.iter().map(|row| row.id).collect::<Vec<_>>();
                    let expected = ids(rows.iter().filter(pass).collect());
                    assert_eq!(found(&db, wide.clone()).await, expected, "{wide:?}");
                    // A negated filter lets rows without the column pass.
                    let expected = ids(rows.iter().filter(|row| !pass(row)).collect());
                    assert_eq!(found(&db, !wide).await, expected);
                    let pass = |row: &&Sample| holds_short(&row.narrow, &short);
                    let expected = ids(rows.iter().filter(pass).collect());
                    assert_eq!(found(&db, narrow).await, expected);
                }
            }
        });
    }

    #[test]
    fn ranges_of_floats_are_those_of_rust(cells in proptest::collection::vec(float(), 1..30), low in float(), high in float()) {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        runtime.block_on(async {
            let rows = cells.iter().zip(0..).map(|(cell, id)| Sample { wide: Some(*cell), ..sample(id) });
            let db = store(rows).await;
            if low > high {
                let error = error(&db, Sample::WIDE.between(low..high)).await;
                assert!(error.contains("above the upper one"), "{error}");
                return;
            }
            let expected: Vec<u32> = cells.iter().zip(0..)
                .filter(|(cell, _)| (low..high).contains(*cell)).map(|(_, id)| id).collect();
            assert_eq!(found(&db, Sample::WIDE.between(low..high)).await, expected);
        });
    }
}

#[derive(hbase_schema::CellValue, Debug, Clone, PartialEq)]
struct Title(String);

#[derive(HTable, Debug, Clone, PartialEq)]
#[table("DLQX:TITLED_ROWS")]
#[family("D1")]
struct Titled {
    #[rowkey]
    id: u32,
    title: Option<Title>,
    #[column(text)]
    shelf: String,
}

#[tokio::test]
async fn newtypes_and_text_columns_are_searched_like_texts() {
    let db = connect("memory:").await.unwrap();
    db.create_table::<Titled>().await.unwrap();
    let titles = ["Emma", "Ulysses", "emmaus"];
    let rows = titles.iter().zip(0..).map(|(title, id)| Titled {
        id,
        title: Some(Title((*title).to_owned())),
        shelf: format!("{title} {id}"),
    });
    db.put_many(rows).await.unwrap();
    let filter = Titled::TITLE.starts_with("Emm") | Titled::SHELF.contains("s 2");
    let found = db
        .scan(Titled::scan().all())
        .filter(filter)
        .columns(Titled::SHELF)
        .rows();
    assert_eq!(found.collect().await.unwrap(), ["Emma 0", "emmaus 2"]);
}

#[derive(HTable, Debug, Clone, PartialEq)]
#[table("DLQX:FLAGGED_ROW")]
#[family("D1")]
struct Flagged {
    #[rowkey]
    id: u32,
    flag: Option<bool>,
}

type Compare = fn(bool) -> RowFilter<Flagged>;

/// Any byte but `0` is `true`, as in Java: programs write 1 too, and `Bytes.toBytes` writes -1.
#[tokio::test]
async fn booleans_compare_as_they_are_read() {
    let db = connect("memory:").await.unwrap();
    db.create_table::<Flagged>().await.unwrap();
    for (id, byte) in [(0, 0x00), (1, 0x01), (2, 0x80), (3, 0xff)] {
        let row = db.mutate(&FlaggedKey { id });
        row.put_raw("D1", b"FLAG", &[byte]).await.unwrap();
    }
    let operators: [(Compare, Holds<bool>); 6] = [
        (|value| Flagged::FLAG.eq(value), bool::eq),
        (|value| Flagged::FLAG.ne(value), bool::ne),
        (|value| Flagged::FLAG.lt(value), bool::lt),
        (|value| Flagged::FLAG.le(value), bool::le),
        (|value| Flagged::FLAG.gt(value), bool::gt),
        (|value| Flagged::FLAG.ge(value), bool::ge),
    ];
    for (value, (filter, holds)) in [false, true]
        .into_iter()
        .flat_map(|value| operators.map(|of| (value, of)))
    {
        let all = db.scan(Flagged::scan().all());
        let expected: Vec<Flagged> = all.rows().collect().await.unwrap();
        let holds = |row: &Flagged| row.flag.is_some_and(|flag| holds(&flag, &value));
        let expected: Vec<Flagged> = expected.into_iter().filter(holds).collect();
        let found = db.scan(Flagged::scan().all()).filter(filter(value)).rows();
        assert_eq!(
            found.collect().await.unwrap(),
            expected,
            "{:?}",
            filter(value)
        );
    }
}
