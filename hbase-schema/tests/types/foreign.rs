//! Cells of other crates' types, and of text in general.

use hbase_schema::cell::{NativeCodec, Text};
use hbase_schema::{TimeOfDay, Timestamp};

use crate::support::{assert_cell, assert_part, cell_error};

#[test]
fn text_cells_of_the_standard_library() {
    assert_cell::<u64, Text>(&4_369_382_019_346_202_985, b"4369382019346202985");
    assert_cell::<i8, Text>(&-5, b"-5");
    assert_cell::<f64, Text>(&0.1, b"0.1");
    assert_cell::<bool, Text>(&true, b"true");
    assert_cell::<Box<str>, Text>(&"x".into(), b"x");
    let at = Timestamp::from_utc(2015, 12, 26, 12, 24, 0).unwrap();
    assert_cell::<Timestamp, Text>(&at, b"2015-12-26T12:24:00.000Z");
    let noon = TimeOfDay::from_hms(12, 0, 0).unwrap();
    assert_cell::<TimeOfDay, Text>(&noon, b"12:00:00.000");
    assert_cell::<TimeOfDay, NativeCodec>(&noon, &43_200_000_u32.to_be_bytes());
    assert_eq!(
        cell_error::<TimeOfDay, NativeCodec>(&[0xff; 4]),
        "found a number out of range, expected one that a day, in milliseconds, can hold"
    );
    assert_eq!(
        cell_error::<u8, Text>(b"300"),
        "number too large to fit in target type, expected a decimal number that u8 can hold"
    );
}

#[cfg(feature = "uuid")]
#[test]
fn uuids() {
    let uuid = uuid::Uuid::from_bytes([7; 16]);
    assert_cell::<uuid::Uuid, NativeCodec>(&uuid, &[7; 16]);
    assert_cell::<uuid::Uuid, Text>(&uuid, b"07070707-0707-0707-0707-070707070707");
}

#[cfg(feature = "chrono")]
#[test]
fn times_of_chrono() {
    use chrono::{DateTime, NaiveDate, NaiveDateTime, NaiveTime, Utc};
    let at: DateTime<Utc> = "2015-12-26T12:24:00.250Z".parse().unwrap();
    assert_cell::<DateTime<Utc>, NativeCodec>(&at, &1_451_132_640_250_i64.to_be_bytes());
    assert_cell::<DateTime<Utc>, Text>(&at, b"2015-12-26T12:24:00.250Z");
    let local: NaiveDateTime = "2015-12-26T12:24:00.000000001".parse().unwrap();
    assert_cell::<NaiveDateTime, Text>(&local, b"2015-12-26T12:24:00.000000001");
    assert_cell::<NaiveDateTime, NativeCodec>(
        &at.naive_utc(),
        &1_451_132_640_250_i64.to_be_bytes(),
    );
    let before = NaiveDate::from_ymd_opt(1969, 12, 31).unwrap();
    assert_cell::<NaiveDate, NativeCodec>(&before, &(-1_i64).to_be_bytes());
    assert_cell::<NaiveDate, Text>(&before, b"1969-12-31");
    let noon = NaiveTime::from_hms_nano_opt(12, 0, 0, 1).unwrap();
    assert_cell::<NaiveTime, NativeCodec>(&noon, &43_200_000_000_001_i64.to_be_bytes());
    assert_cell::<NaiveTime, Text>(&noon, b"12:00:00.000000001");
    assert!(cell_error::<NaiveTime, NativeCodec>(&[0x7f; 8]).contains("a day, in nanoseconds,"));
    assert!(cell_error::<NaiveDate, NativeCodec>(&[0x7f; 8]).contains("`chrono::NaiveDate`"));
}

#[cfg(feature = "chrono")]
#[test]
fn a_finer_time_is_not_cut_off_silently() {
    use hbase_schema::cell::EncodeCell;
    let at: chrono::DateTime<chrono::Utc> = "2015-12-26T12:24:00.000001Z".parse().unwrap();
    let error = EncodeCell::<NativeCodec>::encode_cell(&at, &mut Vec::new()).unwrap_err();
    assert_eq!(
        error.to_string(),
        "found a time finer than a millisecond, expected whole milliseconds: drop the finer part \
         first, or use `text` in `#[column]`"
    );
}

