//! The values of salts, and their properties.

use hbase_model::layout::{Marked, SaltFunction};
use hbase_model::{Salt, SaltLayout, SaltText, ValueError};

use crate::layouts::{PartExt, part, uint};

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

const fn modulo(count: u16, text: bool) -> Salt {
    Salt::Modulo { count, text }
}

const fn random(count: u16, text: bool) -> Salt {
    Salt::Random { count, text }
}

const fn region_number(regions: u32, width: u8) -> Salt {
    Salt::RegionNumber { regions, width }
}

fn last_byte(bytes: &[u8]) -> u32 {
    bytes.last().map_or(0, |byte| u32::from(*byte))
}

fn with(width: u8, values: u32, text: bool) -> Salt {
    Salt::With {
        function: SaltFunction::new("my::last_byte", last_byte),
        width,
        values,
        text,
        joined: None,
    }
}

#[test]
fn the_values_of_a_salt_ascend_and_wrap_after_the_last_one() {
    for (salt, index, expected) in [
        (md5(2), 0x0102, &[1, 2][..]),
        (md5(2), 0x1_0000, &[0, 0]),
        (md5(3), 0x01_0203, &[1, 2, 3]),
        (md5(4), 0x0102_0304, &[1, 2, 3, 4]),
        (md5(6), 0x0102_0304, &[0, 0, 1, 2, 3, 4]),
        (md5_hex(3, false), 0xabc, b"abc"),
        (md5_hex(3, true), 0xabc, b"ABC"),
        (md5_hex(3, false), 0x1000, b"000"),
        (md5_hex(9, false), 0xffff_ffff, b"0ffffffff"),
        (with(1, 4, false), 3, &[3]),
        (with(1, 4, false), 4, &[0]),
        (with(2, 1000, false), 0x0102, &[1, 2]),
        (with(6, 1000, false), 0x0102, &[0, 0, 0, 0, 1, 2]),
        (with(3, 1000, true), 42, b"042"),
        (modulo(16, false), 15, &[15]),
        (modulo(16, false), 16, &[0]),
        (modulo(11, true), 10, b"10"),
        (modulo(11, true), 9, b"09"),
        (modulo(10, true), 9, b"9"),
        (region_number(11, 1), 9, b"9"),
        (region_number(11, 1), 10, b"10"),
        (region_number(11, 1), 11, b"0"),
        (region_number(11, 3), 10, b"010"),
    ] {
        let found = salt.nth(index);
        assert_eq!(&*found, expected, "{salt} {index}");
        assert_eq!(found.as_ref(), expected);
        assert!(found != salt.nth(index.wrapping_add(1)), "{salt}");
    }
}

#[test]
fn a_salt_is_computed_from_bytes() {
    for (salt, input, expected) in [
        // 66051 % 7
        (modulo(7, false), &[1, 2, 3][..], &[6][..]),
        (modulo(7, false), &[], &[0]),
        // CRC-32 is cbf43926.
        (
            Salt::Crc32 {
                count: 256,
                text: false,
                joined: None,
            },
            b"123456789",
            &[0x26],
        ),
        // MD5 is d41d8cd98f00b204e9800998ecf8427e.
        (md5(3), b"", &[0xd4, 0x1d, 0x8c]),
        (md5_hex(5, true), b"", b"D41D8"),
        (random(16, true), b"x", b"00"),
    ] {
        assert_eq!(salt.of(input).as_deref(), Ok(expected), "{salt}");
    }
    let of = |salt: Salt| salt.of(&[7]).map(|bytes| bytes.to_vec());
    assert_eq!(of(with(1, 8, false)), Ok(vec![7]));
    let (found, values) = (7, 7);
    let error = ValueError::SaltOutOfRange { found, values };
    assert_eq!(of(with(1, 7, false)), Err(error));
    let of_path = Salt::With {
        function: SaltFunction::of_path("my::last_byte"),
        width: 1,
        values: 8,
        text: false,
        joined: None,
    };
    assert_eq!(of(of_path), Err(ValueError::UnknownSaltFunction));
}

