//! Decimal digits: zero-padded, as nines' complement, plain.

use super::{Integer, ValueError};
use crate::sink::KeySink;

/// The digits of `u128::MAX`.
const MOST: usize = 39;
/// Maximum digits that fit in 64 bits.
const NARROW: usize = 19;

/// Zero-padded digits in an array of constant length.
///
/// ```
/// use hbase_model::primitive::digits;
/// assert_eq!(&digits::<6>(42)?, b"000042");
/// assert!(digits::<1>(42).is_err());
/// # Ok::<(), hbase_model::primitive::ValueError>(())
/// ```
#[inline]
pub fn digits<const N: usize>(value: u64) -> Result<[u8; N], ValueError> {
    let mut out = [b'0'; N];
    match fill_digits(value, &mut out) {
        0 => Ok(out),
        _ => Err(too_many(value.into(), N)),
    }
}

/// The nines' complement of [`digits`]: the larger the value, the smaller the bytes.
///
/// ```
/// use hbase_model::primitive::nines;
/// assert_eq!(&nines::<6>(42)?, b"999957");
/// # Ok::<(), hbase_model::primitive::ValueError>(())
/// ```
#[inline]
pub fn nines<const N: usize>(value: u64) -> Result<[u8; N], ValueError> {
    let mut out = digits(value)?;
    nines_in_place(&mut out);
    Ok(out)
}

/// Replaces digits by their nines' complement, and back. Other bytes become other bytes.
#[inline]
pub fn nines_in_place(digits: &mut [u8]) {
    for digit in digits {
        *digit = (b'0' + b'9').wrapping_sub(*digit);
    }
}

/// Decimal digits, zero-padded to `width`.
///
/// ```
/// use hbase_model::primitive::{get_digits, put_digits};
/// let mut key = Vec::new();
/// put_digits(42_u32, 6, &mut key)?;
/// assert_eq!(key, b"000042");
/// assert_eq!(get_digits::<u32>(&key)?, 42);
/// # Ok::<(), hbase_model::primitive::ValueError>(())
/// ```
#[inline]
pub fn put_digits<T: Integer, S: KeySink + ?Sized>(
    value: T,
    width: u8,
    out: &mut S,
) -> Result<(), ValueError> {
    put_padded(value, width, false, out)
}

/// The nines' complement of [`put_digits`]: the larger the value, the smaller the bytes.
#[inline]
pub fn put_nines<T: Integer, S: KeySink + ?Sized>(
    value: T,
    width: u8,
    out: &mut S,
) -> Result<(), ValueError> {
    put_padded(value, width, true, out)
}

#[inline]
fn put_padded<T: Integer, S: KeySink + ?Sized>(
    value: T,
    width: u8,
    complement: bool,
    out: &mut S,
) -> Result<(), ValueError> {
    let (negative, magnitude) = value.to_parts();
    if negative {
        return Err(ValueError::Negative);
    }
    let width = usize::from(width);
    let mut buffer = [b'0'; MOST];
    let room = &mut buffer[MOST - width.min(MOST)..];
    if fill_wide(magnitude, room) != 0 {
        return Err(too_many(magnitude, width));
    }
    if complement {
        nines_in_place(room);
    }
    for _ in MOST..width {
        out.put_byte(if complement { b'9' } else { b'0' });
    }
    out.put(room);
    Ok(())
}

/// Parses zero-padded digits. The caller has checked their count.
#[inline]
pub fn get_digits<T: Integer>(bytes: &[u8]) -> Result<T, ValueError> {
    T::from_parts(false, parse(bytes, 0)?)
}

/// Parses the digits of a nines' complement. The caller has checked their count.
#[inline]
pub fn get_nines<T: Integer>(bytes: &[u8]) -> Result<T, ValueError> {
    T::from_parts(false, parse(bytes, 9)?)
}