#[cfg(feature = "jiff")]
#[test]
fn times_of_jiff() {
    use jiff::civil::{Date, DateTime, Time, date, time};
    let at: jiff::Timestamp = "2015-12-26T12:24:00.25Z".parse().unwrap();
    assert_cell::<jiff::Timestamp, NativeCodec>(&at, &1_451_132_640_250_i64.to_be_bytes());
    assert_cell::<jiff::Timestamp, Text>(&at, b"2015-12-26T12:24:00.25Z");
    let local = date(2015, 12, 26).at(12, 24, 0, 0);
    assert_cell::<DateTime, NativeCodec>(&local, &1_451_132_640_000_i64.to_be_bytes());
    assert_cell::<DateTime, Text>(&local, b"2015-12-26T12:24:00");
    assert_cell::<Date, NativeCodec>(&date(1969, 12, 31), &(-1_i64).to_be_bytes());
    assert_cell::<Date, Text>(&date(1969, 12, 31), b"1969-12-31");
    let noon = time(12, 0, 0, 1);
    assert_cell::<Time, NativeCodec>(&noon, &43_200_000_000_001_i64.to_be_bytes());
    assert_cell::<Time, Text>(&noon, b"12:00:00.000000001");
    assert!(cell_error::<Time, NativeCodec>(&[0x7f; 8]).contains("a day, in nanoseconds,"));
    assert!(!cell_error::<Date, NativeCodec>(&[0x7f; 8]).is_empty());
}

#[cfg(feature = "bigdecimal")]
#[test]
fn decimals_of_any_length() {
    let long = "-1234567890123456789012345678901234567890.5";
    let value: bigdecimal::BigDecimal = long.parse().unwrap();
    assert_cell::<bigdecimal::BigDecimal, Text>(&value, long.as_bytes());
    let mut cell = Vec::new();
    hbase_schema::cell::EncodeCell::<NativeCodec>::encode_cell(&value, &mut cell).unwrap();
    assert_cell::<bigdecimal::BigDecimal, NativeCodec>(&value, &cell);
    assert!(cell_error::<bigdecimal::BigDecimal, NativeCodec>(&[0; 4]).contains("a number"));
}

#[cfg(feature = "rust_decimal")]
#[test]
fn a_decimal_that_does_not_fit_is_refused() {
    let wide = [&[0; 4][..], &[0x7f; 13]].concat();
    assert_eq!(
        cell_error::<rust_decimal::Decimal, NativeCodec>(&wide),
        "found a number out of range, expected one that `rust_decimal::Decimal` can hold"
    );
}

#[cfg(all(feature = "chrono", feature = "jiff"))]
#[test]
fn times_of_day_in_keys() {
    use hbase_schema::key::encoding::OfDay;
    use hbase_schema::key::{KeyBuf, KeyPart};
    type Millis = OfDay<false, false>;
    let bytes = 44_641_250_u32.to_be_bytes();
    let of_chrono = chrono::NaiveTime::from_hms_milli_opt(12, 24, 1, 250).unwrap();
    assert_part::<chrono::NaiveTime, Millis>(&of_chrono, &bytes);
    let of_jiff = jiff::civil::time(12, 24, 1, 250_000_000);
    assert_part::<jiff::civil::Time, Millis>(&of_jiff, &bytes);
    let finer = chrono::NaiveTime::from_hms_nano_opt(12, 24, 1, 1).unwrap();
    assert!(KeyPart::<Millis>::encode(&finer, &mut KeyBuf::new()).is_err());
    let finer = jiff::civil::time(12, 24, 1, 1);
    assert!(KeyPart::<Millis>::encode(&finer, &mut KeyBuf::new()).is_err());
}

/// Dates of one day in the names of tables.
#[cfg(any(feature = "chrono", feature = "jiff"))]
fn assert_table_date<T>(date: &T, text: &str)
where
    T: hbase_schema::key::TableDate + PartialEq,
{
    use hbase_schema::time::PeriodUnit;

    let midnight: Timestamp = text.parse().expect("a date");
    assert_eq!(date.to_millis(), Ok(midnight.as_millis()));
    let period = date.period(PeriodUnit::Day).expect("a day");
    assert_eq!(period.start_ms(), midnight.as_millis());
    assert_eq!(T::of_period(period).as_ref(), Ok(date));
    let month = date.period(PeriodUnit::Month).expect("a month");
    assert_eq!(month.to_string(), text[..7]);
    // Dates have no hours.
    assert!(date.period(PeriodUnit::Hour).is_err());
}

#[cfg(feature = "chrono")]
#[test]
fn dates_of_chrono_are_those_of_tables() {
    let date = chrono::NaiveDate::from_ymd_opt(2026, 3, 17).unwrap();
    assert_table_date(&date, "2026-03-17");
}

#[cfg(feature = "jiff")]
#[test]
fn dates_of_jiff_are_those_of_tables() {
    assert_table_date(&jiff::civil::date(2026, 3, 17), "2026-03-17");
}

