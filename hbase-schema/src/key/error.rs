//! Errors of whole keys.

use std::fmt;

use hbase_model::layout::MAX_KEY;
use hbase_model::layout::separator::quoted;
use hbase_model::printable::Printable;

use crate::codec::CodecError;

/// Errors from encoding, decoding or scanning by a row key.
#[derive(Clone, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum KeyError {
    /// A part's value cannot be encoded.
    #[error("{row}: key part `{part}` = {value}: {cause}")]
    Encode {
        /// The row's type.
        row: &'static str,
        /// The part.
        part: &'static str,
        /// The value, as `Debug` shows it.
        value: Box<str>,
        /// The value found and the value expected.
        cause: CodecError,
    },
    /// A part's value contains the separator that ends it.
    #[error(
        "{row}: key part `{part}` = {value}: found the separator {} in it, expected a value without it, because the part ends there: give the part `fixed = n`, or use another separator",
        quoted(separator)
    )]
    ContainsSeparator {
        /// The row's type.
        row: &'static str,
        /// The part.
        part: &'static str,
        /// The value, as `Debug` shows it.
        value: Box<str>,
        /// The separator.
        separator: &'static [u8],
    },
    /// A part's bytes cannot be decoded.
    #[error(
        "{row}: key `{key}`: part `{part}` = `{bytes}`: {cause}; was the row written with another key layout?"
    )]
    Decode {
        /// The row's type.
        row: &'static str,
        /// The part.
        part: &'static str,
        /// The key, as `HBase`'s shell prints it.
        key: Box<str>,
        /// The part's bytes, as `HBase`'s shell prints them.
        bytes: Box<str>,
        /// The value found and the value expected.
        cause: CodecError,
    },
    /// The key does not have the table's layout.
    #[error("{row}: key `{key}` of {len} bytes: {what}")]
    Malformed {
        /// The row's type.
        row: &'static str,
        /// The key, as `HBase`'s shell prints it.
        key: Box<str>,
        /// Its length in bytes.
        len: usize,
        /// The bytes found and the layout expected.
        what: Box<str>,
    },
    /// The salt is not the one computed from the parts.
    #[error(
        "{row}: key `{key}`: found the salt `{found}`, expected `{expected}`: the row was written with another salt or bucket count"
    )]
    Salt {
        /// The row's type.
        row: &'static str,
        /// The key, as `HBase`'s shell prints it.
        key: Box<str>,
        /// The salt in the key.
        found: Box<str>,
        /// The salt computed from the parts.
        expected: Box<str>,
    },
    /// The key is empty or too long.
    #[error("{row}: found a key of {len} bytes, expected 1 to {MAX_KEY}")]
    Length {
        /// The row's type.
        row: &'static str,
        /// Its length in bytes.
        len: usize,
    },
    /// The key parts of a scan contradict each other.
    #[error("{row}: {what}")]
    Scan {
        /// The row's type.
        row: &'static str,
        /// The contradiction, and the help.
        what: Box<str>,
    },
}

impl KeyError {
    #[cold]
    pub(crate) fn malformed(row: &'static str, key: &[u8], what: impl fmt::Display) -> Self {
        Self::Malformed {
            row,
            key: printable(key),
            len: key.len(),
            what: what.to_string().into(),
        }
    }

    #[cold]
    pub(crate) fn scan(row: &'static str, what: impl fmt::Display) -> Self {
        Self::Scan {
            row,
            what: what.to_string().into(),
        }
    }
}

pub(crate) fn printable(bytes: &[u8]) -> Box<str> {
    Printable(bytes).to_string().into()
}

/// A value in `Debug` format, truncated if it is long.
#[cold]
pub(crate) fn shown(value: &dyn fmt::Debug) -> Box<str> {
    let mut text = format!("{value:?}");
    if let Some((end, _)) = text.char_indices().nth(200) {
        text.truncate(end);
        text.push('…');
    }
    text.into()
}
