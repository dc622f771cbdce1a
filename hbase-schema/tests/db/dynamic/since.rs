//! Columns that continue a time of the row key: ranges of time, against a filter of all columns.

use std::ops::Bound;
use std::sync::Arc;

use hbase_backend::Filter;
use hbase_schema::{Connection, Dynamic, ErrorKind, HTable, Qualifier, Timestamp, is_in, ranges};
use proptest::prelude::*;

use crate::support::observed::Observed;

const HOUR: i64 = 3_600_000;

#[derive(HTable, Debug, Clone, PartialEq)]
#[table("DLQX:SENSOR_HOURS")]
#[family("V")]
struct Hours {
    #[rowkey]
    sensor: u8,
    #[rowkey(seconds, align = "1h")]
    hour: Timestamp,
    #[column(dynamic, since(hour, unit = "1s"))]
    readings: Dynamic<u16, u32>,
}

/// Newest first after a salt, in milliseconds, before another part; the number is the first part of a name after a prefix.
#[derive(HTable, Debug, Clone, PartialEq)]
#[table("DLQX:EVENT_HOURS", naming = hbase)]
#[rowkey(salt = buckets(3), separator = "|")]
#[family("v")]
struct Event {
    #[rowkey(salt)]
    source: String,
    #[rowkey(reverse_ts, align = "1h")]
    hour: Timestamp,
    #[rowkey]
    kind: u8,
    #[column(dynamic, prefix = b"\xff", since(hour))]
    events: Dynamic<Name, u32>,
}

#[derive(Qualifier, Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Name {
    ms: u32,
    number: u8,
}

/// Descending digits.
#[derive(HTable, Debug, Clone, PartialEq)]
#[table("DLQX:VISIT_HOURS", allow(hotspot))]
#[family("V")]
struct Visit {
    #[rowkey(format = "yyyyMMddHH", align = "1h", truncate, desc)]
    hour: Timestamp,
    #[column(dynamic, since(hour, unit = "1m"))]
    visits: Dynamic<Minute, u32>,
}

#[derive(Qualifier, Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Minute {
    #[qualifier(fixed = 2)]
    minute: u8,
}

fn at(ms: i64) -> Timestamp {
    Timestamp::from_millis(ms)
}

type Times = (Bound<Timestamp>, Bound<Timestamp>);

fn is_within((low, high): &Times, ms: i64) -> bool {
    let after = match low {
        Bound::Included(low) => ms >= low.as_millis(),
        Bound::Excluded(low) => ms > low.as_millis(),
        Bound::Unbounded => true,
    };
    let before = match high {
        Bound::Included(high) => ms <= high.as_millis(),
        Bound::Excluded(high) => ms < high.as_millis(),
        Bound::Unbounded => true,
    };
    after && before
}

/// Every ten seconds of five hours, of two sensors.
async fn fill(db: &Connection) {
    db.create_table::<Hours>().await.unwrap();
    for (sensor, hour) in (1..=2).flat_map(|sensor| (0..5).map(move |hour| (sensor, hour))) {
        let key = HoursKey {
            sensor,
            hour: at(hour * HOUR),
        };
        let all = (0..3600).step_by(10);
        let all = all.map(|second| (second, u32::from(second)));
        let put = db.dynamic(&key, Hours::READINGS).put_many(all);
        put.await.unwrap();
    }
}

async fn readings() -> Connection {
    let db = hbase_schema::connect("memory:").await.unwrap();
    fill(&db).await;
    db
}

const fn half_past(hour: i64) -> Timestamp {
    Timestamp::from_millis(hour * HOUR + HOUR / 2)
}

fn time_of(column: &(HoursKey, u16, u32)) -> i64 {
    column.0.hour.as_millis() + i64::from(column.1) * 1000
}

