//! What a cell holds.

/// What kind of bytes a cell holds, for descriptions of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum CellForm {
    /// Big-endian two's complement.
    Integer {
        /// Bytes.
        width: u8,
        /// Whether it has a sign.
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
    /// Bytes as they are.
    Bytes,
    /// `Bytes.toBytes(BigDecimal)`: 4 bytes of scale, then the unscaled value.
    BigDecimal,
    /// JSON.
    Json,
    /// A codec of the user's own.
    Custom,
}