/// Plain decimal digits, with `-` before negative numbers.
///
/// ```
/// use hbase_model::primitive::{get_decimal, put_decimal};
/// let mut key = Vec::new();
/// put_decimal(-42_i64, &mut key);
/// assert_eq!(key, b"-42");
/// assert_eq!(get_decimal::<i64>(&key)?, -42);
/// assert!(get_decimal::<i64>(b"042").is_err());
/// # Ok::<(), hbase_model::primitive::ValueError>(())
/// ```
#[inline]
pub fn put_decimal<T: Integer, S: KeySink + ?Sized>(value: T, out: &mut S) {
    let (negative, magnitude) = value.to_parts();
    if negative {
        out.put_byte(b'-');
    }
    let mut buffer = [b'0'; MOST];
    fill_wide(magnitude, &mut buffer);
    out.put(&buffer[MOST - count(magnitude)..]);
}

/// The inverse of [`put_decimal`]; leading zeros, `+` and `-0` are errors.
#[inline]
pub fn get_decimal<T: Integer>(bytes: &[u8]) -> Result<T, ValueError> {
    let (negative, digits) = match bytes {
        [b'-', rest @ ..] => (true, rest),
        _ => (false, bytes),
    };
    match digits {
        [] => Err(ValueError::Truncated {
            found: bytes.len(),
            expected: "a digit",
        }),
        [b'0'] if !negative => T::from_parts(false, 0),
        [b'0', ..] => Err(ValueError::NotCanonical {
            expected: "no leading zeros",
        }),
        _ => T::from_parts(negative, parse(digits, 0)?),
    }
}

/// Fills `room` from its end; returns the remaining number.
#[inline]
pub(crate) fn fill_digits(mut value: u64, room: &mut [u8]) -> u64 {
    let (odd, pairs) = room.as_rchunks_mut::<2>();
    for pair in pairs.iter_mut().rev() {
        let two = value % 100;
        value /= 100;
        *pair = [digit(two / 10), digit(two % 10)];
    }
    if let [first] = odd {
        *first = digit(value % 10);
        value /= 10;
    }
    value
}

#[inline]
fn fill_wide(value: u128, room: &mut [u8]) -> u128 {
    if let Ok(narrow) = u64::try_from(value) {
        return fill_digits(narrow, room).into();
    }
    let mut value = value;
    for place in room.iter_mut().rev() {
        *place = digit(value % 10);
        value /= 10;
    }
    value
}

#[inline]
fn digit(value: impl TryInto<u8>) -> u8 {
    // Less than ten in every call.
    b'0' + value.try_into().unwrap_or(0)
}

fn too_many(value: u128, width: usize) -> ValueError {
    ValueError::TooManyDigits {
        found: count(value),
        width,
    }
}

/// The number of digits of a number.
fn count(value: u128) -> usize {
    value.checked_ilog10().map_or(1, |log| log as usize + 1)
}

/// The value of digits, each as its distance from `nine` if that is 9.
#[inline]
fn parse(bytes: &[u8], nine: u8) -> Result<u128, ValueError> {
    if bytes.len() <= NARROW {
        let mut value = 0_u64;
        for (at, &byte) in bytes.iter().enumerate() {
            value = value * 10 + u64::from(digit_value(at, byte, nine)?);
        }
        return Ok(value.into());
    }
    let mut value = 0_u128;
    for (at, &byte) in bytes.iter().enumerate() {
        let digit = digit_value(at, byte, nine)?;
        value = value
            .checked_mul(10)
            .and_then(|value| value.checked_add(digit.into()))
            .ok_or(ValueError::OutOfRange { expected: "u128" })?;
    }
    Ok(value)
}

#[inline]
fn digit_value(at: usize, byte: u8, nine: u8) -> Result<u8, ValueError> {
    let value = byte.wrapping_sub(b'0');
    if value > 9 {
        return Err(ValueError::NotDigits { at, found: byte });
    }
    Ok(value.abs_diff(nine))
}
