//! Which splits match a salt, the first part of a key, or the entries of an index.

use std::borrow::Cow;

use hbase_model::escape::{Escape, Replacement};
use hbase_model::layout::{OrderedKind, SaltFunction};
use hbase_model::primitive::LengthPrefix;
use hbase_model::splits::{FirstByte, MAX_REGIONS, SplitError};
use hbase_model::time::TimeKind;
use hbase_model::{CustomEncoding, Encoding, PartLayout, Salt, SaltLayout, Splits};

use crate::layouts::{DECIMAL_U64, TEXT, date, key, part, uint};

const CUSTOM: Encoding = Encoding::Custom(CustomEncoding::new("Country"));
const BYTES: Encoding = Encoding::Bytes { width: None };
const STRING: Encoding = Encoding::Ordered(OrderedKind::String);
const LABELS: Encoding = Encoding::Labels { separator: b'.' };
const DIGITS: Encoding = Encoding::Digits {
    width: 4,
    max: 9999,
};
const LENGTH: Encoding = Encoding::LengthPrefixed {
    length: LengthPrefix::U8,
    text: true,
};
const TIME_OF_DAY: Encoding = Encoding::TimeOfDay {
    minutes: true,
    truncate: false,
};

const fn buckets(count: u16, text: bool) -> Salt {
    Salt::Buckets { count, text }
}

const fn java_hash(buckets: u32, width: u8) -> Salt {
    Salt::JavaHash { buckets, width }
}

const fn region_number(regions: u32, width: u8) -> Salt {
    Salt::RegionNumber { regions, width }
}

const fn md5(bytes: u8) -> Salt {
    Salt::Md5 {
        bytes,
        joined: None,
    }
}

const fn md5_hex(digits: u8, upper: bool) -> Salt {
    Salt::Md5Hex {
        digits,
        from: 0,
        upper,
        joined: None,
    }
}

fn with(width: u8, values: u32, text: bool) -> Salt {
    Salt::With {
        function: SaltFunction::of_path("my::salt"),
        width,
        values,
        text,
        joined: None,
    }
}

const fn uniform(regions: u32) -> Splits {
    Splits::Uniform { regions }
}

const fn hex(regions: u32) -> Splits {
    Splits::HexString { regions }
}

const fn decimal(regions: u32) -> Splits {
    Splits::DecimalString { regions }
}

const fn pipe(regions: u32, width: u8) -> Splits {
    Splits::NumberPipe { regions, width }
}

const fn per_bucket(buckets: u32, digits: Option<u8>) -> Splits {
    Splits::PerBucket { buckets, digits }
}

fn one_key(key: &'static [u8]) -> Splits {
    Splits::Keys(vec![Cow::Borrowed(key)].into())
}

fn check(splits: &Splits, salt: &Salt, separator: Option<&'static str>) -> Result<(), SplitError> {
    let layout = SaltLayout {
        salt: salt.clone(),
        separator: separator.map(|text| Cow::Borrowed(text.as_bytes())),
    };
    splits.check_salt(Some(&layout), FirstByte::Any)
}

#[test]
fn the_number_of_regions_has_bounds() {
    let most = u32::try_from(MAX_REGIONS).expect("few");
    for splits in [hex(most), uniform(most), decimal(most), pipe(most, 5)] {
        assert_eq!(splits.regions(), MAX_REGIONS);
        assert_eq!(splits.keys().map(|keys| keys.len()), Ok(MAX_REGIONS - 1));
    }
    for splits in [hex(most + 1), uniform(most + 1), pipe(most + 1, 5)] {
        let error = splits.keys().unwrap_err();
        assert!(matches!(error, SplitError::TooMany { .. }), "{error}");
    }
    for splits in [hex(2), uniform(2), decimal(2), pipe(2, 1)] {
        assert_eq!(splits.regions(), 2);
        assert_eq!(splits.keys().map(|keys| keys.len()), Ok(1));
    }
    assert_eq!(per_bucket(7, Some(1)).regions(), 7);
    assert_eq!(Splits::None.regions(), 1);
    assert_eq!(one_key(b"a").regions(), 2);
}

