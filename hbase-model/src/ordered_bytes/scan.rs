//! Finds the end of a value of any type.

use super::varint::more_after;
use super::{Order, header};
use crate::primitive::ValueError;
use crate::sink::KeySink;

/// `encodeNull`: sorts below every other value.
#[inline]
pub fn put_null<S: KeySink + ?Sized>(order: Order, out: &mut S) {
    out.put_byte(order.apply(header::NULL));
}

/// Whether `bytes` start with null.
#[inline]
pub fn is_null(bytes: &[u8], order: Order) -> bool {
    bytes.first() == Some(&order.apply(header::NULL))
}

/// The length of the value at the start of `bytes`; its decoder checks whether it is well-formed.
///
/// ```
/// use hbase_model::ordered_bytes::{Order, length};
/// assert_eq!(length(b"\x34zz\0more", Order::Ascending)?, 4);
/// # Ok::<(), hbase_model::ValueError>(())
/// ```
pub fn length(bytes: &[u8], order: Order) -> Result<usize, ValueError> {
    let &first = bytes.first().ok_or(header::missing())?;
    let at = |index: usize| bytes.get(index).map(|byte| order.apply(*byte));
    let length = match order.apply(first) {
        header::NULL | header::NEG_INF | header::ZERO | header::POS_INF | header::NAN => Some(1),
        header::INT8 => Some(2),
        header::INT16 => Some(3),
        header::INT32 | header::FLOAT32 => Some(5),
        header::INT64 | header::FLOAT64 => Some(9),
        header::TEXT => end(at, 1, |byte| byte == header::TERMINATOR),
        header::BLOB_VAR => end(at, 1, |byte| byte < 0x80),
        header::NEG_MED_MIN..=header::NEG_MED_MAX => end(at, 1, is_last_of_negative),
        header::POS_MED_MIN..=header::POS_MED_MAX => end(at, 1, is_last),
        header::NEG_SMALL => exponent(at(1)).and_then(|from| end(at, from, is_last_of_negative)),
        header::NEG_LARGE => {
            exponent(at(1).map(|byte| !byte)).and_then(|from| end(at, from, is_last_of_negative))
        }
        header::POS_SMALL => {
            exponent(at(1).map(|byte| !byte)).and_then(|from| end(at, from, is_last))
        }
        header::POS_LARGE => exponent(at(1)).and_then(|from| end(at, from, is_last)),
        found => return Err(header::unexpected(found)),
    };
    length
        .filter(|length| *length <= bytes.len())
        .ok_or(ValueError::Truncated {
            found: bytes.len(),
            expected: "the rest of a value of OrderedBytes",
        })
}

/// The offset of the digits after an exponent with this first byte.
fn exponent(first: Option<u8>) -> Option<usize> {
    first.map(|first| 2 + more_after(first))
}

/// The offset after the first terminating byte from `from` on.
fn end(at: impl Fn(usize) -> Option<u8>, from: usize, ends: impl Fn(u8) -> bool) -> Option<usize> {
    (from..)
        .map_while(|index| at(index).map(|byte| (index, byte)))
        .find(|(_, byte)| ends(*byte))
        .map(|(index, _)| index + 1)
}

const fn is_last(byte: u8) -> bool {
    byte & 1 == 0
}

const fn is_last_of_negative(byte: u8) -> bool {
    byte & 1 == 1
}
