//! Times that are multiples of a period, in ranges; and the other forms of times.

use std::ops::Bound;

use hbase_schema::{Connection, HTable, RowKey, Timestamp};

const HOUR: i64 = 3_600_000;

/// March 1st, 2026, noon.
const NOON: i64 = 1_772_366_400_000;

/// Defines a table with a time of whole hours, and its query.
macro_rules! hours {
    ($row:ident, $key:ident, $name:literal, $($option:tt)*) => {
        #[derive(HTable, Debug, Clone, PartialEq)]
        #[table($name)]
        #[family("D1")]
        struct $row {
            #[rowkey]
            metric: u8,
            #[rowkey($($option)*)]
            hour: Timestamp,
            #[rowkey]
            id: u8,
            value: u8,
        }

        impl Hours for $row {
            async fn fill(db: &Connection) {
                db.create_table::<Self>().await.expect("a new table");
                for hour in 0..4 {
                    let hour = Timestamp::from_millis(NOON + hour * HOUR);
                    for id in [0, 255] {
                        let row = Self { metric: 1, hour, id, value: 1 };
                        db.put(&row).await.expect("a row");
                    }
                }
            }

            async fn find(
                db: &Connection,
                range: (Bound<Timestamp>, Bound<Timestamp>),
            ) -> Vec<i64> {
                let scan = Self::scan().metric(1).hour(range);
                let rows = db.scan(scan).rows().collect().await.expect("rows");
                let mut hours: Vec<i64> = rows.iter().map(|row| row.hour.as_millis()).collect();
                hours.sort_unstable();
                hours
            }

            fn key_at(ms: i64) -> Result<Vec<u8>, String> {
                let key = $key { metric: 1, hour: Timestamp::from_millis(ms), id: 0 };
                let bytes = key.encode().map_err(|error| error.to_string())?;
                Ok(bytes[1..bytes.len() - 1].to_vec())
            }
        }
    };
}

trait Hours {
    async fn fill(db: &Connection);

    /// The hours in a range, in ascending order.
    async fn find(db: &Connection, range: (Bound<Timestamp>, Bound<Timestamp>)) -> Vec<i64>;

    /// The bytes of a time.
    fn key_at(ms: i64) -> Result<Vec<u8>, String>;
}

hours!(Seconds, SecondsKey, "DLQX:SECONDS", seconds, align = "1h");
hours!(
    Digits,
    DigitsKey,
    "DLQX:DIGITS",
    seconds,
    fixed = 10,
    reverse_ts,
    align = "1h",
    truncate
);
hours!(Newest, NewestKey, "DLQX:NEWEST", reverse_ts, align = "1h");
hours!(
    Negated,
    NegatedKey,
    "DLQX:NEGATED",
    negated_ts,
    align = "1h",
    truncate
);
hours!(
    Descending,
    DescendingKey,
    "DLQX:DESCENDING",
    desc,
    align = "1h"
);
hours!(
    Offset,
    OffsetKey,
    "DLQX:OFFSET",
    align = "1h",
    offset = "+08:00"
);
hours!(
    Milliseconds,
    MillisecondsKey,
    "DLQX:MILLISECONDS",
    fixed = 17,
    align = "1h"
);

/// All bounds at times around the hours.
fn bounds() -> Vec<Bound<i64>> {
    let hours = (-1..5).map(|hour| NOON + hour * HOUR);
    let times = hours.flat_map(|hour| [hour - 1, hour, hour + 1, hour + HOUR / 2]);
    let both = times.flat_map(|time| [Bound::Included(time), Bound::Excluded(time)]);
    both.chain([Bound::Unbounded]).collect()
}

/// The hours of which the range contains a millisecond.
fn expected(low: Bound<i64>, high: Bound<i64>) -> Vec<i64> {
    let first = match low {
        Bound::Included(ms) => ms,
        Bound::Excluded(ms) => ms + 1,
        Bound::Unbounded => i64::MIN,
    };
    let last = match high {
        Bound::Included(ms) => ms,
        Bound::Excluded(ms) => ms - 1,
        Bound::Unbounded => i64::MAX,
    };
    let hours = (0..4).map(|hour| NOON + hour * HOUR);
    let hours = hours.filter(|hour| first <= last && first < hour + HOUR && last >= *hour);
    hours.flat_map(|hour| [hour, hour]).collect()
}

