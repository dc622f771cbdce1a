//! Several values and ranges of key parts in one scan, compared with all rows.

use std::fmt::Debug;

use fastrand::Rng;
use hbase_schema::query::{FanOut, KeyQuery, KeyRanges, One, Point, Several};
use hbase_schema::{Connection, Error, HTable, Timestamp, connect, is_in, prefix, ranges};

#[derive(HTable, Debug, Clone, PartialEq)]
#[table("DLQX:SEVERAL_PLAIN")]
#[family("D1")]
struct Plain {
    #[rowkey]
    kind: u8,
    #[rowkey(separator = "_")]
    name: String,
    #[rowkey(reverse_ts)]
    at: Timestamp,
    value: u8,
}

/// One salt value for each name.
#[derive(HTable, Debug, Clone, PartialEq)]
#[table("DLQX:SEVERAL_SALTED")]
#[rowkey(salt = md5(2))]
#[family("D1")]
struct Salted {
    #[rowkey(salt, separator = "_")]
    name: String,
    #[rowkey]
    at: Timestamp,
    value: u8,
}

/// Twelve shards.
#[derive(HTable, Debug, Clone, PartialEq)]
#[table("DLQX:SEVERAL_SHARDS")]
#[rowkey(salt = buckets(12), separator = "_")]
#[family("D1")]
struct Shards {
    #[rowkey]
    week: u16,
    #[rowkey]
    z: u32,
    #[rowkey(salt)]
    id: u8,
    value: u8,
}

/// A scan by one city also reads longer names.
#[derive(HTable, Debug, Clone, PartialEq)]
#[table("DLQX:SEVERAL_CITIES")]
#[family("D1")]
struct City {
    #[rowkey(unseparated)]
    name: String,
    #[rowkey(fixed = 4)]
    year: u16,
    value: u8,
}

/// In the order of the keys: `user10_` sorts before `user1_`.
const NAMES: [&str; 6] = ["a", "ab", "b", "user10", "user1", "user2"];

fn time(at: i64) -> Timestamp {
    Timestamp::from_millis(at)
}

async fn store() -> Connection {
    let db = connect("memory:").await.unwrap();
    db.create_table::<Plain>().await.unwrap();
    db.create_table::<Salted>().await.unwrap();
    db.create_table::<Shards>().await.unwrap();
    db.create_table::<City>().await.unwrap();
    db
}

fn plain_rows() -> Vec<Plain> {
    let each = (0..4).flat_map(|kind| NAMES.map(|name| (kind, name)));
    let rows = each.flat_map(|(kind, name)| {
        // In the order of the keys: newest first.
        (0..5).rev().map(move |at| Plain {
            kind,
            name: name.into(),
            at: time(at * 10),
            value: 1,
        })
    });
    rows.collect()
}

/// All ways to read a scan return the expected rows, which are in the order of the keys.
macro_rules! assert_reads {
    ($db:expr, $scan:expr, $expected:expr, $case:expr) => {{
        let (db, expected, case) = ($db, $expected, $case);
        let rows = db.scan($scan).rows().collect().await.unwrap();
        assert_eq!(rows, expected, "{case}");
        let small = db.scan($scan).caching(2).rows().collect().await.unwrap();
        assert_eq!(small, expected, "in small batches, {case}");
        let mut reversed = db.scan($scan).reversed().rows().collect().await.unwrap();
        reversed.reverse();
        assert_eq!(reversed, expected, "reversed, {case}");
        let count = db.scan($scan).count().await.unwrap();
        assert_eq!(count, expected.len() as u64, "{case}");
        let limited = db
            .scan($scan)
            .offset(1)
            .limit(3)
            .rows()
            .collect()
            .await
            .unwrap();
        let some: Vec<_> = expected.iter().skip(1).take(3).cloned().collect();
        assert_eq!(limited, some, "with a limit, {case}");
        let mut unordered = db.scan($scan).unordered().rows().collect().await.unwrap();
        unordered.sort_by_key(|row| format!("{row:?}"));
        let mut sorted = expected.clone();
        sorted.sort_by_key(|row| format!("{row:?}"));
        assert_eq!(unordered, sorted, "unordered, {case}");
        for reversed in [false, true] {
            let mut paged = Vec::new();
            let mut cursor = None;
            loop {
                let scan = db.scan($scan);
                let scan = if reversed { scan.reversed() } else { scan };
                let page = match cursor.take() {
                    None => scan.page(2).await.unwrap(),
                    Some(cursor) => scan.page_after(cursor, 2).await.unwrap(),
                };
                paged.extend(page.items);
                match page.next {
                    Some(next) => cursor = Some(next),
                    None => break,
                }
            }
            if reversed {
                paged.reverse();
            }
            assert_eq!(paged, expected, "in pages, reversed {reversed}, {case}");
        }
    }};
}

