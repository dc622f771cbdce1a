//! Whether the qualifiers of two sets of dynamic columns can be the same.

use std::borrow::Cow;

use hbase_model::time::{TimeFormat, TimeKind};
use hbase_model::{
    CellCodec, CellFormat, ColumnQualifier, DynamicSchema, Encoding, KeyLayout, LogicalType, Since,
};

use crate::layouts::{TEXT, key, part, uint};

fn columns(prefix: &'static str, encoding: Encoding) -> DynamicSchema {
    DynamicSchema {
        counter: false,
        field: "columns",
        family: "D1",
        prefix: ColumnQualifier::new(prefix),
        qualifier: Cow::Owned(key(None, [part("name", encoding)])),
        type_name: "Columns",
        codec: CellCodec::Java,
        format: CellFormat::Bytes,
        logical_type: LogicalType::Unknown,
        limit: None,
        since: None,
    }
}

fn hours(align_ms: u32) -> KeyLayout {
    let format = TimeFormat {
        align_ms,
        ..TimeFormat::new(TimeKind::Millis)
    };
    key(None, [part("hour", Encoding::Time(format))])
}

const SECONDS: Since = Since {
    part: "hour",
    unit_ms: 1000,
    period_ms: 3_600_000,
};

#[test]
fn qualifiers_count_from_a_part_whose_period_they_hold() {
    let (hour, short) = (hours(3_600_000), key(None, [part("second", uint(2))]));
    SECONDS.check(&hour, &short).unwrap();
    let wrong = |since: Since, key: &KeyLayout, qualifier: &KeyLayout| {
        since.check(key, qualifier).unwrap_err()
    };
    let day = Since {
        part: "day",
        ..SECONDS
    };
    assert!(wrong(day, &hour, &short).contains("found `day`"));
    assert!(wrong(SECONDS, &hours(0), &short).contains("with `align`"));
    assert!(wrong(SECONDS, &hours(60_000), &short).contains("expected 60000 ms"));
    let sevens = Since {
        unit_ms: 7000,
        ..SECONDS
    };
    assert!(wrong(sevens, &hour, &short).contains("a unit of 7000 ms"));
    for encoding in [uint(1), TEXT] {
        let qualifier = key(None, [part("second", encoding)]);
        assert!(wrong(SECONDS, &hour, &qualifier).contains("holds 3599"));
    }
    assert!(SECONDS.is_in_row(&short, &3599_u16.to_be_bytes()));
    assert!(!SECONDS.is_in_row(&short, &3600_u16.to_be_bytes()));
    assert!(!SECONDS.is_in_row(&short, &[1]));
}

#[test]
fn columns_meet_if_one_prefix_starts_the_other_and_the_lengths_allow_it() {
    let cases = [
        (columns("a", TEXT), columns("b", TEXT), false),
        (columns("a", TEXT), columns("ab", TEXT), true),
        (columns("a", uint(4)), columns("a", uint(4)), true),
        // The same length, but other prefixes.
        (columns("a", uint(4)), columns("b", uint(4)), false),
        // One prefix starts the other, but the lengths differ.
        (columns("a", uint(4)), columns("ab", uint(4)), false),
        (columns("a", uint(4)), columns("ab", uint(2)), false),
        (columns("ab", uint(1)), columns("a", uint(2)), true),
        (columns("", uint(8)), columns("ab", TEXT), true),
    ];
    for (a, b, expected) in cases {
        assert_eq!(a.may_meet(&b), expected, "{a:?} {b:?}");
        assert_eq!(b.may_meet(&a), expected, "{b:?} {a:?}");
    }
}

#[test]
fn a_qualifier_has_the_prefix_and_the_width() {
    let (four, any) = (columns("a:", uint(4)), columns("a:", TEXT));
    for (front, back, of_four, of_any) in [
        ("a", ":1234", true, true),
        ("a:12", "34", true, true),
        ("", "a:1234", true, true),
        ("a:1234", "", true, true),
        ("a:", "123", false, true),
        ("a:1234", "5", false, true),
        ("a:", "", false, true),
        ("b:", "1234", false, false),
        ("a", "b1234", false, false),
        ("a", "", false, false),
        ("", "", false, false),
    ] {
        let (front, back) = (front.as_bytes(), back.as_bytes());
        assert_eq!(four.may_be(front, back), of_four, "{front:?} {back:?}");
        assert_eq!(any.may_be(front, back), of_any, "{front:?} {back:?}");
    }
}

#[test]
fn qualifiers_in_words_begin_with_the_prefix() {
    let parts = "name (unsigned 32-bit integer, big-endian)";
    let with_prefix = columns("a:", uint(4)).qualifiers();
    assert_eq!(with_prefix, format!("\"a:\", {parts}"));
    assert_eq!(columns("", uint(4)).qualifiers(), parts);
}