#[tokio::test]
async fn a_range_selects_columns_within_its_first_and_last_row() {
    let db = readings().await;
    let scan = || Hours::scan().sensor(1).hour(half_past(1)..half_past(3));
    let found = db.dynamic_scan(scan(), Hours::READINGS).stream();
    let found: Vec<_> = found.collect().await.unwrap();
    let expected: Vec<i64> = (0..720).map(|n| HOUR * 3 / 2 + n * 10_000).collect();
    assert_eq!(found.iter().map(time_of).collect::<Vec<_>>(), expected);
    // The rows themselves are whole.
    assert_eq!(db.scan(scan()).count().await.unwrap(), 3);
    // A range of names selects columns of each row.
    let names = db.dynamic_scan(scan(), Hours::READINGS).range(1700..1900);
    let names: Vec<_> = names.stream().collect().await.unwrap();
    assert_eq!(names.len(), 10 + 20 + 10);
    // A single value is the whole row.
    let scan = Hours::scan().sensor(is_in([1, 2])).hour(at(HOUR));
    let whole = db.dynamic_scan(scan, Hours::READINGS).stream();
    assert_eq!(whole.collect::<Vec<_>>().await.unwrap().len(), 720);
}

#[tokio::test]
async fn the_server_selects_the_columns_of_the_first_and_the_last_row() {
    let observed = Observed::over_memory().await;
    let order = Arc::clone(&observed.order);
    let db = Connection::with_backend(Arc::new(observed));
    fill(&db).await;
    order.scans.lock().unwrap().clear();
    let scan = Hours::scan().sensor(1).hour(half_past(1)..half_past(4));
    let found = db.dynamic_scan(scan, Hours::READINGS).stream();
    assert_eq!(found.collect::<Vec<_>>().await.unwrap().len(), 1080);
    let scans = order.scans.lock().unwrap();
    let filters: Vec<_> = scans.iter().map(|scan| scan.read.filter.clone()).collect();
    let range = |min: Option<[u8; 2]>, max: Option<[u8; 2]>| {
        Some(Filter::QualifierRange {
            min: min.map(|min| min.to_vec()),
            min_inclusive: true,
            max: max.map(|max| max.to_vec()),
            max_inclusive: false,
        })
    };
    let (half, after) = (1800_u16.to_be_bytes(), 1800_u16.to_be_bytes());
    assert_eq!(
        filters,
        [range(Some(half), None), None, range(None, Some(after))]
    );
}

#[tokio::test]
async fn a_time_after_the_row_is_no_column_of_it() {
    let db = readings().await;
    let key = HoursKey {
        sensor: 1,
        hour: at(0),
    };
    let put = db.dynamic(&key, Hours::READINGS).put(3600, 1).await;
    let error = put.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::InvalidRequest);
    let text = error.to_string();
    assert!(
        text.contains("found 3600 units of 1000 ms since `hour`"),
        "{text}"
    );
}

/// Another program's column after the end of its row has the time that it states.
#[tokio::test]
async fn a_foreign_column_after_its_row_is_found_by_its_own_time() {
    let db = readings().await;
    let key = HoursKey {
        sensor: 1,
        hour: at(HOUR),
    };
    let late = 7_205_u16.to_be_bytes();
    let put = db.mutate(&key).put_raw("V", &late, &[0, 0, 0, 9]);
    put.await.unwrap();
    let scan = Hours::scan().sensor(1).hour(half_past(1)..);
    let found = db.dynamic_scan(scan, Hours::READINGS).stream();
    let found: Vec<_> = found.collect().await.unwrap();
    assert!(
        found
            .iter()
            .any(|(key, at, _)| key.hour.as_millis() == HOUR && *at == 7_205)
    );
    let scan = Hours::scan().sensor(1).hour(half_past(1)..half_past(2));
    let found = db.dynamic_scan(scan, Hours::READINGS).stream();
    let found: Vec<_> = found.collect().await.unwrap();
    assert!(found.iter().all(|column| time_of(column) < HOUR * 5 / 2));
}