async fn ranges_contain_the_hours_that_they_touch<T: Hours>() {
    let db = hbase_schema::connect("memory:").await.expect("a store");
    T::fill(&db).await;
    for low in bounds() {
        for high in bounds() {
            let range = (
                low.map(Timestamp::from_millis),
                high.map(Timestamp::from_millis),
            );
            let found = T::find(&db, range).await;
            assert_eq!(found, expected(low, high), "{range:?}");
        }
    }
}

#[tokio::test]
async fn each_form_has_ranges_of_periods() {
    ranges_contain_the_hours_that_they_touch::<Seconds>().await;
    ranges_contain_the_hours_that_they_touch::<Digits>().await;
    ranges_contain_the_hours_that_they_touch::<Newest>().await;
    ranges_contain_the_hours_that_they_touch::<Negated>().await;
    ranges_contain_the_hours_that_they_touch::<Descending>().await;
    ranges_contain_the_hours_that_they_touch::<Offset>().await;
    ranges_contain_the_hours_that_they_touch::<Milliseconds>().await;
}

/// West of UTC, 1970 begins later.
#[tokio::test]
async fn a_salt_by_the_month_of_the_offset() {
    #[derive(HTable, Debug, Clone, PartialEq)]
    #[table("DLQX:WEST")]
    #[rowkey(salt = java_hash(12), separator = "_")]
    #[family("D1")]
    struct West {
        #[rowkey(salt = format("yyyyMM"), reverse_ts, align = "1h 30m", offset = "-05:30")]
        at: Timestamp,
        value: u8,
    }
    let db = hbase_schema::connect("memory:").await.expect("a store");
    db.create_table::<West>().await.expect("a new table");
    let at = |ms| Timestamp::from_millis(ms);
    for ms in [19_800_000, NOON - 1_800_000, NOON + 3_600_000] {
        let row = West {
            at: at(ms),
            value: 1,
        };
        db.put(&row).await.expect("a row");
    }
    for scan in [
        West::scan().at((Bound::Unbounded, Bound::Included(at(NOON)))),
        West::scan().at((Bound::Included(at(0)), Bound::Excluded(at(NOON)))),
    ] {
        assert_eq!(db.scan(scan).count().await.expect("a count"), 2);
    }
}

#[test]
fn times_between_periods_are_errors_or_rounded_down() {
    let seconds = u32::try_from(NOON / 1000).expect("4 bytes");
    assert_eq!(Seconds::key_at(NOON), Ok(seconds.to_be_bytes().to_vec()));
    assert_eq!(
        Negated::key_at(NOON + HOUR - 1),
        Ok((-NOON).to_be_bytes().to_vec())
    );
    assert_eq!(
        Newest::key_at(NOON),
        Ok((i64::MAX - NOON).to_be_bytes().to_vec())
    );
    assert_eq!(Digits::key_at(NOON + 1), Ok(b"8227633599".to_vec()));
    assert_eq!(
        Milliseconds::key_at(NOON),
        Ok(b"20260301120000000".to_vec())
    );
    let error = Seconds::key_at(NOON + 1000).expect_err("a time within an hour");
    assert!(error.contains("multiple of 3600000 ms"), "{error}");
}

/// Bounds of times finer than a millisecond, and ranges of whole hours.
#[cfg(feature = "chrono")]
mod finer {
    use std::ops::Bound::{self, Excluded, Included, Unbounded};

    use chrono::{DateTime, TimeDelta, Utc};
    use hbase_schema::key::encoding::{OfDay, Time};
    use hbase_schema::key::{BoundAt, KeyBuf, KeyPart, RangePart};

    use super::{HOUR, NOON};

    type At = DateTime<Utc>;
    type Millis = Time<0, false, 0, false, 0>;
    type Truncated = Time<0, false, 0, true, 0>;
    type Seconds = Time<2, false, 0, false, 0>;
    type Hours = Time<0, false, 0, true, 3_600_000>;

    fn at(ms: i64) -> At {
        DateTime::from_timestamp_millis(ms).expect("a time")
    }

    /// Between a millisecond and the next one.
    fn after(ms: i64) -> At {
        at(ms) + TimeDelta::microseconds(1)
    }

    fn bound<E>(value: At) -> (BoundAt, Vec<u8>)
    where
        At: RangePart<E>,
    {
        let mut out = KeyBuf::new();
        let at = RangePart::<E>::encode_bound(&value, &mut out).expect("a bound");
        (at, out.into_vec())
    }

