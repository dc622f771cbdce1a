//! The bytes of each format in an entry.

use hbase_model::described::is_computable;
use hbase_model::layout::OrderedKind;
use hbase_model::primitive::LengthPrefix;
use hbase_model::time::{TimeFormat, TimeKind};
use hbase_model::{CellFormat, Encoding, PartFormat};

use super::{mails, row};

const TIME: Encoding = Encoding::Time(TimeFormat::new(TimeKind::Millis));
const SECONDS: Encoding = Encoding::Time(TimeFormat::new(TimeKind::Seconds));
const OF_DAY: Encoding = Encoding::TimeOfDay {
    minutes: false,
    truncate: false,
};

const fn integer(width: u8, signed: bool) -> (CellFormat, Encoding) {
    (
        CellFormat::Integer { width, signed },
        Encoding::Integer { width, signed },
    )
}

/// A format, a cell, and the bytes of its value in an entry.
type Case<'a> = ((CellFormat, Encoding), &'a [u8], &'a [u8]);

fn check(cases: &[Case]) {
    for ((format, encoding), cell, expected) in cases {
        let mut table = mails();
        table.columns[0].facts.format = *format;
        table.indexes[0].fields[0].encoding = encoding.clone();
        let values = table.index_values(&table.indexes[0]).unwrap();
        let found = values.of_row(b"m1", row(&[("SENDER", cell)]));
        assert_eq!(
            found,
            Ok(Some(expected.to_vec())),
            "{format:?} {encoding:?}"
        );
        let damaged = values.of_row(b"m1", row(&[("SENDER", b"\xff damaged")]));
        assert!(damaged.is_err(), "{format:?} {encoding:?}");
    }
}

/// -1 as a signed integer of 16 bytes.
const MINUS_ONE: [u8; 16] = (i128::MAX).to_be_bytes();

#[test]
fn each_number_has_its_value() {
    let ordered = Encoding::Ordered;
    let of_text = |width, signed| (CellFormat::DecimalText, integer(width, signed).1);
    check(&[
        (integer(1, false), &[7], &[7]),
        (integer(1, true), &[0xff], &[0x7f]),
        (integer(2, false), &[1, 2], &[1, 2]),
        (integer(2, true), &[1, 2], &[0x81, 2]),
        (integer(4, false), &[0, 0, 1, 2], &[0, 0, 1, 2]),
        (integer(8, true), &[0; 8], &[0x80, 0, 0, 0, 0, 0, 0, 0]),
        (integer(8, false), &[9; 8], &[9; 8]),
        (integer(16, false), &[9; 16], &[9; 16]),
        (integer(16, true), &[0xff; 16], &MINUS_ONE),
        (of_text(2, true), b"-2", &[0x7f, 0xfe]),
        (of_text(2, false), b"258", &[1, 2]),
        (
            (
                CellFormat::Float { width: 4 },
                ordered(OrderedKind::Float32),
            ),
            &1.5f32.to_be_bytes(),
            &[0x30, 0xbf, 0xc0, 0, 0],
        ),
        (
            (CellFormat::DecimalText, ordered(OrderedKind::Float32)),
            b"1.5",
            &[0x30, 0xbf, 0xc0, 0, 0],
        ),
        (
            (
                CellFormat::Float { width: 8 },
                ordered(OrderedKind::Float64),
            ),
            &(-1.5f64).to_be_bytes(),
            &[0x31, 0x40, 0x07, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff],
        ),
        (
            (CellFormat::DecimalText, ordered(OrderedKind::Float64)),
            b"-1.5",
            &[0x31, 0x40, 0x07, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff],
        ),
        (
            (
                CellFormat::JavaFloatText { width: 4 },
                ordered(OrderedKind::Float32),
            ),
            b"1.5",
            &[0x30, 0xbf, 0xc0, 0, 0],
        ),
        (
            (
                CellFormat::JavaFloatText { width: 8 },
                ordered(OrderedKind::Float64),
            ),
            b"-1.5",
            &[0x31, 0x40, 0x07, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff],
        ),
    ]);
}

