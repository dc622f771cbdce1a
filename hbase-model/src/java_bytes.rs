//! `HBase`'s `Bytes.toBytes`, beyond integers (see
//! [`put_java_int`](crate::primitive::put_java_int)) and text (which is UTF-8).

use byteorder::{BigEndian, ByteOrder};

use crate::decimal::Decimal;
use crate::primitive::{ValueError, exactly};
use crate::sink::KeySink;

/// `Bytes.toBytes(boolean)`: -1 for true, 0 for false.
#[inline]
pub fn put_bool<S: KeySink + ?Sized>(value: bool, out: &mut S) {
    out.put_byte(if value { 0xff } else { 0 });
}

/// `Bytes.toBoolean`: everything but 0 is true.
#[inline]
pub fn get_bool(bytes: &[u8]) -> Result<bool, ValueError> {
    exactly::<1>(bytes).map(|[byte]| byte != 0)
}

/// `Bytes.toBytes(float)`: the bits, big-endian.
#[inline]
pub fn put_f32<S: KeySink + ?Sized>(value: f32, out: &mut S) {
    out.put(&value.to_be_bytes());
}

/// `Bytes.toFloat`.
#[inline]
pub fn get_f32(bytes: &[u8]) -> Result<f32, ValueError> {
    exactly(bytes).map(f32::from_be_bytes)
}

/// `Bytes.toBytes(double)`: the bits, big-endian.
#[inline]
pub fn put_f64<S: KeySink + ?Sized>(value: f64, out: &mut S) {
    out.put(&value.to_be_bytes());
}

/// `Bytes.toDouble`.
#[inline]
pub fn get_f64(bytes: &[u8]) -> Result<f64, ValueError> {
    exactly(bytes).map(f64::from_be_bytes)
}

/// `Bytes.toBytes(BigDecimal)`: the scale in 4 bytes, then the unscaled value in the fewest bytes
/// of two's complement.
///
/// ```
/// use hbase_model::java_bytes::{get_decimal, put_decimal};
/// let mut cell = Vec::new();
/// put_decimal("12.34".parse()?, &mut cell)?;
/// assert_eq!(cell, [0, 0, 0, 2, 0x04, 0xd2]);
/// assert_eq!(get_decimal(&cell)?.to_string(), "12.34");
/// # Ok::<(), hbase_model::ValueError>(())
/// ```
pub fn put_decimal<S: KeySink + ?Sized>(value: Decimal, out: &mut S) -> Result<(), ValueError> {
    let scale = value.exponent().checked_neg().ok_or(TOO_LARGE)?;
    let magnitude = i128::try_from(value.coefficient()).map_err(|_| TOO_LARGE)?;
    let unscaled = if value.is_negative() {
        -magnitude
    } else {
        magnitude
    };
    put_unscaled(&unscaled.to_be_bytes(), scale, out);
    Ok(())
}

/// Writes as [`put_decimal`] does, for unscaled values of any length in big-endian two's complement.
pub fn put_unscaled<S: KeySink + ?Sized>(unscaled: &[u8], scale: i32, out: &mut S) {
    out.put(&scale.to_be_bytes());
    let mut rest = unscaled;
    while let [0 | 0xff, next, ..] = rest {
        // Leading bytes that only repeat the sign are omitted.
        if (rest[0] ^ next) & 0x80 != 0 {
            break;
        }
        rest = &rest[1..];
    }
    out.put(if rest.is_empty() { &[0] } else { rest });
}

/// `Bytes.toBigDecimal`, for unscaled values of at most 128 bits.
pub fn get_decimal(bytes: &[u8]) -> Result<Decimal, ValueError> {
    let (scale, unscaled) = get_unscaled(bytes)?;
    if unscaled.len() > size_of::<i128>() {
        return Err(TOO_LARGE);
    }
    let unscaled = BigEndian::read_int128(unscaled, unscaled.len());
    let exponent = scale.checked_neg().ok_or(TOO_LARGE)?;
    Ok(Decimal::new(
        unscaled < 0,
        unscaled.unsigned_abs(),
        exponent,
    ))
}

/// The scale, and the bytes of the unscaled value.
pub fn get_unscaled(bytes: &[u8]) -> Result<(i32, &[u8]), ValueError> {
    match bytes.split_first_chunk() {
        Some((scale, unscaled)) if !unscaled.is_empty() => {
            Ok((i32::from_be_bytes(*scale), unscaled))
        }
        _ => Err(ValueError::Truncated {
            found: bytes.len(),
            expected: "4 bytes of scale and a number",
        }),
    }
}

const TOO_LARGE: ValueError = ValueError::OutOfRange {
    expected: "a decimal of 127 bits and a 32-bit scale",
};
