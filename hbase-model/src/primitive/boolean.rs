//! Booleans.

use super::{ValueError, exactly};
use crate::sink::KeySink;

/// One byte: 0 or 1.
///
/// ```
/// let mut key = Vec::new();
/// hbase_model::primitive::put_bool(true, &mut key);
/// assert_eq!(key, [1]);
/// ```
#[inline]
pub fn put_bool<S: KeySink + ?Sized>(value: bool, out: &mut S) {
    out.put_byte(value.into());
}

/// The inverse of [`put_bool`].
#[inline]
pub fn get_bool(bytes: &[u8]) -> Result<bool, ValueError> {
    match exactly(bytes)? {
        [0] => Ok(false),
        [1] => Ok(true),
        [found] => Err(ValueError::UnexpectedByte {
            at: 0,
            found,
            expected: "0 or 1",
        }),
    }
}

/// `Bytes.toBytes` of `HBase`: ff for true, 00 for false.
///
/// ```
/// let mut key = Vec::new();
/// hbase_model::primitive::put_java_bool(true, &mut key);
/// assert_eq!(key, [0xff]);
/// ```
#[inline]
pub fn put_java_bool<S: KeySink + ?Sized>(value: bool, out: &mut S) {
    out.put_byte(if value { 0xff } else { 0 });
}

/// The inverse of [`put_java_bool`]. `Bytes.toBoolean` reads every other byte as true, but a key with such a byte is another key.
#[inline]
pub fn get_java_bool(bytes: &[u8]) -> Result<bool, ValueError> {
    match exactly(bytes)? {
        [0] => Ok(false),
        [0xff] => Ok(true),
        [found] => Err(ValueError::UnexpectedByte {
            at: 0,
            found,
            expected: "00 or ff",
        }),
    }
}
