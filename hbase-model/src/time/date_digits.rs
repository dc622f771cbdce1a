//! Dates as digits: the first fields of `yyyyMMddHHmmssSSS`.

use super::civil::Civil;
use crate::primitive::ValueError;

/// The first `N` digits of `yyyyMMddHHmmssSSS`.
#[inline]
pub(super) fn write_civil<const N: usize>(civil: Civil) -> [u8; N] {
    let pairs = [
        small(civil.year / 100),
        small(civil.year % 100),
        civil.month,
        civil.day,
        civil.hour,
        civil.minute,
        civil.second,
        small(civil.ms / 10),
    ];
    let mut text = [b'0' + small(civil.ms % 10); N];
    for (digits, value) in text.chunks_exact_mut(2).zip(pairs) {
        digits.copy_from_slice(&two(value));
    }
    text
}

#[inline]
const fn two(value: u8) -> [u8; 2] {
    [b'0' + value / 10, b'0' + value % 10]
}

/// Parses the fields. A missing field has its first value.
#[inline]
pub(super) fn read_civil(text: &[u8]) -> Result<Civil, ValueError> {
    for (at, &found) in text.iter().enumerate() {
        if !found.is_ascii_digit() {
            return Err(ValueError::NotDigits { at, found });
        }
    }
    let two = |at: usize, absent| match text.get(at..at + 2) {
        Some(&[tens, ones]) => (tens - b'0') * 10 + (ones - b'0'),
        _ => absent,
    };
    Ok(Civil {
        year: u16::from(two(0, 0)) * 100 + u16::from(two(2, 0)),
        month: two(4, 1),
        day: two(6, 1),
        hour: two(8, 0),
        minute: two(10, 0),
        second: two(12, 0),
        ms: u16::from(two(14, 0)) * 10 + text.get(16).map_or(0, |ones| u16::from(ones - b'0')),
    })
}

#[allow(clippy::cast_possible_truncation, reason = "at most 99")]
const fn small(value: u16) -> u8 {
    value as u8
}