    #[test]
    fn a_finer_time_is_an_error_or_cut_off() {
        let mut out = KeyBuf::new();
        assert!(KeyPart::<Millis>::encode(&after(NOON), &mut out).is_err());
        assert!(KeyPart::<Millis>::encode(&at(NOON), &mut out).is_ok());
        for time in [at(NOON), after(NOON)] {
            let mut out = KeyBuf::new();
            KeyPart::<Truncated>::encode(&time, &mut out).expect("it is cut off");
            assert_eq!(*out, NOON.to_be_bytes());
        }
        let mut out = KeyBuf::new();
        let time = after(NOON).time();
        assert!(KeyPart::<OfDay<false, false>>::encode(&time, &mut out).is_err());
        KeyPart::<OfDay<false, true>>::encode(&time, &mut out).expect("it is cut off");
        assert_eq!(*out, 43_200_000_u32.to_be_bytes());
    }

    #[test]
    fn a_bound_that_is_no_value_is_the_next_one() {
        let millis = |ms: i64| ms.to_be_bytes().to_vec();
        assert_eq!(bound::<Millis>(at(NOON)), (BoundAt::Exact, millis(NOON)));
        assert_eq!(
            bound::<Millis>(after(NOON)),
            (BoundAt::Above, millis(NOON + 1))
        );
        let seconds = |ms: i64| u32::try_from(ms / 1000).expect("it fits").to_be_bytes();
        assert_eq!(
            bound::<Seconds>(at(NOON)),
            (BoundAt::Exact, seconds(NOON).to_vec())
        );
        for time in [after(NOON), at(NOON + 1), at(NOON + 999)] {
            let next = seconds(NOON + 1000).to_vec();
            assert_eq!(bound::<Seconds>(time), (BoundAt::Above, next));
        }
        let last = i64::from(u32::MAX) * 1000;
        assert_eq!(bound::<Seconds>(at(last)).0, BoundAt::Exact);
        assert_eq!(
            bound::<Seconds>(after(last)),
            (BoundAt::PastEnd, Vec::new())
        );
    }

    #[test]
    fn a_range_of_periods_starts_with_the_one_that_contains_its_start() {
        let start = |from: At, is_included, end: Bound<At>| {
            let mut out = KeyBuf::new();
            let at = RangePart::<Hours>::encode_start(&from, is_included, end.as_ref(), &mut out);
            let at = at.expect("a start");
            assert_eq!(out.is_empty(), at == BoundAt::PastEnd);
            (at == BoundAt::Above).then(|| i64::from_be_bytes((*out).try_into().expect("a time")))
        };
        for (from, is_included, end, expected) in [
            (at(NOON + 5), true, Unbounded, Some(NOON)),
            (at(NOON + HOUR - 1), true, Unbounded, Some(NOON)),
            (at(NOON + HOUR - 1), false, Unbounded, Some(NOON + HOUR)),
            (after(NOON + HOUR - 1), false, Unbounded, Some(NOON)),
            (at(NOON), true, Included(at(NOON)), Some(NOON)),
            (at(NOON), false, Included(at(NOON)), None),
            (at(NOON), true, Excluded(at(NOON)), None),
            (at(NOON), true, Excluded(after(NOON)), Some(NOON)),
            (at(NOON), false, Excluded(at(NOON + 1)), None),
            (at(NOON), false, Excluded(at(NOON + 2)), Some(NOON)),
        ] {
            let found = start(from, is_included, end);
            assert_eq!(found, expected, "{from} {is_included} {end:?}");
        }
        // Without periods, it is a bound.
        let mut out = KeyBuf::new();
        let bound = RangePart::<Millis>::encode_start(&at(NOON), false, Unbounded, &mut out);
        assert_eq!(
            (bound, &*out),
            (Ok(BoundAt::Exact), &NOON.to_be_bytes()[..])
        );
    }

    #[test]
    fn a_range_of_periods_has_whole_milliseconds() {
        let times = |low: Bound<At>, high: Bound<At>| {
            <At as RangePart<Hours>>::times(low.as_ref(), high.as_ref())
        };
        for (low, first) in [
            (Included(at(NOON)), NOON),
            (Included(after(NOON)), NOON + 1),
            (Excluded(at(NOON)), NOON + 1),
            (Excluded(after(NOON)), NOON + 1),
            (Unbounded, i64::MIN),
        ] {
            assert_eq!(times(low, Unbounded), Some((first, i64::MAX)), "{low:?}");
        }
        for (high, last) in [
            (Included(at(NOON)), NOON),
            (Included(after(NOON)), NOON),
            (Excluded(at(NOON)), NOON - 1),
            (Excluded(after(NOON)), NOON),
        ] {
            assert_eq!(times(Unbounded, high), Some((i64::MIN, last)), "{high:?}");
        }
    }
}
