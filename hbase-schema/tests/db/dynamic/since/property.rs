//! Random ranges of time, against a filter of all columns.

use std::ops::Bound;

use hbase_schema::{Connection, Dynamic, HTable, Qualifier, Timestamp, is_in, ranges};
use proptest::prelude::*;

use super::{HOUR, Hours, HoursKey, at, time_of};

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