pub(crate) use assert_reads;

fn some<T: Copy>(random: &mut Rng, of: &[T]) -> Vec<T> {
    (0..random.usize(..4))
        .map(|_| of[random.usize(..of.len())])
        .collect()
}

fn random_ranges(random: &mut Rng, most: i64) -> Vec<std::ops::Range<i64>> {
    let count = random.usize(..4);
    (0..count)
        .map(|_| random.i64(-1..most)..random.i64(0..=most))
        .collect()
}

fn are_in(ranges: &[std::ops::Range<i64>], at: i64) -> bool {
    ranges.iter().any(|range| range.contains(&at))
}

fn times(of: &[std::ops::Range<i64>]) -> Vec<std::ops::Range<Timestamp>> {
    let both = of.iter().filter(|range| range.start >= 0);
    both.map(|range| time(range.start)..time(range.end))
        .collect()
}

#[tokio::test]
async fn random_values_and_ranges_of_a_plain_key() {
    let db = store().await;
    let all = plain_rows();
    db.put_many(&all).await.unwrap();
    let seed = fastrand::u64(..);
    let mut random = Rng::with_seed(seed);
    for turn in 0..60 {
        let kinds = some(&mut random, &[0_u8, 1, 2, 3, 200]);
        let names = some(
            &mut random,
            &[NAMES[0], NAMES[1], NAMES[3], NAMES[4], "none"],
        );
        let spans: Vec<_> = random_ranges(&mut random, 55)
            .into_iter()
            .filter(|range| range.start >= 0)
            .collect();
        let case = format!("seed {seed}, turn {turn}: {kinds:?}, {names:?}, {spans:?}");
        let find = |test: &dyn Fn(&Plain) -> bool| -> Vec<Plain> {
            all.iter().filter(|row| test(row)).cloned().collect()
        };
        let expected = find(&|row| kinds.contains(&row.kind));
        assert_reads!(&db, Plain::scan().kind(is_in(&kinds)), expected, &case);
        let expected = find(&|row| row.kind == 1 && names.contains(&&*row.name));
        let by_reference = db.scan(Plain::scan().kind(1).name(is_in(&names)));
        assert_eq!(by_reference.count().await.unwrap(), expected.len() as u64);
        let scan = || Plain::scan().kind(1).name(is_in(names.iter().copied()));
        assert_reads!(&db, scan(), expected, &case);
        let expected = find(&|row| {
            kinds.contains(&row.kind)
                && names.contains(&&*row.name)
                && are_in(&spans, row.at.as_millis())
        });
        let scan = || {
            let scan = Plain::scan()
                .kind(is_in(&kinds))
                .name(is_in(names.iter().copied()));
            scan.at(ranges(times(&spans)))
        };
        assert_reads!(&db, scan(), expected, &case);
        let expected = find(&|row| kinds.contains(&row.kind) && row.name.starts_with("user1"));
        let scan = || Plain::scan().kind(is_in(&kinds)).name(prefix("user1"));
        assert_reads!(&db, scan(), expected, &case);
    }
}

#[tokio::test]
async fn random_values_of_a_part_that_feeds_the_salt() {
    let db = store().await;
    let rows = NAMES.into_iter().flat_map(|name| {
        (0..5).map(move |at| Salted {
            name: name.into(),
            at: time(at * 10),
            value: 1,
        })
    });
    let all: Vec<Salted> = rows.collect();
    db.put_many(&all).await.unwrap();
    let seed = fastrand::u64(..);
    let mut random = Rng::with_seed(seed);
    for turn in 0..40 {
        let names = some(&mut random, &NAMES);
        let case = format!("seed {seed}, turn {turn}: {names:?}");
        let chosen = all.iter().filter(|row| names.contains(&&*row.name));
        let expected: Vec<Salted> = chosen.clone().cloned().collect();
        let scan = || Salted::scan().name(is_in(names.iter().copied()));
        assert_reads!(&db, scan(), expected, &case);
        let late = chosen.filter(|row| row.at >= time(20));
        let expected: Vec<Salted> = late.cloned().collect();
        let scan = || {
            Salted::scan()
                .name(is_in(names.iter().copied()))
                .at(time(20)..)
        };
        assert_reads!(&db, scan(), expected, &case);
    }
}