/// A read and a delete of such a column need no time.
#[tokio::test]
async fn a_foreign_column_after_its_row_is_read_and_deleted_by_name() {
    let db = readings().await;
    let key = HoursKey {
        sensor: 1,
        hour: at(HOUR),
    };
    let late = 7_205_u16.to_be_bytes();
    let put = db.mutate(&key).put_raw("V", &late, &[0, 0, 0, 9]);
    put.await.unwrap();
    let readings = || db.dynamic(&key, Hours::READINGS);
    assert_eq!(readings().get(7_205).await.unwrap(), Some(9));
    readings().delete(7_205).await.unwrap();
    assert_eq!(readings().get(7_205).await.unwrap(), None);
}

/// A column before its row, which a signed number allows, has the time that it states, and is not put.
#[tokio::test]
async fn a_negative_number_is_a_time_before_the_row() {
    #[derive(Qualifier, Debug, Clone, PartialEq)]
    struct Ms {
        #[qualifier(java)]
        ms: i32,
    }

    #[derive(HTable)]
    #[table("DLQX:SIGNED_HOURS")]
    #[family("V")]
    struct Signed {
        #[rowkey]
        sensor: u8,
        #[rowkey(align = "1h")]
        hour: Timestamp,
        #[column(dynamic, since(hour))]
        values: Dynamic<Ms, u8>,
    }

    let db = hbase_schema::connect("memory:").await.unwrap();
    db.create_table::<Signed>().await.unwrap();
    let key = SignedKey {
        sensor: 1,
        hour: at(HOUR),
    };
    let error = db.dynamic(&key, Signed::VALUES).put(Ms { ms: -5 }, 1).await;
    assert_eq!(error.unwrap_err().kind(), ErrorKind::InvalidRequest);
    for ms in [-5_i32, 7] {
        let put = db.mutate(&key).put_raw("V", &ms.to_be_bytes(), &[1]);
        put.await.unwrap();
    }
    let scan = Signed::scan().sensor(1).hour(at(HOUR)..at(2 * HOUR));
    let found = db.dynamic_scan(scan, Signed::VALUES).stream();
    let found: Vec<_> = found.collect().await.unwrap();
    assert_eq!(found.len(), 1);
    assert_eq!(found[0].1, Ms { ms: 7 });
}

/// The rows of one city are between two ranges of another one.
#[tokio::test]
async fn a_text_that_starts_another_one_has_its_own_times() {
    #[derive(HTable)]
    #[table("DLQX:CITY_HOURS")]
    #[family("V")]
    struct Visits {
        #[rowkey(unseparated)]
        city: String,
        #[rowkey(seconds, align = "1h")]
        hour: Timestamp,
        #[column(dynamic, since(hour, unit = "1s"))]
        values: Dynamic<u16, u8>,
    }

    let db = hbase_schema::connect("memory:").await.unwrap();
    db.create_table::<Visits>().await.unwrap();
    // In these years, the bytes of the times are above and at those of the letter b.
    for start in [0x6a00_0000, 0x6200_0000, 0x6161_6161] {
        let hour = |hour: i64| at((start / 3600 + hour) * HOUR);
        for (city, of) in ["a", "ab"]
            .into_iter()
            .flat_map(|city| [(city, 0), (city, 1)])
        {
            let key = VisitsKey {
                city: city.into(),
                hour: hour(of),
            };
            let put = db.dynamic(&key, Visits::VALUES).put_many([(0, 1), (7, 1)]);
            put.await.unwrap();
        }
        for (from, count) in [(Bound::Included(hour(0)), 6), (Bound::Excluded(hour(0)), 4)] {
            let times = (from, Bound::Included(hour(1)));
            let scan = Visits::scan().city(is_in(["a", "ab"])).hour(times);
            let found = db.dynamic_scan(scan, Visits::VALUES).stream();
            assert_eq!(found.collect::<Vec<_>>().await.unwrap().len(), count);
        }
        let scan = Visits::scan().city(is_in(["a", "ab"])).hour(..=hour(1));
        let found = db.dynamic_scan(scan, Visits::VALUES).stream();
        let found: Vec<_> = found.collect().await.unwrap();
        let of_years = found.iter().filter(|(key, _, _)| key.hour >= hour(0));
        assert_eq!(of_years.count(), 6);
    }
}

