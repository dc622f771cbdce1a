//! For tables that others write: text that was not written with care.
//!
//! A module for `with` in `#[column]`. It reads what `text` reads, and also values with white space
//! around them, as loaders from fixed-width files leave it; it writes as `text` does.
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
//! Numbers that are digits without white space need no more than `text`; numbers as Java's `Bytes`
//! writes them need nothing, and in keys `java`.

use super::codec::{DecodeCell, EncodeCell, Text};
use crate::codec::CodecError;

/// Writes a value as `text` does.
///
/// # Errors
/// Where the value has no text.
pub fn encode<T: EncodeCell<Text>>(value: &T, out: &mut Vec<u8>) -> Result<(), CodecError> {
    if value.encode_cell(out)? {
        return Ok(());
    }
    Err(CodecError::new("found no value, expected one"))
}

/// Reads a value as `text` does, white space around it aside.
///
/// # Errors
/// Where the bytes are no text of a value.
pub fn decode<'r, T: DecodeCell<'r, Text>>(bytes: &'r [u8]) -> Result<T, CodecError> {
    T::decode_cell(bytes.trim_ascii())
}