#[tokio::test]
async fn thousands_of_ranges_in_each_shard_are_one_call() {
    let db = store().await;
    let rows = (0..3).flat_map(|week| {
        (0..4000_u32).map(move |n| Shards {
            week: 2190 + week,
            z: n * 7,
            id: u8::try_from(n % 50).unwrap(),
            value: 1,
        })
    });
    let all: Vec<Shards> = rows.collect();
    db.put_many(&all).await.unwrap();
    // More than one filter takes, in any order, and overlapping.
    let many: Vec<_> = (0..5000_u32)
        .rev()
        .map(|n| n * 5..=n * 5 + 1 + n % 7)
        .collect();
    let scan = || {
        Shards::scan()
            .week(is_in([2191, 2190]))
            .z(ranges(many.clone()))
    };
    let is_inside =
        |row: &&Shards| row.week < 2192 && many.iter().any(|range| range.contains(&row.z));
    let expected: Vec<Shards> = all.iter().filter(is_inside).cloned().collect();
    assert!(expected.len() > 2000, "{}", expected.len());
    let found = db.scan(scan()).rows().collect().await.unwrap();
    assert_eq!(found, expected);
    let page = db.scan(scan()).page(100).await.unwrap();
    assert_eq!(page.items, expected[..100]);
    let next = db
        .scan(scan())
        .page_after(page.next.unwrap(), 100)
        .await
        .unwrap();
    assert_eq!(next.items, expected[100..200]);
    let deleted = db.scan(scan()).delete().await.unwrap();
    assert_eq!(deleted, expected.len() as u64);
    assert_eq!(db.scan(scan()).first().await.unwrap(), None);
}

#[tokio::test]
async fn the_newest_rows_of_several_values() {
    let db = store().await;
    let all = plain_rows();
    db.put_many(&all).await.unwrap();
    let error = db
        .scan(Plain::scan().kind(is_in([1, 2])))
        .latest(1)
        .rows()
        .collect()
        .await;
    let error = error.unwrap_err().to_string();
    assert!(error.contains("give `kind` a value"), "{error}");
    let newest = Plain::scan()
        .kind(1)
        .name("a")
        .at(ranges([time(0)..=time(15), time(30)..=time(35)]));
    let rows = db.scan(newest).latest(2).rows().collect().await.unwrap();
    let found: Vec<_> = rows.iter().map(|row| row.at.as_millis()).collect();
    assert_eq!(found, [30, 10]);
}

#[tokio::test]
async fn rows_of_longer_values_are_left_out() {
    let db = store().await;
    let names = ["Paris", "Parish", "Rome", "Romeo"];
    let rows = names.into_iter().flat_map(|name| {
        [1999, 2014].map(|year| City {
            name: name.into(),
            year,
            value: 1,
        })
    });
    let mut all: Vec<City> = rows.collect();
    all.sort_by_key(|row| format!("{}{}", row.name, row.year));
    db.put_many(&all).await.unwrap();
    let expected = all
        .iter()
        .filter(|row| ["Paris", "Romeo"].contains(&&*row.name));
    let expected: Vec<City> = expected.cloned().collect();
    let scan = || City::scan().name(is_in(["Romeo", "Paris", "Paris"]));
    assert_reads!(&db, scan(), expected, "cities");
}

/// Rows of one combination lie in the range of another one, and pass its check of the name.
#[tokio::test]
async fn a_row_belongs_to_one_combination() {
    let db = store().await;
    let city = |name: &str, year| City {
        name: name.into(),
        year,
        value: 1,
    };
    let rows = [
        city("Paris", 1999),
        city("Paris", 2014),
        city("Paris2", 50),
        city("Paris2", 2001),
        city("Parish", 1999),
        city("Parish", 2014),
    ];
    db.put_many(&rows).await.unwrap();
    let mut all = rows.to_vec();
    all.sort_by_key(|row| format!("{}{:04}", row.name, row.year));
    for names in [
        ["Paris", "Parish"],
        ["Paris", "Paris2"],
        ["Paris2", "Parish"],
    ] {
        let named = |row: &&City| names.contains(&&*row.name);
        let late = all.iter().filter(named).filter(|row| row.year >= 2000);
        let late: Vec<City> = late.cloned().collect();
        let scan = || City::scan().name(is_in(names)).year(2000..);
        assert_reads!(&db, scan(), late, &format!("{names:?}"));
        let two = all
            .iter()
            .filter(named)
            .filter(|row| [50, 1999].contains(&row.year));
        let two: Vec<City> = two.cloned().collect();
        let scan = || City::scan().name(is_in(names)).year(is_in([1999, 50]));
        assert_reads!(&db, scan(), two, &format!("{names:?}"));
    }
    let first = City::scan().name(is_in(["Paris", "Parish"]));
    let page = db.scan(first).page(1).await.unwrap();
    let again = City::scan().name(is_in(["Parish", "Paris", "Parish"]));
    let rest = db
        .scan(again)
        .page_after(page.next.clone().unwrap(), 9)
        .await;
    assert_eq!(rest.unwrap().items.len(), 3);
    let other = db.scan(City::scan().name(is_in(["Paris", "Parisian"])));
    let error = other.page_after(page.next.unwrap(), 1).await.unwrap_err();
    assert!(error.to_string().contains("cursor"), "{error}");
}

