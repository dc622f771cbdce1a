//! The hashes from which salts and region numbers are computed, as Java and `HBase` compute them.

mod crc32;
mod md5_hex;
mod murmur3;

pub use crc32::crc32;
pub use md5_hex::{HexDigits, md5, md5_hex};
pub use murmur3::murmur3;

/// `String.hashCode` of Java: over UTF-16 units, so that a character outside the basic plane counts
/// as two.
///
/// ```
/// use hbase_model::hash::java_string_hash;
/// assert_eq!(java_string_hash("user_1"), -836_030_275);
/// ```
#[inline]
pub fn java_string_hash(text: &str) -> i32 {
    if text.is_ascii() {
        return text.bytes().fold(0, |hash, byte| step(hash, byte.into()));
    }
    text.encode_utf16()
        .fold(0, |hash, unit| step(hash, unit.into()))
}

/// `Bytes.hashCode` of `HBase`: the same sum over signed bytes, from 1.
///
/// ```
/// use hbase_model::hash::java_bytes_hash;
/// assert_eq!(java_bytes_hash(b"a"), 128);
/// ```
#[inline]
pub fn java_bytes_hash(bytes: &[u8]) -> i32 {
    bytes
        .iter()
        .fold(1, |hash, byte| step(hash, byte.cast_signed().into()))
}

#[inline]
const fn step(hash: i32, unit: i32) -> i32 {
    hash.wrapping_mul(31).wrapping_add(unit)
}
