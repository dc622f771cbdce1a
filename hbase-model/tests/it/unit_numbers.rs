//! The numbers with which qualifiers continue a time of the row key.

use hbase_model::described::UnitNumber;
use hbase_model::time::{TimeFormat, TimeKind};
use hbase_model::{Encoding, PartLayout, Since};

use crate::layouts::{TEXT, key, part, uint};

const HOUR_MS: u32 = 3_600_000;

fn digits(width: u8, max: u128) -> Encoding {
    Encoding::Digits { width, max }
}

const fn java(width: u8, signed: bool) -> Encoding {
    Encoding::JavaInteger { width, signed }
}

fn number(encoding: Encoding) -> Option<UnitNumber> {
    UnitNumber::of(&key(None, [part("n", encoding), part("rest", TEXT)]))
}

#[test]
fn a_qualifier_begins_with_a_number_that_sorts_as_its_bytes() {
    for (encoding, max) in [
        (uint(1), Some(255)),
        (uint(8), Some(u64::MAX)),
        (uint(16), None),
        (java(4, false), Some(u32::MAX.into())),
        (java(4, true), Some(i32::MAX.unsigned_abs().into())),
        (java(8, true), Some(i64::MAX.unsigned_abs())),
        (digits(4, u128::MAX), Some(9999)),
        (digits(4, 9999), Some(9999)),
        (digits(5, 65_535), Some(65_535)),
        (digits(20, u128::MAX), Some(u64::MAX)),
        (
            Encoding::Integer {
                width: 4,
                signed: true,
            },
            None,
        ),
        (TEXT, None),
    ] {
        let found = number(encoding.clone());
        assert_eq!(found.map(UnitNumber::max), max, "{encoding}");
        let plain = part("n", encoding);
        for other in [
            PartLayout {
                desc: true,
                ..plain.clone()
            },
            PartLayout {
                reverse: true,
                ..plain.clone()
            },
            PartLayout {
                omit_none: true,
                ..plain
            },
        ] {
            assert_eq!(UnitNumber::of(&key(None, [other])), None);
        }
    }
    assert_eq!(UnitNumber::of(&key(None, [])), None);
}

#[test]
fn numbers_of_units_are_written_up_to_the_largest_one() {
    for (encoding, largest, expected) in [
        (uint(2), 65_535, &[0xff, 0xff][..]),
        (java(2, true), 32_767, &[0x7f, 0xff]),
        (digits(3, 250), 250, b"250"),
        (digits(22, 99), 99, b"0000000000000000000099"),
        (digits(1, 9), 9, b"9"),
    ] {
        let of = number(encoding).expect("a number");
        let mut out = Vec::new();
        assert!(!of.put(largest + 1, &mut out) && out.is_empty());
        assert!(of.put(largest, &mut out));
        assert_eq!(out, expected);
        assert_eq!(of.get(&out), i64::try_from(largest).ok());
        assert_eq!(of.get(&out[1..]), None, "too short");
        out.push(b'x');
        assert_eq!(of.get(&out), i64::try_from(largest).ok());
    }
    let of = |encoding| number(encoding).expect("a number");
    assert_eq!(of(digits(3, 250)).get(b"251"), None);
    assert_eq!(of(digits(3, 250)).get(b"25x"), None);
    assert_eq!(of(java(2, true)).get(&[0x80, 0]), Some(-32_768));
    assert_eq!(of(java(2, false)).get(&[0x80, 0]), Some(32_768));
    assert_eq!(of(uint(8)).get(&[0xff; 8]), Some(i64::MAX));
    assert_eq!(
        of(digits(20, u64::MAX.into())).get(b"18446744073709551615"),
        Some(i64::MAX)
    );
}

const SECONDS: Since = Since {
    part: "hour",
    unit_ms: 1000,
    period_ms: HOUR_MS,
};

fn hour(align_ms: u32) -> PartLayout {
    let format = TimeFormat {
        align_ms,
        ..TimeFormat::new(TimeKind::Millis)
    };
    part("hour", Encoding::Time(format))
}

#[test]
fn a_qualifier_is_within_the_period_of_its_row() {
    let layout = key(None, [part("second", digits(4, 9999))]);
    let is_in_row = |qualifier| SECONDS.is_in_row(&layout, qualifier);
    assert!(is_in_row(b"0000") && is_in_row(b"3599"));
    assert!(!is_in_row(b"3600") && !is_in_row(b"359"));
    let signed = key(None, [part("second", java(4, true))]);
    assert!(SECONDS.is_in_row(&signed, &[0; 4]));
    assert!(!SECONDS.is_in_row(&signed, &[0xff; 4]));
    assert!(!SECONDS.is_in_row(&key(None, [part("second", TEXT)]), b"0000"));
    let described = SECONDS.describe();
    assert_eq!(described.part, "hour");
    assert_eq!((described.unit_ms, described.period_ms), (1000, HOUR_MS));
}

#[test]
fn qualifiers_continue_an_aligned_time_of_the_key() {
    let good = key(None, [part("id", uint(4)), hour(HOUR_MS)]);
    let seconds = |max| key(None, [part("second", digits(4, max))]);
    assert_eq!(SECONDS.part_of(&good).map(|(at, _)| at), Some(1));
    assert_eq!(SECONDS.check(&good, &seconds(9999)), Ok(()));
    assert_eq!(SECONDS.check(&good, &seconds(3599)), Ok(()));
    let optional = PartLayout {
        omit_none: true,
        ..hour(HOUR_MS)
    };
    for key in [
        key(None, [part("id", uint(4))]),
        key(None, [part("hour", uint(8))]),
        key(None, [hour(0)]),
        key(None, [optional]),
    ] {
        assert_eq!(SECONDS.part_of(&key), None);
        let said = SECONDS.check(&key, &seconds(9999)).unwrap_err();
        assert!(said.contains("a time with `align`"), "{said}");
    }
    let of_unit = |unit_ms| Since { unit_ms, ..SECONDS };
    let day = Since {
        period_ms: 24 * HOUR_MS,
        ..SECONDS
    };
    for (since, qualifier, says) in [
        (SECONDS, seconds(3598), "holds 3599"),
        (SECONDS, key(None, [part("second", TEXT)]), "holds 3599"),
        (of_unit(0), seconds(9999), "a unit of 0 ms"),
        (of_unit(7000), seconds(9999), "a unit of 7000 ms"),
        (day, seconds(9999), "found a period of 86400000 ms"),
    ] {
        let said = since.check(&good, &qualifier).unwrap_err();
        assert!(said.contains(says), "{said}");
    }
}
