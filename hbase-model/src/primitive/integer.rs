//! Integers as big-endian bytes: sortable, or as in Java.

use super::{ValueError, exactly};
use crate::sink::KeySink;

mod sealed {
    pub trait Sealed {}
}

/// Rust's integers of 1 to 16 bytes.
pub trait Integer: sealed::Sealed + Copy + Ord + Sized {
    /// The width in bytes.
    const WIDTH: usize;
    /// Whether the type is signed.
    const SIGNED: bool;
    /// The type's name, for errors.
    const NAME: &'static str;
    /// An array of the width.
    type Bytes: AsRef<[u8]> + AsMut<[u8]> + Copy;

    /// Big-endian with the sign bit of signed integers flipped: bytes sort as numbers.
    fn to_ordered(self) -> Self::Bytes;
    /// The inverse of [`to_ordered`](Self::to_ordered); another length is an error.
    fn from_ordered(bytes: &[u8]) -> Result<Self, ValueError>;
    /// Big-endian two's complement, as `Bytes.toBytes`.
    fn to_java(self) -> Self::Bytes;
    /// The inverse of [`to_java`](Self::to_java); another length is an error.
    fn from_java(bytes: &[u8]) -> Result<Self, ValueError>;
    /// Whether it is negative, and its absolute value.
    fn to_parts(self) -> (bool, u128);
    /// The inverse of [`to_parts`](Self::to_parts).
    fn from_parts(negative: bool, magnitude: u128) -> Result<Self, ValueError>;
}

macro_rules! integer {
    ($($type:ty, $flip:expr, $to_parts:expr;)*) => {$(
        impl sealed::Sealed for $type {}

        impl Integer for $type {
            const WIDTH: usize = size_of::<$type>();
            const SIGNED: bool = <$type>::MIN != 0;
            const NAME: &'static str = stringify!($type);
            type Bytes = [u8; size_of::<$type>()];

            #[inline]
            fn to_ordered(self) -> Self::Bytes {
                (self ^ $flip).to_be_bytes()
            }

            #[inline]
            fn from_ordered(bytes: &[u8]) -> Result<Self, ValueError> {
                Ok(<$type>::from_be_bytes(exactly(bytes)?) ^ $flip)
            }

            #[inline]
            fn to_java(self) -> Self::Bytes {
                self.to_be_bytes()
            }

            #[inline]
            fn from_java(bytes: &[u8]) -> Result<Self, ValueError> {
                Ok(<$type>::from_be_bytes(exactly(bytes)?))
            }

            #[inline]
            fn to_parts(self) -> (bool, u128) {
                $to_parts(self)
            }

            #[inline]
            fn from_parts(negative: bool, magnitude: u128) -> Result<Self, ValueError> {
                if negative && !Self::SIGNED {
                    return Err(ValueError::Negative);
                }
                let value = if negative {
                    0_i128.checked_sub_unsigned(magnitude).and_then(|v| v.try_into().ok())
                } else {
                    magnitude.try_into().ok()
                };
                value.ok_or(ValueError::OutOfRange { expected: Self::NAME })
            }
        }
    )*};
}

integer! {
    u8, 0, |v: u8| (false, v.into());
    u16, 0, |v: u16| (false, v.into());
    u32, 0, |v: u32| (false, v.into());
    u64, 0, |v: u64| (false, v.into());
    u128, 0, |v: u128| (false, v);
    i8, i8::MIN, |v: i8| (v < 0, v.unsigned_abs().into());
    i16, i16::MIN, |v: i16| (v < 0, v.unsigned_abs().into());
    i32, i32::MIN, |v: i32| (v < 0, v.unsigned_abs().into());
    i64, i64::MIN, |v: i64| (v < 0, v.unsigned_abs().into());
    i128, i128::MIN, |v: i128| (v < 0, v.unsigned_abs());
}

/// Big-endian with the sign bit of signed integers flipped: bytes sort as numbers.
///
/// ```
/// use hbase_model::primitive::{get_int, put_int};
/// let mut key = Vec::new();
/// put_int(-1_i32, &mut key);
/// assert_eq!(key, [0x7f, 0xff, 0xff, 0xff]);
/// assert_eq!(get_int::<i32>(&key)?, -1);
/// # Ok::<(), hbase_model::primitive::ValueError>(())
/// ```
#[inline]
pub fn put_int<T: Integer, S: KeySink + ?Sized>(value: T, out: &mut S) {
    out.put(value.to_ordered().as_ref());
}

/// The inverse of [`put_int`].
#[inline]
pub fn get_int<T: Integer>(bytes: &[u8]) -> Result<T, ValueError> {
    T::from_ordered(bytes)
}

/// The unsigned number of these bytes, if it has at most 32 bits.
pub(crate) fn big_endian<'b>(mut bytes: impl Iterator<Item = &'b u8>) -> Option<u32> {
    bytes.try_fold(0_u32, |number, byte| {
        Some(number.checked_mul(256)? + u32::from(*byte))
    })
}

/// `Bytes.toBytes` of `HBase`: big-endian two's complement; negative numbers sort after positive
/// ones.
#[inline]
pub fn put_java_int<T: Integer, S: KeySink + ?Sized>(value: T, out: &mut S) {
    out.put(value.to_java().as_ref());
}

/// The inverse of [`put_java_int`].
#[inline]
pub fn get_java_int<T: Integer>(bytes: &[u8]) -> Result<T, ValueError> {
    T::from_java(bytes)
}