#[test]
fn sequences_are_written_as_their_numbers() {
    use hbase_schema::Sequence;
    use hbase_schema::key::encoding::{Fixed, Java, Native, Ordered, PlainText};
    use hbase_schema::key::{BoundAt, KeyBuf, KeyPart, RangePart};

    assert_part::<Sequence<u16>, Native>(&Sequence(258), &[1, 2]);
    assert_part::<Sequence<u16>, Fixed<5>>(&Sequence(258), b"00258");
    assert_part::<Sequence<i16>, Java>(&Sequence(258), &[1, 2]);
    assert_part::<Sequence<u16>, PlainText>(&Sequence(258), b"258");
    let ordered = crate::support::part::<i32, Ordered>(&258);
    assert_part::<Sequence<i32>, Ordered>(&Sequence(258), &ordered);
    let longer = [&*ordered, b"\0"].concat();
    assert_eq!(
        <Sequence<i32> as KeyPart<Ordered>>::measure(&longer),
        Ok(ordered.len())
    );
    // The largest one of three digits.
    for (number, at, bytes) in [
        (999, BoundAt::Exact, &b"999"[..]),
        (1000, BoundAt::PastEnd, b""),
    ] {
        let mut out = KeyBuf::new();
        let bound = RangePart::<Fixed<3>>::encode_bound(&Sequence(number), &mut out);
        assert_eq!((bound, &*out), (Ok(at), bytes));
    }
}

#[test]
fn timestamps_of_cells_are_optional() {
    use hbase_schema::cell::CellVersion;

    assert_eq!(Some(7_i64).to_timestamp(), Some(7));
    assert_eq!(None::<i64>.to_timestamp(), None);
    assert_eq!(<Option<i64>>::from_timestamp(7), Some(7));
    let at = Timestamp::from_millis(9);
    assert_eq!(Some(at).to_timestamp(), Some(9));
    assert_eq!(<Option<Timestamp>>::from_timestamp(9), Some(at));
}

#[test]
fn an_error_of_the_model_is_found_in_that_of_a_codec() {
    use hbase_model::ValueError;
    use hbase_schema::key::CodecError;

    let error = ValueError::TooLong { found: 5, width: 4 };
    assert_eq!(CodecError::from(error).value_error(), Some(error));
    assert_eq!(CodecError::new("found another one").value_error(), None);
}

#[test]
fn the_bytes_of_keys_are_hashed_and_taken() {
    use std::collections::HashSet;

    use hbase_schema::key::KeyBuf;

    let keys = [b"a", b"b", b"a"].map(|key| KeyBuf::from_slice(key));
    assert_eq!(Vec::from(keys[1].clone()), b"b");
    assert_eq!(HashSet::from(keys).len(), 2);
}

/// Times and dates as bounds of cells' timestamps, and as their periods.
#[cfg(all(feature = "chrono", feature = "jiff"))]
#[test]
fn times_and_dates_of_others_are_timestamps_of_cells() {
    use hbase_schema::__private::{Day, Month, PeriodVersion};
    use hbase_schema::cell::VersionBound;

    const DAY_MS: i64 = 86_400_000;

    fn assert_bound<T: VersionBound>(value: &T, bound: (i64, bool), length: i64) {
        assert_eq!((value.to_bound(), T::LENGTH), (Some(bound), length));
    }

    fn assert_period<T, P>(value: &T, millis: i64)
    where
        T: PeriodVersion<P> + PartialEq + std::fmt::Debug,
    {
        assert_eq!(value.to_period(), millis);
        assert_eq!(T::from_period(millis).as_ref(), Ok(value));
    }

    let midnight = Timestamp::from_utc(2026, 3, 17, 0, 0, 0).expect("a time");
    let millis = midnight.as_millis();
    let chrono = chrono::DateTime::from_timestamp_millis(millis + 5).expect("a time");
    let jiff = jiff::Timestamp::from_millisecond(millis + 5).expect("a time");
    let micros = chrono::TimeDelta::microseconds(1);
    assert_bound(&chrono, (millis + 5, false), 1);
    assert_bound(&(chrono + micros), (millis + 5, true), 1);
    assert_bound(&jiff, (millis + 5, false), 1);
    assert_bound(&Some(midnight), (millis, false), 1);
    assert_eq!(None::<i64>.to_bound(), None);
    let dates = (
        chrono::NaiveDate::from_ymd_opt(2026, 3, 17).expect("a date"),
        jiff::civil::date(2026, 3, 17),
    );
    assert_bound(&dates.0, (millis, false), DAY_MS);
    assert_bound(&Some(dates.1), (millis, false), DAY_MS);
    assert_period::<_, Day>(&midnight, millis);
    assert_period::<_, Day>(&chrono, millis + 5);
    assert_period::<_, Month>(&jiff, millis + 5);
    assert_period::<_, Day>(&dates.0, millis);
    assert_period::<_, Month>(&dates.1, millis);
    let before = chrono::NaiveDate::from_ymd_opt(1969, 12, 31).expect("a date");
    assert_period::<_, Day>(&before, -DAY_MS);
}
