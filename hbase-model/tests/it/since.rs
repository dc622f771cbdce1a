//! Times that are divided between a row and its qualifiers.

use hbase_model::time::{TimeFormat, TimeKind};
use hbase_model::{Encoding, KeyLayout, PartLayout, Since, UnitNumber};

const HOUR_MS: u32 = 3_600_000;
const MINUTE_MS: u32 = 60_000;

fn key(part: PartLayout) -> KeyLayout {
    let id = Encoding::Bool;
    KeyLayout {
        salt: None,
        parts: vec![PartLayout::plain("id".into(), id), part].into(),
    }
}

fn hours(align_ms: u32) -> PartLayout {
    let format = TimeFormat {
        align_ms,
        ..TimeFormat::new(TimeKind::Millis)
    };
    PartLayout::plain("hour".into(), Encoding::Time(format))
}

fn qualifier(encoding: Encoding) -> KeyLayout {
    KeyLayout {
        salt: None,
        parts: vec![PartLayout::plain("at".into(), encoding)].into(),
    }
}

fn integer(width: u8) -> Encoding {
    Encoding::Integer {
        width,
        signed: false,
    }
}

const MINUTES: Since = Since {
    part: "hour",
    unit_ms: MINUTE_MS,
    period_ms: HOUR_MS,
};

#[test]
fn the_part_is_a_time_with_an_alignment() {
    let format = |part| {
        MINUTES
            .part_of(&key(part))
            .map(|(at, format)| (at, format.align_ms))
    };
    assert_eq!(format(hours(HOUR_MS)), Some((1, HOUR_MS)));
    assert_eq!(format(hours(0)), None);
    let omitted = PartLayout {
        omit_none: true,
        ..hours(HOUR_MS)
    };
    assert_eq!(format(omitted), None);
    assert_eq!(format(PartLayout::plain("hour".into(), integer(8))), None);
    let other = PartLayout {
        name: "day".into(),
        ..hours(HOUR_MS)
    };
    assert_eq!(format(other), None);
    assert_eq!(
        MINUTES
            .describe()
            .part_of(&key(hours(HOUR_MS)))
            .map(|(at, _)| at),
        Some(1)
    );
    assert_eq!(MINUTES.describe().unit_ms, MINUTE_MS);
    assert_eq!(MINUTES.describe().period_ms, HOUR_MS);
}

#[test]
fn qualifiers_hold_each_unit_of_a_period() {
    let check = |since: Since, encoding| since.check(&key(hours(HOUR_MS)), &qualifier(encoding));
    assert_eq!(check(MINUTES, integer(1)), Ok(()));
    let digits = |max| Encoding::Digits { width: 2, max };
    assert_eq!(check(MINUTES, digits(59)), Ok(()));
    let error = check(MINUTES, digits(58)).unwrap_err();
    assert!(error.contains("holds 59"), "{error}");
    let seconds = Since {
        unit_ms: 1_000,
        ..MINUTES
    };
    assert_eq!(check(seconds.clone(), integer(2)), Ok(()));
    let error = check(seconds, integer(1)).unwrap_err();
    assert!(error.contains("holds 3599"), "{error}");
    for unit_ms in [0, 7_000] {
        let since = Since { unit_ms, ..MINUTES };
        let error = check(since, integer(4)).unwrap_err();
        assert!(
            error.contains(&format!("a unit of {unit_ms} ms")),
            "{error}"
        );
    }
    let days = Since {
        period_ms: 24 * HOUR_MS,
        ..MINUTES
    };
    let error = check(days, integer(4)).unwrap_err();
    assert!(error.contains("expected 3600000 ms"), "{error}");
}

#[test]
fn a_qualifier_of_another_period_is_not_in_the_row() {
    let layout = qualifier(integer(2));
    for (number, expected) in [(0_u16, true), (59, true), (60, false), (u16::MAX, false)] {
        let found = MINUTES.is_in_row(&layout, &number.to_be_bytes());
        assert_eq!(found, expected, "{number}");
    }
    assert!(!MINUTES.is_in_row(&layout, b"\0"));
    assert!(!MINUTES.is_in_row(&qualifier(Encoding::Bool), b"\0\0"));
}

#[test]
fn numbers_of_units_are_written_and_read_by_their_encoding() {
    let java = |signed| Encoding::JavaInteger { width: 2, signed };
    let digits = Encoding::Digits {
        width: 22,
        max: u128::from(u64::MAX) + 5,
    };
    for (encoding, max, one) in [
        (integer(1), 255, &b"\x01"[..]),
        (integer(8), u64::MAX, b"\0\0\0\0\0\0\0\x01"),
        (java(false), 65_535, b"\0\x01"),
        (java(true), 32_767, b"\0\x01"),
        (Encoding::Digits { width: 3, max: 500 }, 500, b"001"),
        (Encoding::Digits { width: 2, max: 500 }, 99, b"01"),
        (digits, u64::MAX, b"0000000000000000000001"),
    ] {
        let number = UnitNumber::of(&qualifier(encoding)).expect("a number");
        assert_eq!(number.max(), max);
        let mut bytes = b"p:".to_vec();
        assert!(number.put(1, &mut bytes));
        assert_eq!(bytes[2..], *one);
        assert_eq!(number.get(one), Some(1));
        let mut bytes = Vec::new();
        assert!(number.put(max, &mut bytes));
        let largest = i64::try_from(max).unwrap_or(i64::MAX);
        assert_eq!(number.get(&bytes), Some(largest));
        assert!(max == u64::MAX || !number.put(max + 1, &mut Vec::new()));
        // More parts may follow, but nothing may be missing.
        assert_eq!(number.get(&[one, b"x"].concat()), Some(1));
        assert_eq!(number.get(&one[1..]), None);
    }
    let desc = PartLayout {
        desc: true,
        ..PartLayout::plain("at".into(), integer(2))
    };
    let layout = KeyLayout {
        salt: None,
        parts: vec![desc].into(),
    };
    assert_eq!(UnitNumber::of(&layout), None);
    let signed = Encoding::Integer {
        width: 2,
        signed: true,
    };
    assert_eq!(UnitNumber::of(&qualifier(signed)), None);
    assert_eq!(UnitNumber::of(&qualifier(integer(16))), None);
}