#[test]
fn each_other_format_has_its_value() {
    let (long, int) = (integer(8, true).0, integer(4, true).0);
    let numeric = Encoding::Ordered(OrderedKind::Numeric);
    let string = Encoding::Ordered(OrderedKind::String);
    check(&[
        (
            (long, TIME),
            &[0, 0, 0, 0, 0, 0, 1, 2],
            &[0, 0, 0, 0, 0, 0, 1, 2],
        ),
        (
            (CellFormat::Text, TIME),
            b"1970-01-01T00:00:00.258Z",
            &[0, 0, 0, 0, 0, 0, 1, 2],
        ),
        ((int, OF_DAY), &[0, 0, 1, 2], &[0, 0, 1, 2]),
        ((CellFormat::Text, OF_DAY), b"00:00:00.258", &[0, 0, 1, 2]),
        (
            (CellFormat::Bytes, Encoding::Bytes { width: Some(2) }),
            b"ab",
            b"ab",
        ),
        ((CellFormat::Bool, Encoding::Bool), &[0xff], &[1]),
        ((CellFormat::Bool, Encoding::Bool), &[0], &[0]),
        ((CellFormat::Text, Encoding::Bool), b"true", &[1]),
        ((CellFormat::Text, Encoding::Bool), b"false", &[0]),
        ((CellFormat::Text, string), b"ada", b"\x34ada\0"),
        (
            (CellFormat::BigDecimal, numeric),
            &[0, 0, 0, 0, 1, 0],
            &[0x19, 0x05, 0x70],
        ),
    ]);
}

/// Of a cell with `part`, an index has the value if both encodings are of one type.
#[test]
fn a_part_has_the_value_of_its_type() {
    let [float32, float64, string] = [
        OrderedKind::Float32,
        OrderedKind::Float64,
        OrderedKind::String,
    ]
    .map(Encoding::Ordered);
    let text = Encoding::Text {
        width: None,
        pad: None,
    };
    let numeric = Encoding::Ordered(OrderedKind::Numeric);
    let number = integer(4, true).1;
    let two_bytes = Encoding::Bytes { width: Some(2) };
    let length_prefixed = |text| Encoding::LengthPrefixed {
        length: LengthPrefix::U8,
        text,
    };
    for (part, encoding, expected) in [
        (&Encoding::Float { width: 4 }, &float32, true),
        (&Encoding::JavaFloat { width: 4 }, &float32, true),
        (&Encoding::Float { width: 8 }, &float64, true),
        (&float32, &float32, true),
        (&float64, &float64, true),
        (&Encoding::Float { width: 4 }, &float64, false),
        (&float64, &float32, false),
        (&text, &string, true),
        (&text, &float32, false),
        (&Encoding::JavaBool, &Encoding::Bool, true),
        (&Encoding::Bool, &Encoding::Bool, true),
        (&text, &Encoding::Bool, false),
        (&Encoding::Bool, &string, false),
        (&string, &string, true),
        (&Encoding::Labels { separator: b'.' }, &string, true),
        (&length_prefixed(true), &string, true),
        (&length_prefixed(false), &string, false),
        (&numeric, &numeric, true),
        (&float64, &numeric, false),
        (&number, &number, true),
        (&Encoding::DecimalText { min: 0, max: 9 }, &number, true),
        (&text, &number, false),
        (&TIME, &TIME, true),
        (&OF_DAY, &OF_DAY, true),
        (&OF_DAY, &TIME, false),
        (&TIME, &OF_DAY, false),
        (&Encoding::Bytes { width: None }, &two_bytes, true),
        (&text, &two_bytes, false),
        // An index has bytes of one width only.
        (&two_bytes, &Encoding::Bytes { width: None }, false),
    ] {
        let format = CellFormat::Part(PartFormat::new(part, false, false));
        assert_eq!(
            is_computable(format, encoding),
            expected,
            "{part:?} {encoding:?}"
        );
    }
}

#[test]
fn what_a_format_does_not_determine_is_not_computed() {
    let text = Encoding::Ordered(OrderedKind::String);
    let numeric = Encoding::Ordered(OrderedKind::Numeric);
    let bytes = Encoding::Bytes { width: Some(16) };
    let float32 = Encoding::Ordered(OrderedKind::Float32);
    let float64 = Encoding::Ordered(OrderedKind::Float64);
    for (format, encoding) in [
        (CellFormat::Json, &text),
        (CellFormat::Custom, &text),
        // Digits beyond those of the type are rounded.
        (CellFormat::DecimalText, &numeric),
        (CellFormat::Text, &bytes),
        (CellFormat::Bytes, &text),
        (integer(4, true).0, &TIME),
        // Times in indexes are milliseconds.
        (integer(8, true).0, &SECONDS),
        (CellFormat::Text, &SECONDS),
        (integer(8, true).0, &OF_DAY),
        (CellFormat::JavaFloatText { width: 4 }, &float64),
        (CellFormat::Float { width: 8 }, &float32),
    ] {
        assert!(!is_computable(format, encoding), "{format:?} {encoding:?}");
    }
}
