//! Values of a source, before they are encoded.

pub(crate) mod text;

use std::fmt;

use hbase_model::Decimal;
use hbase_model::printable::Printable;

/// One value of a row, with its type in the source.
///
/// Text files have only text; databases and Parquet have all of these types.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum Value<'a> {
    /// No value; empty text is a [`Text`](Self::Text).
    Null,
    /// True or false.
    Bool(bool),
    /// A signed integer.
    Int(i64),
    /// An unsigned integer.
    Uint(u64),
    /// A 32-bit float.
    Float32(f32),
    /// A 64-bit float.
    Float64(f64),
    /// A decimal.
    Decimal(Decimal),
    /// Text.
    Text(&'a str),
    /// Bytes.
    Bytes(&'a [u8]),
    /// A moment: microseconds since 1970 in UTC.
    Moment(i64),
    /// A date and a time of day without a zone: microseconds since 1970-01-01 00:00 on the same clock.
    Local(i64),
    /// A date: days since 1970-01-01.
    Date(i32),
    /// A time of day: microseconds since midnight.
    TimeOfDay(i64),
    /// Bytes that are not text in the source's encoding.
    Undecodable(&'a [u8]),
}

impl Value<'_> {
    /// The type, in words.
    pub const fn type_name(&self) -> &'static str {
        match self {
            Self::Null => "NULL",
            Self::Bool(_) => "a boolean",
            Self::Int(_) | Self::Uint(_) => "an integer",
            Self::Float32(_) | Self::Float64(_) => "a float",
            Self::Decimal(_) => "a decimal",
            Self::Text(_) => "text",
            Self::Bytes(_) => "bytes",
            Self::Moment(_) => "a moment",
            Self::Local(_) => "a time without a zone",
            Self::Date(_) => "a date",
            Self::TimeOfDay(_) => "a time of day",
            Self::Undecodable(_) => "bytes that are no text",
        }
    }
}

/// The longest value that a message shows, in bytes.
const SHOWN: usize = 200;

impl fmt::Display for Value<'_> {
    /// As in a rejects file: bytes as `HBase`'s shell prints them; long values are cut.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Null => f.write_str("NULL"),
            Self::Text(text) if text.len() <= SHOWN => f.write_str(text),
            Self::Text(text) => write!(f, "{}…", &text[..text.floor_char_boundary(SHOWN)]),
            Self::Bytes(bytes) | Self::Undecodable(bytes) => {
                Printable(&bytes[..bytes.len().min(SHOWN)]).fmt(f)
            }
            other => match text::of(other) {
                Some(text) => f.write_str(&text),
                None => write!(f, "{other:?}"),
            },
        }
    }
}

/// A [`Value`] whose text or bytes are in a chunk's buffer.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Slot {
    /// A value that needs no buffer.
    Value(Value<'static>),
    /// Text in the buffer, which is UTF-8.
    Text(usize, usize),
    /// Bytes in the buffer.
    Bytes(usize, usize),
    /// Bytes in the buffer that may be UTF-8.
    Unchecked(usize, usize),
    /// Bytes in the buffer that do not count as text, even if they are UTF-8.
    Undecodable(usize, usize),
    /// Unchanged JSON in the buffer, up to the second offset; after it, the text of a string with escapes.
    Json(usize, usize, usize),
}