#[test]
fn digits_of_buckets_suffice_for_the_last_one() {
    for (buckets, width) in [(2, 1), (10, 1), (100, 2), (1000, 3)] {
        assert!(per_bucket(buckets, Some(width)).keys().is_ok());
        let error = per_bucket(buckets + 1, Some(width)).keys();
        let expected = match buckets {
            2 => Ok(2),
            _ => Err(SplitError::PaddingBreaksOrder {
                regions: buckets + 1,
                width,
                needed: u32::from(width) + 1,
            }),
        };
        assert_eq!(error.map(|keys| keys.len()), expected);
    }
}

#[test]
fn splits_have_no_more_regions_than_the_salt_has_values() {
    for (splits, more, salt) in [
        (hex(16), hex(17), md5_hex(1, false)),
        (uniform(256), uniform(257), md5(1)),
        (decimal(100), decimal(101), java_hash(100, 2)),
    ] {
        assert_eq!(check(&splits, &salt, None), Ok(()));
        assert!(check(&more, &salt, None).is_err(), "{salt}");
    }
}

#[test]
fn uniform_and_decimal_splits_need_a_salt_of_every_value() {
    for (salt, is_uniform, is_decimal) in [
        (md5(1), true, false),
        // Its number of values does not fit 32 bits.
        (md5(4), true, false),
        (buckets(256, false), true, false),
        (buckets(255, false), false, false),
        (with(2, 65_536, false), true, false),
        (with(2, 65_535, false), false, false),
        (with(2, 100, true), false, true),
        (with(1, 10, false), false, false),
        (java_hash(100, 2), false, true),
        (java_hash(99, 2), false, false),
        (java_hash(100, 3), false, false),
        (java_hash(1000, 2), false, false),
        (buckets(10, true), false, true),
        (buckets(9, true), false, false),
        (md5_hex(2, false), false, false),
    ] {
        assert_eq!(
            check(&uniform(2), &salt, None).is_ok(),
            is_uniform,
            "{salt}"
        );
        assert_eq!(
            check(&decimal(2), &salt, None).is_ok(),
            is_decimal,
            "{salt}"
        );
    }
}

#[test]
fn splits_per_bucket_need_the_salt_of_these_buckets() {
    for (splits, salt, fits) in [
        (per_bucket(16, None), buckets(16, false), true),
        (per_bucket(16, None), with(1, 16, false), true),
        (per_bucket(16, None), with(2, 16, false), false),
        (per_bucket(16, None), with(1, 17, false), false),
        (per_bucket(16, None), md5_hex(1, false), false),
        (per_bucket(16, Some(2)), with(2, 16, true), true),
        (per_bucket(16, Some(2)), with(2, 16, false), false),
        (per_bucket(16, Some(2)), buckets(16, false), false),
        (per_bucket(256, Some(2)), md5_hex(2, false), false),
        (pipe(6, 1), region_number(6, 1), true),
        (pipe(6, 1), region_number(6, 2), false),
        (pipe(6, 1), region_number(7, 1), false),
    ] {
        let found = check(&splits, &salt, Some("_"));
        assert_eq!(found.is_ok(), fits, "{splits:?} {salt}");
    }
    for numbered in [pipe(6, 1), per_bucket(6, None)] {
        assert!(numbered.check_salt(None, FirstByte::Below(1)).is_err());
    }
    for splits in [Splits::None, uniform(2), decimal(2), one_key(b"x")] {
        assert_eq!(splits.check_salt(None, FirstByte::Any), Ok(()));
    }
}

#[test]
fn an_error_names_the_splits_that_match_the_salt() {
    for (salt, expected) in [
        (md5(2), "uniform splits"),
        (buckets(16, true), "splits for 16 values in 2 digits"),
        (region_number(11, 1), "splits for 11 values in 1 digits"),
        (with(2, 65_536, false), "uniform splits"),
        (with(2, 100, false), "splits per bucket for 100 values"),
        (with(1, 256, false), "splits per bucket for 256 values"),
        (buckets(16, false), "splits per bucket for 16 values"),
    ] {
        let said = check(&hex(16), &salt, None).unwrap_err().to_string();
        assert!(said.contains(&format!("or {expected}")), "{said}");
    }
    let said = check(&uniform(2), &md5_hex(4, true), None).unwrap_err();
    assert!(said.to_string().contains("`md5_hex` without `upper`"));
}

