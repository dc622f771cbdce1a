//! Lenient text, for tables that other programs write: a module for `with` in `#[column]`.
//!
//! It decodes what `text` decodes, and also values with surrounding white space, as loaders of
//! fixed-width files leave them; it encodes as `text` does.
//!
//! ```
//! use hbase_schema::cell::lenient;
//! assert_eq!(lenient::decode::<u64>(b" 0042\n"), Ok(42));
//! let mut cell = Vec::new();
//! lenient::encode(&42_u64, &mut cell)?;
//! assert_eq!(cell, b"42");
//! # Ok::<(), hbase_schema::codec::CodecError>(())
//! ```
//!
//! Digits without white space need only `text`. Numbers in the encoding of Java's `Bytes` need no option in cells, and
//! `java` in keys.

use super::codec::{DecodeCell, EncodeCell, Text};
use crate::codec::CodecError;

/// Encodes a value as `text` does.
///
/// # Errors
/// [`CodecError`] if the value has no text.
pub fn encode<T: EncodeCell<Text>>(value: &T, out: &mut Vec<u8>) -> Result<(), CodecError> {
    if value.encode_cell(out)? {
        return Ok(());
    }
    Err(CodecError::new("found no value, expected one"))
}

/// Decodes a value as `text` does, ignoring surrounding white space.
///
/// # Errors
/// [`CodecError`] if the bytes are not the text of a value.
pub fn decode<'r, T: DecodeCell<'r, Text>>(bytes: &'r [u8]) -> Result<T, CodecError> {
    T::decode_cell(bytes.trim_ascii())
}
