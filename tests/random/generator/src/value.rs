//! Values of fields, as plain data.

use std::fmt;

/// A value of a field, of any type. Floats are compared by their bits.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Value {
    /// No value: `None`.
    None,
    /// A `bool`.
    Bool(bool),
    /// An integer, at most `i128::MAX`.
    Int(i128),
    /// The bits of an `f32`.
    F32(u32),
    /// The bits of an `f64`.
    F64(u64),
    /// Text.
    Text(String),
    /// Bytes of fixed or variable length.
    Bytes(Vec<u8>),
    /// A moment, in milliseconds since 1970.
    Time(i64),
    /// A time of day, in milliseconds since midnight.
    OfDay(u32),
    /// The index of an enum's variant.
    Variant(usize),
    /// A JSON value.
    Json(Json),
    /// The fields of a group.
    Group(Vec<Self>),
    /// The dynamic columns of a map: names and values.
    Map(Vec<(Self, Self)>),
}

/// A JSON value. These are the only JSON types in the tables.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Json {
    /// `null`.
    Null,
    /// `true` or `false`.
    Bool(bool),
    /// An integer.
    Int(i64),
    /// A string.
    Text(String),
    /// An array.
    List(Vec<Self>),
}

impl Value {
    /// Whether it is `None`.
    pub fn is_none(&self) -> bool {
        *self == Self::None
    }

    /// An `f64`.
    pub fn float(value: f64) -> Self {
        Self::F64(value.to_bits())
    }
}

impl fmt::Display for Value {
    /// Writes the value as a Rust expression, for test cases that can be pasted.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::None => f.write_str("None"),
            Self::Bool(value) => write!(f, "{value}"),
            Self::Int(value) => write!(f, "{value}"),
            Self::F32(bits) => write!(f, "f32::from_bits({bits:#x})"),
            Self::F64(bits) => write!(f, "f64::from_bits({bits:#x})"),
            Self::Text(text) => write!(f, "{text:?}.into()"),
            Self::Bytes(bytes) => write!(f, "{bytes:?}.into()"),
            Self::Time(ms) => write!(f, "Timestamp::from_millis({ms})"),
            Self::OfDay(ms) => write!(f, "TimeOfDay::from_millis({ms}).unwrap()"),
            Self::Variant(index) => write!(f, "/* variant {index} */"),
            Self::Json(json) => write!(f, "/* {json:?} */"),
            Self::Group(fields) => write!(f, "/* {fields:?} */"),
            Self::Map(columns) => write!(f, "/* {columns:?} */"),
        }
    }
}