#[test]
fn only_computed_salts_of_one_byte_or_digits_take_another_count() {
    assert_eq!(modulo(16, true).with_count(8), Some(modulo(8, true)));
    for salt in [
        random(16, false),
        md5(1),
        region_number(6, 1),
        with(1, 4, false),
    ] {
        assert_eq!(salt.with_count(8), None);
    }
    for (salt, text, expected) in [
        (modulo(16, false), true, modulo(16, true)),
        (random(16, true), false, random(16, false)),
        (with(2, 9, false), true, with(2, 9, true)),
        (md5(2), true, md5(2)),
        (region_number(6, 1), false, region_number(6, 1)),
    ] {
        assert_eq!(salt.with_text(text), expected);
    }
}

#[test]
fn the_values_of_a_function_fit_its_width() {
    for (salt, fits) in [
        (with(1, 256, false), true),
        (with(1, 257, false), false),
        (with(2, 65_536, false), true),
        (with(2, 65_537, false), false),
        (with(4, u32::MAX, false), true),
        (with(1, 10, true), true),
        (with(1, 11, true), false),
        (with(10, u32::MAX, true), true),
        // Other numbers are written in full.
        (region_number(11, 1), true),
    ] {
        assert_eq!(salt.fits_width(), fits, "{salt}");
    }
}

#[test]
fn the_width_and_the_count_follow_from_the_kind() {
    for (salt, width, most, number_width, values, is_text) in [
        (md5(3), Some(3), 3, None, Some(1 << 24), false),
        (md5(4), Some(4), 4, None, None, false),
        (md5_hex(7, false), Some(7), 7, None, Some(1 << 28), true),
        (md5_hex(8, false), Some(8), 8, None, None, true),
        (region_number(10, 1), Some(1), 1, Some(1), Some(10), true),
        (region_number(11, 1), None, 2, Some(1), Some(11), true),
        (region_number(11, 3), Some(3), 3, Some(3), Some(11), true),
        (modulo(10, true), Some(1), 1, Some(1), Some(10), true),
        (modulo(11, true), Some(2), 2, Some(2), Some(11), true),
        (modulo(11, false), Some(1), 1, None, Some(11), false),
        (with(3, 9, true), Some(3), 3, Some(3), Some(9), true),
        (with(3, 9, false), Some(3), 3, None, Some(9), false),
    ] {
        assert_eq!(salt.width(), width, "{salt}");
        assert_eq!(salt.max_width(), most, "{salt}");
        assert_eq!(salt.number_width(), number_width, "{salt}");
        assert_eq!(salt.values(), values, "{salt}");
        assert_eq!(salt.is_text(), is_text, "{salt}");
    }
    let of_path = |path: &'static str| Salt::With {
        function: SaltFunction::of_path(path),
        width: 1,
        values: 8,
        text: false,
        joined: Some("-".into()),
    };
    for (salt, is_computed, can_be_computed, joined) in [
        (md5(3), true, true, None),
        (with(1, 2, false), true, true, None),
        (of_path("my::salt"), true, false, Some("-")),
        (random(16, false), false, false, None),
    ] {
        assert_eq!(salt.is_computed(), is_computed, "{salt}");
        assert_eq!(salt.can_be_computed(), can_be_computed, "{salt}");
        assert_eq!(salt.joined(), joined, "{salt}");
    }
}

#[test]
fn the_start_of_a_key_is_its_salt_and_the_separator() {
    let id = part("id", uint(1)).salted(SaltText::Whole);
    let marked = [Marked {
        part: &id,
        bytes: &[10],
    }];
    for (separator, expected) in [(None, &b"3"[..]), (Some(&b"_"[..]), b"3_")] {
        let layout = SaltLayout {
            salt: modulo(7, true),
            separator: separator.map(Into::into),
        };
        let mut out = b"before ".to_vec();
        assert_eq!(layout.write(&marked, &mut out), Ok(()));
        assert_eq!(&out[7..], expected);
        assert_eq!(layout.width(), Some(expected.len()));
        assert!(layout.write(&[], &mut out).is_err());
    }
}
