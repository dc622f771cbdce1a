//! Formats of cells' values.
//!
//! `CellFormat` and `LogicalType` are not `non_exhaustive`, and code that decides by one names
//! every variant, so that a new variant is a compile error wherever it matters.

use std::fmt;

use super::PartFormat;
use crate::layout::words;

/// The format of a cell's value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(
    feature = "json",
    derive(serde::Serialize, serde::Deserialize),
    serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)
)]
pub enum CellFormat {
    /// Big-endian two's complement.
    Integer {
        /// Bytes.
        width: u8,
        /// Whether the number is signed.
        signed: bool,
    },
    /// IEEE 754, big-endian.
    Float {
        /// Bytes: 4 or 8.
        width: u8,
    },
    /// One byte: 0 for false, anything else (written as 0xFF) for true.
    Bool,
    /// UTF-8.
    Text,
    /// A number as decimal text.
    DecimalText,
    /// A float as text, as Java writes it.
    JavaFloatText {
        /// Bytes of the float: 4 or 8.
        width: u8,
    },
    /// Bytes, unchanged.
    Bytes,
    /// `Bytes.toBytes(BigDecimal)`: 4 bytes of scale, then the unscaled value.
    BigDecimal,
    /// JSON.
    Json,
    /// In the encoding of a key part: `part`.
    Part(PartFormat),
    /// A user's codec.
    Custom,
}

impl fmt::Display for CellFormat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Integer { width, signed } => {
                words::integer(f, *width, *signed)?;
                f.write_str(", big-endian")
            }
            Self::Float { width } => write!(f, "{}-bit float, big-endian", u32::from(*width) * 8),
            Self::Bool => f.write_str("boolean: 0 is false, all else true"),
            Self::Text => f.write_str("UTF-8"),
            Self::DecimalText => f.write_str("number as decimal text"),
            Self::JavaFloatText { width } => {
                write!(f, "{}-bit float as Java's text", u32::from(*width) * 8)
            }
            Self::Bytes => f.write_str("bytes"),
            Self::BigDecimal => f.write_str("decimal as `Bytes.toBytes(BigDecimal)`"),
            Self::Json => f.write_str("JSON"),
            Self::Part(format) => format.fmt(f),
            Self::Custom => f.write_str("the program's own"),
        }
    }
}
