//! Values of key parts, as they are written on a command line.

use hbase_model::layout::OrderedKind;
use hbase_model::primitive::LengthPrefix;
use hbase_model::time::{TimeFormat, TimeKind};
use hbase_model::{CustomEncoding, Encoding, LayoutError, PartValue};

use crate::layouts::{DECIMAL_U64, TEXT, date, part, uint};

const SIGNED: Encoding = Encoding::Integer {
    width: 4,
    signed: true,
};
const TIME_OF_DAY: Encoding = Encoding::TimeOfDay {
    minutes: true,
    truncate: false,
};

const fn java(signed: bool) -> Encoding {
    Encoding::JavaInteger { width: 4, signed }
}

const fn decimal_text(min: i128) -> Encoding {
    Encoding::DecimalText { min, max: 99 }
}

const fn length_prefixed(text: bool) -> Encoding {
    Encoding::LengthPrefixed {
        length: LengthPrefix::U8,
        text,
    }
}

fn parse(encoding: &Encoding, text: &str) -> Option<PartValue> {
    part("a", encoding.clone()).parse(text).ok()
}

#[test]
fn integers_have_the_sign_of_their_encoding() {
    for (encoding, is_signed) in [
        (SIGNED, true),
        (java(true), true),
        (decimal_text(-1), true),
        (Encoding::Ordered(OrderedKind::Int8), true),
        (Encoding::Ordered(OrderedKind::Int64), true),
        (uint(4), false),
        (java(false), false),
        (decimal_text(0), false),
        (DECIMAL_U64, false),
        (
            Encoding::Digits {
                width: 4,
                max: 9999,
            },
            false,
        ),
    ] {
        let seven = if is_signed {
            PartValue::Int(7)
        } else {
            PartValue::Uint(7)
        };
        assert_eq!(parse(&encoding, "7"), Some(seven), "{encoding}");
        let minus = Some(PartValue::Int(-7)).filter(|_| is_signed);
        assert_eq!(parse(&encoding, "-7"), minus, "{encoding}");
        assert_eq!(parse(&encoding, "x"), None);
    }
}

#[test]
fn texts_are_taken_unchanged_and_bytes_are_unescaped() {
    let text = || Some(PartValue::from(r"a\x00"));
    let bytes = || Some(PartValue::Bytes(b"a\0".to_vec()));
    let custom = Encoding::Custom(CustomEncoding::new("Own"));
    for (encoding, expected) in [
        (TEXT, text()),
        (Encoding::Labels { separator: b'.' }, text()),
        (length_prefixed(true), text()),
        (Encoding::Ordered(OrderedKind::String), text()),
        (length_prefixed(false), bytes()),
        (Encoding::Bytes { width: None }, bytes()),
        (Encoding::Ordered(OrderedKind::BlobVar), bytes()),
        (custom, bytes()),
    ] {
        assert_eq!(parse(&encoding, r"a\x00"), expected, "{encoding}");
    }
}

#[test]
fn booleans_floats_and_decimals_have_the_type_of_their_encoding() {
    for encoding in [Encoding::Bool, Encoding::JavaBool] {
        assert_eq!(parse(&encoding, "true"), Some(true.into()));
        assert_eq!(parse(&encoding, "false"), Some(false.into()));
        assert_eq!(parse(&encoding, "1"), None);
    }
    for encoding in [
        Encoding::Float { width: 4 },
        Encoding::JavaFloat { width: 4 },
        Encoding::Ordered(OrderedKind::Float32),
    ] {
        assert_eq!(parse(&encoding, "1.5"), Some(1.5_f32.into()));
        // Beyond the largest and below the smallest of 4 bytes.
        assert_eq!(parse(&encoding, "1e39"), None);
        assert_eq!(parse(&encoding, "1E-60"), None);
        assert_eq!(parse(&encoding, "0E-60"), Some(0_f32.into()));
    }
    for encoding in [
        Encoding::Float { width: 8 },
        Encoding::JavaFloat { width: 8 },
        Encoding::Ordered(OrderedKind::Float64),
    ] {
        assert_eq!(parse(&encoding, "1.5"), Some(1.5_f64.into()));
        assert_eq!(parse(&encoding, "1e39"), Some(1e39_f64.into()));
        assert_eq!(parse(&encoding, "inf"), Some(f64::INFINITY.into()));
    }
    let numeric = Encoding::Ordered(OrderedKind::Numeric);
    for text in ["-Infinity", "Infinity", "NaN", "1.50", "-7"] {
        let found = parse(&numeric, text).map(|value| value.to_string());
        assert_eq!(found.as_deref(), Some(text));
    }
    assert_eq!(parse(&numeric, "infinity"), None);
}