#[test]
fn split_keys_start_with_a_value_of_the_salt() {
    let outgrown = || region_number(11, 1);
    let pair = || with(2, 300, false);
    for (key, salt, fits) in [
        (&b"\xff"[..], md5(4), true),
        (b"09af", md5_hex(4, false), true),
        (b"abcdZ", md5_hex(4, false), true),
        (b"g", md5_hex(4, false), false),
        (b"A", md5_hex(4, false), false),
        (b"09AF", md5_hex(4, true), true),
        (b"G", md5_hex(4, true), false),
        (b"a", md5_hex(4, true), false),
        (b"/", md5_hex(4, false), false),
        (b"0", buckets(16, true), true),
        (b"1", buckets(16, true), true),
        (b"15", buckets(16, true), true),
        (b"16", buckets(16, true), false),
        (b"1_", buckets(16, true), false),
        (b"_1", buckets(16, true), false),
        // Without padding to one width, `2|` is the number 2.
        (b"2|", outgrown(), true),
        (b"9", outgrown(), true),
        (b"10", outgrown(), true),
        (b"11", outgrown(), false),
        (b"|", outgrown(), false),
        (b"\x0f", buckets(16, false), true),
        (b"\x10", buckets(16, false), false),
        (b"\x01", pair(), true),
        (b"\x02", pair(), false),
        (b"\x01\x2b", pair(), true),
        (b"\x01\x2b\xff", pair(), true),
        (b"\x01\x2c", pair(), false),
    ] {
        let found = check(&one_key(key), &salt, None);
        assert_eq!(found.is_ok(), fits, "{salt} {key:?}");
    }
}

#[test]
fn a_number_is_followed_by_a_byte_below_its_split_point() {
    for (separator, fits) in [("_", true), ("{", true), ("|", false), ("}", false)] {
        let found = check(&pipe(6, 1), &region_number(6, 1), Some(separator));
        assert_eq!(found.is_ok(), fits, "{separator}");
    }
    let salt = || SaltLayout {
        salt: region_number(6, 1),
        separator: None,
    };
    for (first, fits) in [
        (FirstByte::Below(b'{'), true),
        (FirstByte::Below(b'|'), true),
        (FirstByte::Below(b'}'), false),
        (FirstByte::Any, false),
    ] {
        let found = pipe(6, 1).check_salt(Some(&salt()), first);
        assert_eq!(found.is_ok(), fits, "{first:?}");
    }
}

#[test]
fn the_first_part_after_a_number_counts_in_its_order() {
    for (encoding, first, in_descending_order) in [
        (DIGITS, FirstByte::Below(b':'), true),
        (date(TimeKind::Day, false), FirstByte::Below(b':'), true),
        (DECIMAL_U64, FirstByte::Below(b':'), false),
        (Encoding::Bool, FirstByte::Below(2), false),
        (STRING, FirstByte::Below(0x38), false),
        (date(TimeKind::Millis, false), FirstByte::Any, false),
        (uint(4), FirstByte::Any, false),
        (TEXT, FirstByte::Any, false),
    ] {
        assert_eq!(FirstByte::of(&encoding), first, "{encoding}");
        let salt = || Some((region_number(6, 1), None));
        let ascending = key(salt(), [part("a", encoding.clone())]);
        let fits = pipe(6, 1).check_layout(&ascending).is_ok();
        assert_eq!(fits, first != FirstByte::Any, "{encoding}");
        let descending = PartLayout {
            desc: true,
            ..part("a", encoding.clone())
        };
        let fits = pipe(6, 1).check_layout(&key(salt(), [descending]));
        assert_eq!(fits.is_ok(), in_descending_order, "{encoding}");
    }
}

