//! The value of a part, whatever its type.

use std::fmt;

use crate::ordered_bytes::Numeric;
use crate::primitive::Integer;
use crate::printable::Printable;
use crate::time;

/// The value of a part, as the interpreter takes and gives it.
///
/// Displayed as [`PartLayout::parse`](super::PartLayout::parse) reads it.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum PartValue {
    /// A number of a type with a sign.
    Int(i128),
    /// A number of a type without a sign.
    Uint(u128),
    /// A number of 4 bytes.
    Float32(f32),
    /// A number of 8 bytes.
    Float64(f64),
    /// True or false.
    Bool(bool),
    /// Text.
    Text(String),
    /// Bytes, and what only a type of the user's own can read.
    Bytes(Vec<u8>),
    /// Milliseconds since 1970.
    Time(i64),
    /// Milliseconds since midnight.
    TimeOfDay(u32),
    /// A decimal.
    Decimal(Numeric),
}

impl PartValue {
    /// The number's sign and absolute value, if it is an integer.
    pub(super) fn integer(&self) -> Option<(bool, u128)> {
        match self {
            Self::Int(value) => Some(value.to_parts()),
            Self::Uint(value) => Some((false, *value)),
            _ => None,
        }
    }

    /// As displayed, text in quotes: for errors.
    pub(super) fn quoted(&self) -> String {
        match self {
            Self::Text(text) => format!("{text:?}"),
            Self::Bytes(bytes) => format!("\"{}\"", Printable(bytes)),
            other => other.to_string(),
        }
    }
}

impl fmt::Display for PartValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Int(value) => value.fmt(f),
            Self::Uint(value) => value.fmt(f),
            Self::Float32(value) => value.fmt(f),
            Self::Float64(value) => value.fmt(f),
            Self::Bool(value) => value.fmt(f),
            Self::Text(text) => f.write_str(text),
            Self::Bytes(bytes) => Printable(bytes).fmt(f),
            Self::Time(ms) => time::write_time(*ms, f),
            Self::TimeOfDay(ms) => time::write_time_of_day(*ms, f),
            Self::Decimal(value) => value.fmt(f),
        }
    }
}

macro_rules! from_value {
    ($($variant:ident: $($type:ty)*;)*) => {$($(
        impl From<$type> for PartValue {
            fn from(value: $type) -> Self {
                Self::$variant(value.into())
            }
        }
    )*)*};
}

from_value! {
    Int: i8 i16 i32 i64 i128;
    Uint: u8 u16 u32 u64 u128;
    Text: &str String;
    Bytes: Vec<u8>;
    Float32: f32;
    Float64: f64;
    Bool: bool;
    Decimal: Numeric;
}