#[test]
fn seconds_are_read_from_ten_digits_where_they_are_no_complement() {
    let at = PartValue::Time(1_451_132_640_000);
    let before = PartValue::Time(-1_451_132_640_000);
    for (kind, newest_first, of_ten) in [
        (TimeKind::Seconds, false, true),
        (TimeKind::Seconds, true, true),
        (TimeKind::Seconds10, false, true),
        (TimeKind::Seconds10, true, false),
        (TimeKind::Millis, false, false),
        (TimeKind::NegatedMillis, false, false),
        (TimeKind::Millis13, false, false),
    ] {
        let encoding = date(kind, newest_first);
        let found = parse(&encoding, "1451132640");
        assert_eq!(found, Some(at.clone()).filter(|_| of_ten), "{encoding}");
        assert_eq!(parse(&encoding, "1451132640000"), Some(at.clone()));
        assert_eq!(
            parse(&encoding, "0001451132640"),
            Some(PartValue::Time(1_451_132_640))
        );
        assert_eq!(parse(&encoding, "145113264"), None, "{encoding}");
        assert_eq!(parse(&encoding, "14511326400"), None, "{encoding}");
        assert_eq!(parse(&encoding, "-1451132640000"), Some(before.clone()));
        assert_eq!(parse(&encoding, "-145113264x"), None);
    }
}

#[test]
fn a_date_is_read_from_its_own_digits_in_ascending_order() {
    let hour = Encoding::Time(TimeFormat {
        newest_first: true,
        offset_s: 3600,
        align_ms: 7_200_000,
        ..TimeFormat::new(TimeKind::Hour)
    });
    // Digits need not be a multiple of the period.
    assert_eq!(parse(&hour, "1970010102"), Some(PartValue::Time(3_600_000)));
    assert_eq!(parse(&hour, "19700101"), None);
    assert_eq!(
        parse(&hour, "1970-01-01T02:00"),
        Some(PartValue::Time(3_600_000))
    );
    // Nineteen digits are milliseconds.
    assert_eq!(
        parse(&hour, "0000000000000003600"),
        Some(PartValue::Time(3600))
    );
    assert_eq!(
        parse(&TIME_OF_DAY, "00:01"),
        Some(PartValue::TimeOfDay(60_000))
    );
    assert_eq!(parse(&TIME_OF_DAY, "24:00"), None);
}

#[test]
fn an_error_names_the_texts_that_can_be_read() {
    let seconds = "seconds since 1970 in 10 digits";
    let milliseconds = "milliseconds since 1970 in 13 digits";
    for (encoding, says) in [
        (uint(4), "an integer without a sign"),
        (java(false), "an integer without a sign"),
        (SIGNED, "an integer"),
        (date(TimeKind::Day, false), "digits of the key"),
        (date(TimeKind::Millis, true), milliseconds),
        (date(TimeKind::Millis13, false), milliseconds),
        (date(TimeKind::Seconds, false), seconds),
        (date(TimeKind::Seconds10, false), seconds),
        (date(TimeKind::Seconds10, true), milliseconds),
        (TIME_OF_DAY, "a time of day"),
        (Encoding::Bool, "true or false"),
    ] {
        let error = part("a", encoding.clone()).parse("x").unwrap_err();
        let LayoutError::Unparsable { expected, .. } = &error else {
            panic!("{error}");
        };
        assert!(expected.contains(says), "{encoding}: {expected}");
        assert_eq!(expected.contains(seconds), says == seconds, "{encoding}");
    }
    let digits = part("a", date(TimeKind::Millis13, true)).parse("x");
    assert!(!digits.unwrap_err().to_string().contains("digits"));
}

