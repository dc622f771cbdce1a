//! Encodings of single values as the bytes of a key part.
//!
//! Encoders write to a [`KeySink`](crate::KeySink) and allocate nothing; decoders take exactly the
//! part's bytes, never panic and reject bytes that no encoder writes.

mod boolean;
mod digits;
mod elements;
mod float;
mod integer;
mod labels;
mod length;
mod text;
mod value_error;

pub use boolean::{get_bool, get_java_bool, put_bool, put_java_bool};
pub use digits::{
    digits, get_decimal, get_digits, get_nines, nines, nines_in_place, put_decimal, put_digits,
    put_nines,
};
pub use elements::{check_ascending, check_elements};
pub use float::{
    get_f32, get_f64, get_java_f32, get_java_f64, put_f32, put_f64, put_java_f32, put_java_f64,
};
pub(crate) use integer::big_endian;
pub use integer::{Integer, get_int, get_java_int, put_int, put_java_int};
pub use labels::{get_labels, put_labels};
pub use length::LengthPrefix;
pub use text::{get_reversed, get_text, put_reversed, put_text, reverse_in_place};
pub use value_error::ValueError;

pub(crate) use digits::fill_digits;
pub(crate) use text::check_width;

/// Inverts every bit, which reverses the order of bytes of one width and of self-delimiting ones.
///
/// ```
/// let mut bytes = [0, 0x7f, 0xff];
/// hbase_model::primitive::invert(&mut bytes);
/// assert_eq!(bytes, [0xff, 0x80, 0]);
/// ```
pub fn invert(bytes: &mut [u8]) {
    for byte in bytes {
        *byte = !*byte;
    }
}

/// The bytes as an array of a fixed-width part's length.
#[inline]
pub(crate) fn exactly<const N: usize>(bytes: &[u8]) -> Result<[u8; N], ValueError> {
    bytes.try_into().map_err(|_| ValueError::WrongLength {
        expected: N,
        found: bytes.len(),
    })
}