/// Descending, the period of 1970 has the largest bytes, so that the next sensor's rows follow.
#[tokio::test]
async fn the_rows_of_the_next_value_are_not_beside_an_edge() {
    #[derive(HTable)]
    #[table("DLQX:NEWEST_HOURS")]
    #[family("V")]
    struct Newest {
        #[rowkey]
        sensor: u8,
        #[rowkey(seconds, align = "1h", desc)]
        hour: Timestamp,
        #[column(dynamic, since(hour, unit = "1s"))]
        values: Dynamic<u16, u8>,
    }

    let db = hbase_schema::connect("memory:").await.unwrap();
    db.create_table::<Newest>().await.unwrap();
    for (sensor, hour) in (1..=2).flat_map(|sensor| (0..3).map(move |hour| (sensor, hour))) {
        let key = NewestKey {
            sensor,
            hour: at(hour * HOUR),
        };
        let put = db.dynamic(&key, Newest::VALUES).put(7, 1);
        put.await.unwrap();
    }
    let scan = Newest::scan().sensor(is_in([1, 2])).hour(at(0)..);
    let found = db.dynamic_scan(scan, Newest::VALUES).stream();
    assert_eq!(found.collect::<Vec<_>>().await.unwrap().len(), 6);
}

#[tokio::test]
async fn a_cursor_belongs_to_its_times() {
    let db = readings().await;
    let scan = |end: i64| {
        let scan = Hours::scan().sensor(1).hour(half_past(1)..at(end));
        db.dynamic_scan(scan, Hours::READINGS)
    };
    let page = scan(3 * HOUR - 5_000).page(7).await.unwrap();
    let cursor = page.next.unwrap();
    let error = scan(3 * HOUR - 6_000).page_after(cursor.clone(), 7).await;
    assert_eq!(error.unwrap_err().kind(), ErrorKind::InvalidCursor);
    assert_eq!(
        scan(3 * HOUR - 5_000)
            .page_after(cursor, 7)
            .await
            .unwrap()
            .items
            .len(),
        7
    );
}

/// The columns of a scan, as a stream and in pages, which must be the same.
macro_rules! found {
    ($scan:expr, $size:expr) => {{
        let all: Vec<_> = $scan().stream().collect().await.unwrap();
        let mut page = $scan().page($size).await.unwrap();
        let mut paged = page.items;
        while let Some(cursor) = page.next {
            page = $scan().page_after(cursor, $size).await.unwrap();
            paged.extend(page.items);
        }
        assert_eq!(paged, all);
        all
    }};
}

fn bound(kind: u8, ms: i64) -> Bound<Timestamp> {
    match kind % 3 {
        0 => Bound::Included(at(ms)),
        1 => Bound::Excluded(at(ms)),
        _ => Bound::Unbounded,
    }
}

/// Times at, before and after whole hours, and between them.
fn times() -> impl Strategy<Value = Times> {
    let time = || {
        let beside = prop_oneof![Just(-1), Just(0), Just(1), 0..HOUR];
        (any::<u8>(), 0..6_i64, beside)
            .prop_map(|(kind, hour, ms)| bound(kind, (hour * HOUR + ms).max(0)))
    };
    (time(), time())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, ..ProptestConfig::default() })]

    #[test]
    fn ranges_of_time_are_those_of_all_columns(
        one in times(),
        other in times(),
        columns in proptest::collection::btree_set((0..2_u8, 0..6_i64, 0..HOUR), 1..60),
        size in 1..20_usize,
    ) {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build().unwrap();
        runtime.block_on(async {
            let db = hbase_schema::connect("memory:").await.unwrap();
            let columns: Vec<_> = columns.into_iter().collect();
            sensors(&db, &columns, [one, other], size).await;
            events(&db, &columns, [one, other], size).await;
            visits(&db, &columns, one, size).await;
        });
    }
}

