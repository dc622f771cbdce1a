//! Builders of scans, and their ranges, are ordinary values.

use hbase_schema::query::{FanOut, FullBySalt, KeyRanges, One, Point, Wider};
use hbase_schema::{HTable, KeyPart, RowKey, Sequence, Timestamp};

#[derive(HTable)]
#[table("DLQX:CALL_RECORD")]
#[rowkey(salt = buckets(4), separator = "_")]
#[family("D1")]
struct Call {
    #[rowkey(salt)]
    phone: String,
    #[rowkey(fixed = 14)]
    at: Timestamp,
    peer: Option<String>,
}

#[derive(KeyPart, Debug, Clone, PartialEq)]
struct Station<T>(T);

#[derive(HTable)]
#[table("DLQX:STATION_TABLE")]
#[family("D1")]
struct Reading {
    #[rowkey]
    station: Station<u32>,
    #[rowkey]
    number: Sequence,
    value: f64,
}

/// Only times with `align` have a range of times, which selects the buckets of their salts.
#[test]
fn a_range_of_other_values_is_none_of_times() {
    use std::ops::Bound::{Included, Unbounded};

    use hbase_schema::key::RangePart;
    use hbase_schema::key::encoding::{Fixed, Native};

    assert_eq!(
        <u32 as RangePart<Native>>::times(Included(&1), Unbounded),
        None
    );
    let at = Timestamp::from_millis(7);
    let times = <Timestamp as RangePart<Fixed<14>>>::times(Unbounded, Included(&at));
    assert_eq!(times, None);
}

#[test]
fn scans_and_ranges_are_cloned_and_shown() {
    let scan = Call::scan().phone("138");
    let same = scan.clone();
    assert!(format!("{scan:?}").contains("138"), "{scan:?}");
    let ranges: KeyRanges<Call, _> = scan.ranges().unwrap();
    assert_eq!(ranges.clone(), same.ranges().unwrap());
    assert!(format!("{ranges:?}").starts_with("KeyRanges"), "{ranges:?}");
}

#[test]
fn a_part_takes_the_full_range() {
    let every: KeyRanges<Call, FanOut<4>> = Call::scan().phone(..).ranges().unwrap();
    assert_eq!(every.as_slice().len(), 4);
    let one = Call::scan().phone("138").ranges().unwrap();
    assert_eq!(one, Call::scan().phone("138").at(..).ranges().unwrap());
    let stations = Reading::scan()
        .station(Station(7))
        .number(..)
        .ranges()
        .unwrap();
    assert_eq!(
        stations,
        Reading::scan().station(Station(7)).ranges().unwrap()
    );
    assert_eq!(
        Reading::scan()
            .station(..)
            .ranges()
            .unwrap()
            .as_slice()
            .len(),
        1
    );
}

#[test]
fn a_part_takes_references_of_what_it_takes() {
    let phones = ["138", "139"];
    let by_reference = phones
        .iter()
        .map(|phone| Call::scan().phone(phone).ranges().unwrap());
    let by_value = phones.map(|phone| Call::scan().phone(phone.to_owned()).ranges().unwrap());
    assert!(by_reference.eq(by_value));
}

#[derive(HTable)]
#[table("DLQX:DIGIT_TABLE")]
#[family("D1")]
struct Digits {
    #[rowkey(fixed = 3)]
    number: i32,
    cell: u8,
}

#[test]
fn bounds_beyond_the_digits_are_those_of_the_digits() {
    let all = Digits::scan().number(0..=999).ranges().unwrap();
    // Above 999 no bound can be encoded: the table ends there.
    let open = Digits::scan().number(0..).ranges().unwrap();
    assert_eq!(open, Digits::scan().number(-5..1000).ranges().unwrap());
    assert_eq!(all.as_slice().len(), 1);
    assert!(
        Digits::scan()
            .number(-7..=-3)
            .ranges()
            .unwrap()
            .as_slice()
            .is_empty()
    );
    assert!(
        Digits::scan()
            .number(1000..)
            .ranges()
            .unwrap()
            .as_slice()
            .is_empty()
    );
}

#[derive(HTable, Debug, PartialEq)]
#[table("DLQX:WEATHER_DATA", key = DayOfCity, scan = DaysOfCity)]
#[family("D1")]
struct Weather {
    #[rowkey(unseparated, max = 12)]
    city: String,
    #[rowkey(fixed = 8)]
    day: Timestamp,
    rain: f32,
}

fn day(day: u8) -> Timestamp {
    Timestamp::from_utc(2014, 5, day, 0, 0, 0).unwrap()
}

#[test]
fn a_part_without_a_separator_is_read_from_the_right() {
    let key = DayOfCity {
        city: "Paris".into(),
        day: day(12),
    };
    assert_eq!(key.encode().unwrap().as_ref(), b"Paris20140512");
    assert_eq!(DayOfCity::decode(b"Paris20140512").unwrap(), key);
    assert_eq!(DayOfCity::decode(b"20140512").unwrap().city, "");
    assert!(DayOfCity::decode(b"0140512").is_err());
    assert_eq!(DayOfCity::LAYOUT.max_width(), Some(20));
}

#[test]
fn one_value_of_such_a_part_is_told_from_longer_ones() {
    let scan: DaysOfCity<_, _> = Weather::scan().city("Paris");
    let ranges: KeyRanges<Weather, Wider<One>> = scan.ranges().unwrap();
    let [check] = ranges.checks() else {
        panic!("{ranges:?}")
    };
    assert!(check.matches(b"Paris20140512") && !check.matches(b"Parish20140512"));
    let days: KeyRanges<Weather, Wider<One>> = Weather::scan()
        .city("Paris")
        .day(day(1)..day(30))
        .ranges()
        .unwrap();
    assert_eq!(days.checks().len(), 1);
    let point: KeyRanges<Weather, Point> =
        Weather::scan().city("Paris").day(day(12)).ranges().unwrap();
    assert!(point.checks().is_empty());
}

#[test]
fn a_value_longer_than_its_bound_has_no_key() {
    let key = DayOfCity {
        city: "Constantinople".into(),
        day: day(12),
    };
    let error = key.encode().unwrap_err().to_string();
    assert!(
        error.contains("`city`") && error.contains("14") && error.contains("12"),
        "{error}"
    );
    assert!(Weather::scan().city("Constantinople").ranges().is_err());
    assert!(
        Weather::scan()
            .city(hbase_schema::prefix("Constantinople"))
            .ranges()
            .is_err()
    );
}

#[test]
fn all_rows_of_a_known_salt_are_those_of_that_salt() {
    let whole: KeyRanges<Call, FullBySalt> = Call::scan().all().ranges().unwrap();
    assert_eq!(whole.as_slice().len(), 1);
    let one: KeyRanges<Call, One> = Call::scan().salted_by("138").all().ranges().unwrap();
    assert_eq!(one, Call::scan().salted_by("138").ranges().unwrap());
    assert_eq!(one.checks().len(), 1);
    assert_ne!(one.as_slice(), whole.as_slice());
}
