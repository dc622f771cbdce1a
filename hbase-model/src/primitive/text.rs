//! Text: unchanged, padded to a width, or reversed.

use super::ValueError;
use crate::layout::Pad;
use crate::sink::KeySink;

/// UTF-8; with a width, exactly that many bytes: shorter texts are padded if there is a pad.
///
/// ```
/// use hbase_model::layout::Pad;
/// use hbase_model::primitive::{get_text, put_text};
/// let mut key = Vec::new();
/// put_text("42", Some(6), Some(Pad::Left(b'0')), &mut key)?;
/// assert_eq!(key, b"000042");
/// assert_eq!(get_text(&key, Some(6), Some(Pad::Left(b'0')))?, "42");
/// # Ok::<(), hbase_model::primitive::ValueError>(())
/// ```
#[inline]
pub fn put_text<S: KeySink + ?Sized>(
    text: &str,
    width: Option<u16>,
    pad: Option<Pad>,
    out: &mut S,
) -> Result<(), ValueError> {
    let missing = missing(text, width, pad)?;
    if let Some(Pad::Left(byte)) = pad {
        fill(byte, missing, out);
    }
    out.put(text.as_bytes());
    if let Some(Pad::Right(byte)) = pad {
        fill(byte, missing, out);
    }
    Ok(())
}

/// Writes as [`put_text`] does, reversed character by character.
///
/// ```
/// use hbase_model::primitive::put_reversed;
/// let mut key = Vec::new();
/// put_reversed("13812345678", None, None, &mut key)?;
/// assert_eq!(key, b"87654321831");
/// # Ok::<(), hbase_model::primitive::ValueError>(())
/// ```
#[inline]
pub fn put_reversed<S: KeySink + ?Sized>(
    text: &str,
    width: Option<u16>,
    pad: Option<Pad>,
    out: &mut S,
) -> Result<(), ValueError> {
    let missing = missing(text, width, pad)?;
    if let Some(Pad::Right(byte)) = pad {
        fill(byte, missing, out);
    }
    for character in text.chars().rev() {
        out.put(character.encode_utf8(&mut [0; 4]).as_bytes());
    }
    if let Some(Pad::Left(byte)) = pad {
        fill(byte, missing, out);
    }
    Ok(())
}

/// The inverse of [`put_text`].
#[inline]
pub fn get_text(bytes: &[u8], width: Option<u16>, pad: Option<Pad>) -> Result<&str, ValueError> {
    check_width(bytes, width)?;
    utf8(unpad(bytes, pad))
}

/// The inverse of [`put_reversed`].
pub fn get_reversed(
    bytes: &[u8],
    width: Option<u16>,
    pad: Option<Pad>,
) -> Result<String, ValueError> {
    check_width(bytes, width)?;
    let backwards = match pad {
        Some(Pad::Left(byte)) => Some(Pad::Right(byte)),
        Some(Pad::Right(byte)) => Some(Pad::Left(byte)),
        None => None,
    };
    let text: String = utf8(unpad(bytes, backwards))?.chars().rev().collect();
    // A pad beyond ASCII may be the last byte of a character.
    missing(&text, width, pad)?;
    Ok(text)
}

/// Reverses UTF-8 in place, character by character; the order of bytes that are not UTF-8 is
/// unspecified.
pub fn reverse_in_place(bytes: &mut [u8]) {
    bytes.reverse();
    if bytes.is_ascii() {
        return;
    }
    // Restores the order of the bytes within a character; its first byte is now the last.
    for character in bytes.split_inclusive_mut(|byte| !is_continuation(*byte)) {
        character.reverse();
    }
}

const fn is_continuation(byte: u8) -> bool {
    byte & 0xc0 == 0x80
}

/// The number of pad characters that a text needs.
#[inline]
fn missing(text: &str, width: Option<u16>, pad: Option<Pad>) -> Result<usize, ValueError> {
    let Some(width) = width.map(usize::from) else {
        return Ok(0);
    };
    let found = text.len();
    if found > width {
        return Err(ValueError::TooLong { found, width });
    }
    let lost = match pad {
        Some(Pad::Left(byte)) if text.as_bytes().first() == Some(&byte) => Some(byte),
        Some(Pad::Right(byte)) if text.as_bytes().last() == Some(&byte) => Some(byte),
        None if found < width => {
            return Err(ValueError::WrongLength {
                expected: width,
                found,
            });
        }
        _ => None,
    };
    match lost {
        Some(pad) => Err(ValueError::ContainsPad { pad }),
        None => Ok(width - found),
    }
}

fn fill<S: KeySink + ?Sized>(byte: u8, count: usize, out: &mut S) {
    for _ in 0..count {
        out.put_byte(byte);
    }
}

#[inline]
pub(crate) fn check_width(bytes: &[u8], width: Option<u16>) -> Result<(), ValueError> {
    match width.map(usize::from) {
        Some(expected) if expected != bytes.len() => Err(ValueError::WrongLength {
            expected,
            found: bytes.len(),
        }),
        _ => Ok(()),
    }
}

#[inline]
fn unpad(bytes: &[u8], pad: Option<Pad>) -> &[u8] {
    match pad {
        None => bytes,
        Some(Pad::Left(pad)) => {
            let from = bytes.iter().position(|byte| *byte != pad);
            &bytes[from.unwrap_or(bytes.len())..]
        }
        Some(Pad::Right(pad)) => {
            let last = bytes.iter().rposition(|byte| *byte != pad);
            &bytes[..last.map_or(0, |last| last + 1)]
        }
    }
}

#[inline]
fn utf8(bytes: &[u8]) -> Result<&str, ValueError> {
    std::str::from_utf8(bytes).map_err(|error| ValueError::NotUtf8 {
        at: error.valid_up_to(),
    })
}