async fn sensors(db: &Connection, columns: &[(u8, i64, i64)], times: [Times; 2], size: usize) {
    db.create_table::<Hours>().await.unwrap();
    for (sensor, hour, ms) in columns {
        let key = HoursKey {
            sensor: *sensor,
            hour: at(hour * HOUR),
        };
        let second = u16::try_from(ms / 1000).unwrap();
        let put = db.dynamic(&key, Hours::READINGS).put(second, 1);
        put.await.unwrap();
    }
    let all = db.dynamic_scan(Hours::scan().all(), Hours::READINGS);
    let all: Vec<_> = all.stream().collect().await.unwrap();
    let scan = || {
        let scan = Hours::scan().sensor(is_in([0, 1])).hour(ranges(times));
        db.dynamic_scan(scan, Hours::READINGS)
    };
    let found = found!(scan, size);
    let is_in = |time| times.iter().any(|times| is_within(times, time));
    let expected: Vec<_> = all
        .into_iter()
        .filter(|column| is_in(time_of(column)))
        .collect();
    assert_eq!(found, expected, "{times:?}");
}

async fn events(db: &Connection, columns: &[(u8, i64, i64)], times: [Times; 2], size: usize) {
    db.create_table::<Event>().await.unwrap();
    for (source, hour, ms) in columns {
        let key = EventKey {
            source: source.to_string(),
            hour: at(hour * HOUR),
            kind: 1,
        };
        let name = Name {
            ms: u32::try_from(*ms).unwrap(),
            number: 3,
        };
        let put = db.dynamic(&key, Event::EVENTS).put(&name, 1);
        put.await.unwrap();
    }
    let of_source = |source: &'static str, times: Times| {
        let scan = Event::scan().source(source).hour(times);
        db.dynamic_scan(scan, Event::EVENTS)
    };
    for (source, times) in [("0", times[0]), ("1", times[1])] {
        let scan = || of_source(source, times);
        let found = found!(scan, size);
        let all = of_source(source, (Bound::Unbounded, Bound::Unbounded));
        let all: Vec<_> = all.stream().collect().await.unwrap();
        let time =
            |(key, name, _): &(EventKey, Name, u32)| key.hour.as_millis() + i64::from(name.ms);
        let expected: Vec<_> = all
            .into_iter()
            .filter(|column| is_within(&times, time(column)))
            .collect();
        assert_eq!(found, expected, "{times:?}");
    }
}

async fn visits(db: &Connection, columns: &[(u8, i64, i64)], times: Times, size: usize) {
    db.create_table::<Visit>().await.unwrap();
    for (_, hour, ms) in columns {
        let key = VisitKey {
            hour: at(hour * HOUR),
        };
        let minute = u8::try_from(ms / 60_000).unwrap();
        let put = db.dynamic(&key, Visit::VISITS).put(Minute { minute }, 1);
        put.await.unwrap();
    }
    let all = db.dynamic_scan(Visit::scan().all(), Visit::VISITS);
    let all: Vec<_> = all.stream().collect().await.unwrap();
    let scan = || db.dynamic_scan(Visit::scan().hour(times), Visit::VISITS);
    let found = found!(scan, size);
    let time = |(key, name, _): &(VisitKey, Minute, u32)| {
        key.hour.as_millis() + i64::from(name.minute) * 60_000
    };
    let expected: Vec<_> = all
        .into_iter()
        .filter(|column| is_within(&times, time(column)))
        .collect();
    assert_eq!(found, expected, "{times:?}");
}