#[tokio::test]
async fn any_is_not_combined_with_several_values() {
    let db = store().await;
    for weeks in [vec![2190_u16], Vec::new()] {
        let scan = Shards::scan().any_salt().week(is_in(weeks)).z(3);
        let error = db.scan(scan).count().await.unwrap_err().to_string();
        assert!(error.contains("any_salt"), "{error}");
    }
}

#[tokio::test]
async fn a_cursor_belongs_to_its_values() {
    let db = store().await;
    db.put_many(plain_rows()).await.unwrap();
    let page = db
        .scan(Plain::scan().kind(is_in([1, 3])))
        .page(2)
        .await
        .unwrap();
    let other = db.scan(Plain::scan().kind(is_in([1, 2, 3])));
    let error = other.page_after(page.next.unwrap(), 2).await.unwrap_err();
    assert!(error.to_string().contains("cursor"), "{error}");
}

fn cost_of<Q: KeyQuery>(_: &Q) -> &'static str
where
    Q::Cost: Debug,
{
    std::any::type_name::<Q::Cost>()
}

#[test]
fn the_cost_is_in_the_type() {
    let _: KeyRanges<_, Several<One>> = Plain::scan().kind(is_in([1])).into_ranges().unwrap();
    let _: KeyRanges<_, Several<FanOut<12>>> = Shards::scan()
        .week(2190)
        .z(ranges([1..2, 5..6]))
        .into_ranges()
        .unwrap();
    let _: KeyRanges<_, Several<Point>> = Shards::scan()
        .week(2190)
        .z(3)
        .id(is_in([1, 2]))
        .into_ranges()
        .unwrap();
    let _: KeyRanges<_, Several<FanOut<12>>> = Shards::scan()
        .week(is_in([1, 2]))
        .z(is_in([3, 4]))
        .into_ranges()
        .unwrap();
    let name = cost_of(&Plain::scan().kind(is_in([1])));
    assert!(name.contains("Several"), "{name}");
}

#[tokio::test]
async fn too_many_combinations_are_an_error() -> Result<(), Error> {
    let db = store().await;
    let values: Vec<u16> = (0..300).collect();
    let many: Vec<_> = (0..300_u32).map(|n| n..n + 1).collect();
    let scan = Shards::scan().week(is_in(&values)).z(ranges(many));
    let error = db.scan(scan).count().await.unwrap_err().to_string();
    assert!(error.contains("at most 65536"), "{error}");
    let many: Vec<_> = (0..30_000_u32).map(|n| n..n + 1).collect();
    let scan = Shards::scan().week(7).z(ranges(many));
    let error = db.scan(scan).count().await.unwrap_err().to_string();
    assert!(error.contains("each value of the salt"), "{error}");
    let names: Vec<_> = (0..2000).map(|n| format!("n{n}")).collect();
    let scan = Salted::scan().name(is_in(&names));
    let error = db.scan(scan).count().await.unwrap_err().to_string();
    assert!(error.contains("1024 values of the salt"), "{error}");
    let scan = City::scan().name(is_in(&names));
    let error = db.scan(scan).count().await.unwrap_err().to_string();
    assert!(error.contains("at most 1024"), "{error}");
    let none = Shards::scan().week(is_in([0_u16; 0])).z(3);
    assert_eq!(db.scan(none).count().await?, 0);
    // Parts after one without values keep their places.
    let none = Shards::scan()
        .salted_by(7)
        .week(is_in([0_u16; 0]))
        .z(3)
        .id(7);
    assert_eq!(db.scan(none).count().await?, 0);
    Ok(())
}
