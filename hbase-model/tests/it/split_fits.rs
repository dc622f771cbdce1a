//! Which splits fit the first part of a key, and the first values of an index.

use std::borrow::Cow;

use hbase_model::layout::{CustomEncoding, OrderedKind};
use hbase_model::primitive::LengthPrefix;
use hbase_model::time::{TimeFormat, TimeKind};
use hbase_model::{Encoding, PartLayout, Splits};

const HEX: Splits = Splits::HexString { regions: 16 };
const DECIMAL: Splits = Splits::DecimalString { regions: 10 };
const UNIFORM: Splits = Splits::Uniform { regions: 16 };
const NUMBER: Encoding = Encoding::Integer {
    width: 4,
    signed: false,
};
const TEXT: Encoding = Encoding::Ordered(OrderedKind::String);

fn keys(keys: &[&'static [u8]]) -> Splits {
    let keys = keys.iter().map(|key| Cow::Borrowed(*key));
    Splits::Keys(keys.collect())
}

#[test]
fn splits_fit_the_bytes_of_the_first_part() {
    let text = Encoding::Text {
        width: None,
        pad: None,
    };
    let digits = Encoding::Digits { width: 4, max: 99 };
    let day = Encoding::Time(TimeFormat::new(TimeKind::of_digits(8).expect("days")));
    let millis = Encoding::Time(TimeFormat::new(TimeKind::Millis));
    let prefixed = Encoding::LengthPrefixed {
        length: LengthPrefix::U8,
        text: true,
    };
    for (encoding, hex, decimal, uniform) in [
        (text, true, true, true),
        (Encoding::Labels { separator: b'.' }, true, true, true),
        (digits, false, true, false),
        (
            Encoding::DecimalText { min: 0, max: 99 },
            false,
            true,
            false,
        ),
        (day, false, false, false),
        (millis, false, false, false),
        (prefixed, false, false, false),
        (NUMBER, false, false, true),
        (Encoding::Bytes { width: None }, false, false, true),
        (
            Encoding::Custom(CustomEncoding::new("Own")),
            true,
            true,
            true,
        ),
    ] {
        let part = PartLayout::plain("part".into(), encoding);
        assert_eq!(HEX.fit(&part), hex, "{part:?}");
        assert_eq!(DECIMAL.fit(&part), decimal, "{part:?}");
        assert_eq!(UNIFORM.fit(&part), uniform, "{part:?}");
        assert!(Splits::None.fit(&part));
        assert!(keys(&[b"a"]).fit(&part));
    }
}

#[test]
fn the_digits_of_a_reversed_time_are_spread() {
    let seconds = Encoding::Time(TimeFormat::new(TimeKind::of_digits(14).expect("seconds")));
    let reversed = PartLayout {
        reverse: true,
        ..PartLayout::plain("at".into(), seconds)
    };
    assert!(DECIMAL.fit(&reversed));
    assert!(!UNIFORM.fit(&reversed));
}

#[test]
fn split_points_of_an_index_lie_between_its_values() {
    let of_day = Encoding::TimeOfDay {
        minutes: false,
        truncate: false,
    };
    let millis = Encoding::Time(TimeFormat::new(TimeKind::Millis));
    let int8 = Encoding::Ordered(OrderedKind::Int8);
    for (key, encoding, fits) in [
        (&b"h"[..], &TEXT, true),
        (b"", &TEXT, false),
        (b"\xff", &NUMBER, true),
        (b"", &NUMBER, false),
        (b"\x05", &of_day, true),
        (b"\x06", &of_day, false),
        (b"\0", &millis, true),
        (b"\0\0\x01", &millis, true),
        (b"\0\x01", &millis, false),
        (b"\x01", &millis, false),
        (b"\x29\x80", &int8, true),
        (b"\x28", &int8, false),
        (b"\x2a", &int8, false),
    ] {
        assert_eq!(
            keys(&[key]).fit_entries(encoding),
            fits,
            "{key:?} {encoding:?}"
        );
        assert_eq!(
            keys(&[b"\0\0", key]).fit_entries(encoding),
            fits && keys(&[b"\0\0"]).fit_entries(encoding)
        );
    }
    assert!(Splits::None.fit_entries(&TEXT));
    assert!(DECIMAL.fit_entries(&TEXT) && !DECIMAL.fit_entries(&NUMBER));
    assert!(HEX.fit_entries(&TEXT) && !HEX.fit_entries(&NUMBER));
    assert!(UNIFORM.fit_entries(&NUMBER) && !UNIFORM.fit_entries(&TEXT));
    assert!(UNIFORM.fit_entries(&Encoding::Bytes { width: Some(2) }));
    let per_bucket = Splits::PerBucket {
        buckets: 4,
        digits: None,
    };
    assert!(!per_bucket.fit_entries(&NUMBER));
}

#[test]
fn split_points_of_an_index_are_inverted_for_descending_values() {
    let points = |splits: Splits| splits.keys().expect("split points");
    let two = keys(&[b"\x10", b"\x20"]);
    assert_eq!(points(two.of_entries(&NUMBER, false)), [b"\x10", b"\x20"]);
    assert_eq!(points(two.of_entries(&NUMBER, true)), [b"\xdf", b"\xef"]);
    let text = keys(&[b"h"]);
    assert_eq!(points(text.of_entries(&TEXT, false)), [b"\x34h"]);
    assert_eq!(points(text.of_entries(&TEXT, true)), [[!0x34, !b'h']]);
    assert_eq!(Splits::None.of_entries(&TEXT, true), Splits::None);
    assert_eq!(UNIFORM.of_entries(&NUMBER, true), UNIFORM);
}
