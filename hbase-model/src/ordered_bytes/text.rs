//! Text, terminated by a zero byte.

use std::borrow::Cow;

use super::{Order, after, header, in_order, upright};
use crate::primitive::ValueError;
use crate::sink::{Inverted, KeySink};

const NO_ZERO: &str = "text without zero bytes";

/// `encodeString`. A text that contains a zero byte, the terminator, is an error.
///
/// ```
/// use hbase_model::ordered_bytes::{Order, put_string};
/// let mut key = Vec::new();
/// put_string("zz", Order::Ascending, &mut key)?;
/// assert_eq!(key, b"\x34zz\0");
/// # Ok::<(), hbase_model::ValueError>(())
/// ```
#[inline]
pub fn put_string<S: KeySink + ?Sized>(
    text: &str,
    order: Order,
    out: &mut S,
) -> Result<(), ValueError> {
    reject_zero_byte(text.as_bytes())?;
    in_order!(order, out, |sink| {
        sink.put_byte(header::TEXT);
        sink.put(text.as_bytes());
        sink.put_byte(header::TERMINATOR);
    });
    Ok(())
}

/// `decodeString`.
pub fn get_string(bytes: &[u8], order: Order) -> Result<Cow<'_, str>, ValueError> {
    if order == Order::Ascending {
        return body(bytes).map(Cow::Borrowed);
    }
    body(&upright(bytes, order)).map(|text| Cow::Owned(text.to_owned()))
}

fn body(bytes: &[u8]) -> Result<&str, ValueError> {
    let [text @ .., header::TERMINATOR] = after(header::TEXT, bytes)? else {
        return Err(ValueError::Truncated {
            found: bytes.len(),
            expected: "the zero byte that closes a text",
        });
    };
    reject_zero_byte(text)?;
    std::str::from_utf8(text).map_err(|error| ValueError::NotUtf8 {
        at: error.valid_up_to(),
    })
}

#[inline]
fn reject_zero_byte(text: &[u8]) -> Result<(), ValueError> {
    match text.iter().position(|byte| *byte == header::TERMINATOR) {
        Some(at) => Err(ValueError::UnexpectedByte {
            at,
            found: header::TERMINATOR,
            expected: NO_ZERO,
        }),
        None => Ok(()),
    }
}
