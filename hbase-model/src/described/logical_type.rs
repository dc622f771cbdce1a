//! The types of cells' values, independent of their bytes.

use std::fmt;

/// The type of a cell's value, independent of its format: a value that `text` writes as digits or as ISO 8601
/// is still a number or a time.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(
    feature = "json",
    derive(serde::Serialize, serde::Deserialize),
    serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)
)]
pub enum LogicalType {
    /// Only the program knows.
    #[default]
    Unknown,
    /// An integer.
    Integer {
        /// Bytes: 1, 2, 4, 8 or 16.
        width: u8,
        /// Whether the number is signed.
        signed: bool,
    },
    /// A float.
    Float {
        /// Bytes: 4 or 8.
        width: u8,
    },
    /// A boolean.
    Bool,
    /// Any text.
    Text,
    /// Any bytes.
    Bytes,
    /// Bytes of one width.
    FixedBytes {
        /// Their number.
        width: u32,
    },
    /// A UUID.
    Uuid,
    /// A moment to the millisecond: `hbase_schema::Timestamp`.
    Timestamp,
    /// A time of day to the millisecond: `hbase_schema::TimeOfDay`.
    TimeOfDay,
    /// A moment of a library: `chrono::DateTime<Utc>`, `jiff::Timestamp`.
    Moment {
        /// The library.
        library: TimeLibrary,
    },
    /// A date and a time of day of a library, without an offset.
    DateTime {
        /// The library.
        library: TimeLibrary,
    },
    /// A date of a library.
    Date {
        /// The library.
        library: TimeLibrary,
    },
    /// A time of day of a library.
    Time {
        /// The library.
        library: TimeLibrary,
    },
    /// A decimal number of any size: `bigdecimal::BigDecimal`.
    Decimal,
    /// A decimal number of at most 96 bits: `rust_decimal::Decimal`.
    RustDecimal,
    /// A value that serde writes as JSON.
    Json,
}

/// A library of times, which determines their text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(
    feature = "json",
    derive(serde::Serialize, serde::Deserialize),
    serde(rename_all = "snake_case")
)]
pub enum TimeLibrary {
    /// `chrono`.
    Chrono,
    /// `jiff`.
    Jiff,
}

impl LogicalType {
    /// Whether only the program knows the values.
    pub const fn is_unknown(self) -> bool {
        matches!(self, Self::Unknown)
    }
}

impl fmt::Display for LogicalType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = match self {
            Self::Unknown => "unknown",
            Self::Integer { width, signed } => {
                let sign = if *signed { "signed" } else { "unsigned" };
                return write!(f, "{sign} integer of {} bits", u32::from(*width) * 8);
            }
            Self::Float { width } => return write!(f, "{}-bit float", u32::from(*width) * 8),
            Self::Bool => "boolean",
            Self::Text => "text",
            Self::Bytes => "bytes",
            Self::FixedBytes { width } => return write!(f, "{width} bytes"),
            Self::Uuid => "UUID",
            Self::Timestamp | Self::Moment { .. } => "moment",
            Self::TimeOfDay | Self::Time { .. } => "time of day",
            Self::DateTime { .. } => "date and time of day",
            Self::Date { .. } => "date",
            Self::Decimal | Self::RustDecimal => "decimal number",
            Self::Json => "JSON",
        };
        f.write_str(name)
    }
}
