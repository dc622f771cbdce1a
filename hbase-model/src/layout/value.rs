//! The value of a key part at run time.

use std::fmt;

use crate::ordered_bytes::Numeric;
use crate::primitive::Integer;
use crate::printable::Printable;
use crate::time;

/// The value of a key part, of any type.
///
/// Its `Display` format is what [`PartLayout::parse`](super::PartLayout::parse) reads.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum PartValue {
    /// A signed integer.
    Int(i128),
    /// An unsigned integer.
    Uint(u128),
    /// A 32-bit float.
    Float32(f32),
    /// A 64-bit float.
    Float64(f64),
    /// True or false.
    Bool(bool),
    /// Text.
    Text(String),
    /// Bytes, and values that only a user's type can decode.
    Bytes(Vec<u8>),
    /// Milliseconds since 1970.
    Time(i64),
    /// Milliseconds since midnight.
    TimeOfDay(u32),
    /// A decimal.
    Decimal(Numeric),
    /// The elements of a list, each with its members.
    List(Vec<Vec<PartValue>>),
    /// No value, of a part that may be left out.
    Absent,
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

    /// Displayed with quoted text, for errors.
    pub(super) fn quoted(&self) -> String {
        match self {
            Self::Text(text) => format!("{text:?}"),
            Self::Bytes(bytes) => format!("\"{}\"", Printable(bytes)),
            Self::Absent => "no value".to_owned(),
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
            Self::List(elements) => write_list(elements, f),
            Self::Absent => Ok(()),
        }
    }
}

/// Writes a list as `[1, 2]`, or as `[[1, 2], [3, 4]]` if elements have several members. Brackets, commas and blanks in
/// values are escaped.
fn write_list(elements: &[Vec<PartValue>], f: &mut fmt::Formatter<'_>) -> fmt::Result {
    f.write_str("[")?;
    for (index, element) in elements.iter().enumerate() {
        f.write_str(if index == 0 { "" } else { ", " })?;
        let values: Vec<_> = element.iter().map(escaped).collect();
        match &values[..] {
            [value] => f.write_str(value)?,
            values => write!(f, "[{}]", values.join(", "))?,
        }
    }
    f.write_str("]")
}

fn escaped(value: &PartValue) -> String {
    let text = match value {
        PartValue::Bytes(bytes) => Printable(bytes).to_string(),
        PartValue::Text(text) => text.replace('\\', r"\x5C"),
        other => return other.to_string(),
    };
    let marks = [
        (',', r"\x2C"),
        ('[', r"\x5B"),
        (']', r"\x5D"),
        (' ', r"\x20"),
    ];
    let escape = |text: String, (mark, escape): (char, &str)| text.replace(mark, escape);
    marks.into_iter().fold(text, escape)
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
