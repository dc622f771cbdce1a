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