#[test]
fn numbers_are_within_the_range_of_their_encoding() {
    let between = |min, max| Encoding::DecimalText { min, max };
    for (encoding, value, expected) in [
        (between(-5, 9), PartValue::Int(-5), Some("-5")),
        (between(-5, 9), PartValue::Int(-6), None),
        (between(-5, 9), PartValue::Int(9), Some("9")),
        (between(-5, 9), PartValue::Int(10), None),
        (between(0, 9), PartValue::Uint(0), Some("0")),
        (between(0, 9), PartValue::Uint(10), None),
        (between(0, 9), PartValue::Int(-1), None),
        (
            Encoding::Digits { width: 2, max: 50 },
            PartValue::Uint(50),
            Some("50"),
        ),
        (
            Encoding::Digits { width: 2, max: 50 },
            PartValue::Uint(51),
            None,
        ),
        (
            Encoding::Digits { width: 2, max: 50 },
            PartValue::Int(-1),
            None,
        ),
    ] {
        let part = part("a", encoding.clone());
        let mut out = Vec::new();
        let found = part.encode(&value, &mut out).is_ok();
        assert_eq!(found, expected.is_some(), "{encoding} {value}");
        if let Some(text) = expected {
            assert_eq!(out, text.as_bytes());
            assert_eq!(part.decode(&out), Ok(value));
        }
    }
    for (encoding, bytes) in [
        (between(-5, 9), &b"-6"[..]),
        (between(-5, 9), b"10"),
        (between(0, 9), b"-1"),
        (Encoding::Digits { width: 2, max: 50 }, b"51"),
        (Encoding::Digits { width: 2, max: 50 }, b"5"),
    ] {
        assert!(
            part("a", encoding.clone()).decode(bytes).is_err(),
            "{encoding}"
        );
    }
}

#[test]
fn a_value_of_another_type_is_an_error() {
    let values = [
        PartValue::Int(1),
        PartValue::Float32(1.0),
        PartValue::Float64(1.0),
        PartValue::Bool(true),
        PartValue::from("1"),
        PartValue::Bytes(vec![1]),
        PartValue::Time(0),
        PartValue::TimeOfDay(0),
        PartValue::Decimal(1.into()),
        PartValue::List(vec![]),
        PartValue::Absent,
    ];
    for (encoding, of) in [
        (SIGNED, 0),
        (java(false), 0),
        (DECIMAL_U64, 0),
        (Encoding::Float { width: 4 }, 1),
        (Encoding::JavaFloat { width: 4 }, 1),
        (Encoding::Float { width: 8 }, 2),
        (Encoding::JavaFloat { width: 8 }, 2),
        (Encoding::Bool, 3),
        (Encoding::JavaBool, 3),
        (TEXT, 4),
        (length_prefixed(true), 4),
        (Encoding::Labels { separator: b'.' }, 4),
        (length_prefixed(false), 5),
        (Encoding::Bytes { width: None }, 5),
        (Encoding::Custom(CustomEncoding::new("Own")), 5),
        (date(TimeKind::Millis, false), 6),
        (TIME_OF_DAY, 7),
        (Encoding::Ordered(OrderedKind::Int8), 0),
        (Encoding::Ordered(OrderedKind::Float32), 1),
        (Encoding::Ordered(OrderedKind::Float64), 2),
        (Encoding::Ordered(OrderedKind::String), 4),
        (Encoding::Ordered(OrderedKind::BlobVar), 5),
        (Encoding::Ordered(OrderedKind::Numeric), 8),
    ] {
        for (at, value) in values.iter().enumerate() {
            let found = part("a", encoding.clone()).encode(value, &mut Vec::new());
            assert_eq!(found.is_ok(), at == of, "{encoding} {value:?}");
        }
    }
}
