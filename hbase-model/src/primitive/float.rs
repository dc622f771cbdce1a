//! Floating-point numbers: with bytes that sort as `total_cmp` does, and as Java writes them.

use super::{ValueError, exactly};
use crate::sink::KeySink;

/// Big-endian with the sign bit flipped, all bits of negative numbers.
///
/// ```
/// use hbase_model::primitive::{get_f64, put_f64};
/// let (mut less, mut more) = (Vec::new(), Vec::new());
/// put_f64(-2.5, &mut less);
/// put_f64(0.5, &mut more);
/// assert!(less < more);
/// assert_eq!(get_f64(&less)?, -2.5);
/// # Ok::<(), hbase_model::primitive::ValueError>(())
/// ```
#[inline]
pub fn put_f64<S: KeySink + ?Sized>(value: f64, out: &mut S) {
    let bits = value.to_bits();
    let ordered = if bits >> 63 == 1 {
        !bits
    } else {
        bits | 1 << 63
    };
    out.put(&ordered.to_be_bytes());
}

/// The inverse of [`put_f64`].
#[inline]
pub fn get_f64(bytes: &[u8]) -> Result<f64, ValueError> {
    let ordered = u64::from_be_bytes(exactly(bytes)?);
    let bits = if ordered >> 63 == 1 {
        ordered & !(1 << 63)
    } else {
        !ordered
    };
    Ok(f64::from_bits(bits))
}

/// Writes as [`put_f64`] does, in 4 bytes.
#[inline]
pub fn put_f32<S: KeySink + ?Sized>(value: f32, out: &mut S) {
    let bits = value.to_bits();
    let ordered = if bits >> 31 == 1 {
        !bits
    } else {
        bits | 1 << 31
    };
    out.put(&ordered.to_be_bytes());
}

/// The inverse of [`put_f32`].
#[inline]
pub fn get_f32(bytes: &[u8]) -> Result<f32, ValueError> {
    let ordered = u32::from_be_bytes(exactly(bytes)?);
    let bits = if ordered >> 31 == 1 {
        ordered & !(1 << 31)
    } else {
        !ordered
    };
    Ok(f32::from_bits(bits))
}

/// `Bytes.toBytes` of a `double`: IEEE 754, big-endian. Negative numbers sort after positive ones, and -0.0 differs from 0.0.
///
/// ```
/// let mut key = Vec::new();
/// hbase_model::primitive::put_java_f64(-2.5, &mut key);
/// assert_eq!(key, [0xc0, 4, 0, 0, 0, 0, 0, 0]);
/// ```
#[inline]
pub fn put_java_f64<S: KeySink + ?Sized>(value: f64, out: &mut S) {
    out.put(&value.to_be_bytes());
}

/// The inverse of [`put_java_f64`].
#[inline]
pub fn get_java_f64(bytes: &[u8]) -> Result<f64, ValueError> {
    Ok(f64::from_be_bytes(exactly(bytes)?))
}

/// `Bytes.toBytes` of a `float`, in 4 bytes.
#[inline]
pub fn put_java_f32<S: KeySink + ?Sized>(value: f32, out: &mut S) {
    out.put(&value.to_be_bytes());
}

/// The inverse of [`put_java_f32`].
#[inline]
pub fn get_java_f32(bytes: &[u8]) -> Result<f32, ValueError> {
    Ok(f32::from_be_bytes(exactly(bytes)?))
}
