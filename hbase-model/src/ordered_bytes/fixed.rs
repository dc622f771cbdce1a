//! Integers and floating-point numbers of fixed width.

use super::{Order, Upright, after, header, in_order, upright};
use crate::primitive::{self, Integer, ValueError};
use crate::sink::{Inverted, KeySink};

/// The integers of `OrderedBytes`.
pub trait FixedInt: Integer {
    /// The header.
    #[doc(hidden)]
    const HEADER: u8;
}

impl FixedInt for i8 {
    const HEADER: u8 = header::INT8;
}
impl FixedInt for i16 {
    const HEADER: u8 = header::INT16;
}
impl FixedInt for i32 {
    const HEADER: u8 = header::INT32;
}
impl FixedInt for i64 {
    const HEADER: u8 = header::INT64;
}

/// `encodeInt8` to `encodeInt64`.
///
/// ```
/// use hbase_model::ordered_bytes::{Order, put_int};
/// let mut key = Vec::new();
/// put_int(-2_i8, Order::Ascending, &mut key);
/// assert_eq!(key, [0x29, 0x7e]);
/// ```
#[inline]
pub fn put_int<T: FixedInt, S: KeySink + ?Sized>(value: T, order: Order, out: &mut S) {
    in_order!(order, out, |sink| {
        sink.put_byte(T::HEADER);
        primitive::put_int(value, sink);
    });
}

/// `decodeInt8` to `decodeInt64`.
#[inline]
pub fn get_int<T: FixedInt>(bytes: &[u8], order: Order) -> Result<T, ValueError> {
    primitive::get_int(after(T::HEADER, &whole(bytes, T::WIDTH, order)?)?)
}

/// `encodeFloat32`: every NaN is written as Java's canonical one.
#[inline]
pub fn put_float32<S: KeySink + ?Sized>(value: f32, order: Order, out: &mut S) {
    let value = if value.is_nan() { f32::NAN } else { value };
    in_order!(order, out, |sink| {
        sink.put_byte(header::FLOAT32);
        primitive::put_f32(value, sink);
    });
}

/// `decodeFloat32`.
#[inline]
pub fn get_float32(bytes: &[u8], order: Order) -> Result<f32, ValueError> {
    let value = primitive::get_f32(after(header::FLOAT32, &whole(bytes, 4, order)?)?)?;
    if value.is_nan() && value.to_bits() != f32::NAN.to_bits() {
        return Err(OTHER_NAN);
    }
    Ok(value)
}

/// `encodeFloat64`: every NaN is written as Java's canonical one.
#[inline]
pub fn put_float64<S: KeySink + ?Sized>(value: f64, order: Order, out: &mut S) {
    let value = if value.is_nan() { f64::NAN } else { value };
    in_order!(order, out, |sink| {
        sink.put_byte(header::FLOAT64);
        primitive::put_f64(value, sink);
    });
}

/// `decodeFloat64`.
#[inline]
pub fn get_float64(bytes: &[u8], order: Order) -> Result<f64, ValueError> {
    let value = primitive::get_f64(after(header::FLOAT64, &whole(bytes, 8, order)?)?)?;
    if value.is_nan() && value.to_bits() != f64::NAN.to_bits() {
        return Err(OTHER_NAN);
    }
    Ok(value)
}

const OTHER_NAN: ValueError = ValueError::NotCanonical {
    expected: "Java's one NaN",
};

#[inline]
fn whole(bytes: &[u8], width: usize, order: Order) -> Result<Upright, ValueError> {
    if bytes.len() != width + 1 {
        return Err(ValueError::WrongLength {
            expected: width + 1,
            found: bytes.len(),
        });
    }
    Ok(upright(bytes, order))
}