#[test]
fn splits_without_a_salt_need_first_parts_of_many_first_bytes() {
    let escape = Escape::from(vec![Replacement {
        from: '%',
        to: "%9$".into(),
    }]);
    for (encoding, [by_hex, by_decimal, by_uniform], reversed) in [
        (CUSTOM, [true; 3], [true; 3]),
        (TEXT, [true; 3], [true; 3]),
        (Encoding::Escaped(escape), [true; 3], [true; 3]),
        (LABELS, [true; 3], [true; 3]),
        (uint(8), [false, false, true], [false, false, true]),
        (DIGITS, [false, true, false], [false, true, false]),
        (DECIMAL_U64, [false, true, false], [false, true, false]),
        (LENGTH, [false; 3], [false; 3]),
        // Times share their first bytes, but not their last ones.
        (date(TimeKind::Day, false), [false; 3], [false, true, false]),
        (
            date(TimeKind::Millis, false),
            [false; 3],
            [false, false, true],
        ),
    ] {
        let plain = part("a", encoding.clone());
        let fits = |part: &PartLayout| [hex(16), decimal(10), uniform(16)].map(|s| s.fit(part));
        assert_eq!(fits(&plain), [by_hex, by_decimal, by_uniform], "{encoding}");
        for splits in [Splits::None, pipe(6, 1), per_bucket(6, None), one_key(b"x")] {
            assert!(splits.fit(&plain));
        }
        let other = PartLayout {
            reverse: true,
            ..plain
        };
        assert_eq!(fits(&other), reversed, "{encoding}");
    }
}

#[test]
fn split_keys_of_entries_lie_between_the_first_bytes_of_values() {
    use OrderedKind::{BlobVar, Float32, Float64, Int8, Int16, Int32, Int64, Numeric};
    for (kind, least, most) in [
        (Int8, 0x29, 0x29),
        (Int16, 0x2a, 0x2a),
        (Int32, 0x2b, 0x2b),
        (Int64, 0x2c, 0x2c),
        (Float32, 0x30, 0x30),
        (Float64, 0x31, 0x31),
        (Numeric, 0x07, 0x23),
        (BlobVar, 0x37, 0x37),
    ] {
        for (byte, fits) in [
            (least - 1, false),
            (least, true),
            (most, true),
            (most + 1, false),
        ] {
            let key = Splits::Keys(vec![vec![byte, 0x80].into()].into());
            let fitting = key.fit_entries(&Encoding::Ordered(kind));
            assert_eq!(fitting, fits, "{kind} {byte:x}");
        }
    }
    let millis = || date(TimeKind::Millis, false);
    for (key, encoding, fits) in [
        (&b""[..], TEXT, false),
        (b"", STRING, false),
        (b"\xff", STRING, true),
        (b"\0", millis(), true),
        (b"\0\0\xff", millis(), true),
        (b"\0\x01", millis(), false),
        (b"\x01", millis(), false),
        (b"\x01", date(TimeKind::Seconds, false), true),
        (b"\x05", TIME_OF_DAY, true),
        (b"\x06", TIME_OF_DAY, false),
        (b"\xff", uint(4), true),
    ] {
        assert_eq!(
            one_key(key).fit_entries(&encoding),
            fits,
            "{encoding} {key:?}"
        );
        let first = Splits::Keys(vec![key.into(), b"".into()].into());
        assert!(!first.fit_entries(&encoding), "each key counts");
        let keys: &'static [Cow<'static, [u8]>] = Box::leak(Box::new([Cow::Owned(key.to_vec())]));
        assert_eq!(
            Splits::Keys(Cow::Borrowed(keys)).fit_entries(&encoding),
            fits
        );
    }
    assert!(uniform(16).fit_entries(&BYTES));
    assert!(!uniform(16).fit_entries(&TEXT));
}

#[test]
fn split_points_of_an_index_are_inverted_for_descending_values() {
    let points = |splits: Splits| splits.keys().expect("split points");
    let keys = [b"\x10", b"\x20"].map(|key| Cow::Borrowed(&key[..]));
    let two = Splits::Keys(keys.to_vec().into());
    assert_eq!(points(two.of_entries(&uint(4), false)), [b"\x10", b"\x20"]);
    assert_eq!(points(two.of_entries(&uint(4), true)), [b"\xdf", b"\xef"]);
    let text = one_key(b"h");
    assert_eq!(points(text.of_entries(&STRING, false)), [b"\x34h"]);
    assert_eq!(points(text.of_entries(&STRING, true)), [[!0x34, !b'h']]);
    assert_eq!(Splits::None.of_entries(&STRING, true), Splits::None);
    assert_eq!(uniform(16).of_entries(&uint(4), true), uniform(16));
}
