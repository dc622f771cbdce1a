//! Field types, as keys and cells encode them.

use hbase_model::{CellFacts, Encoding, TimeLibrary};

/// A field's type, as far as keys and cells distinguish types.
///
/// It mirrors the impls of `KeyPart` and `EncodeCell` in `hbase-schema`.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum FieldType {
    /// An integer, or an enum with numbers as codes.
    Integer {
        width: u8,
        signed: bool,
    },
    Float {
        width: u8,
    },
    Bool,
    /// `String`, `&str` and the like.
    Text,
    /// An enum with texts as codes; their width in bytes if it is the same for all.
    TextCodes(Option<u16>),
    /// `Vec<u8>`, `&[u8]` and the like.
    Bytes,
    /// `[u8; N]`.
    Array(u16),
    Uuid,
    /// `Timestamp`, or `chrono::DateTime<Utc>`, `jiff::Timestamp`.
    Moment(Option<TimeLibrary>),
    /// `hbase_schema::TimeOfDay`.
    TimeOfDay,
    /// `chrono::NaiveTime`, `jiff::civil::Time`.
    ClockTime(TimeLibrary),
    /// Dates without a time, of `chrono` and `jiff`: cells only.
    Date(TimeLibrary),
    /// Dates with a time that have no zone, of `chrono` and `jiff`: cells only.
    DateTime(TimeLibrary),
    /// `bigdecimal::BigDecimal`.
    Decimal,
    /// `rust_decimal::Decimal`.
    RustDecimal,
    Sequence(Box<FieldType>),
    Option(Box<FieldType>),
    /// A type with a hand-written impl of `NativePart`, and its encoding.
    PartByHand(Encoding),
    /// A type with a hand-written impl of `EncodeCell`, and its facts.
    CellByHand(CellFacts),
}

impl FieldType {
    /// `unsigned(4)` is a `u32`.
    pub(crate) const fn unsigned(width: u8) -> Self {
        Self::Integer {
            width,
            signed: false,
        }
    }

    /// `signed(4)` is an `i32`.
    pub(crate) const fn signed(width: u8) -> Self {
        Self::Integer {
            width,
            signed: true,
        }
    }

    /// The largest value of an integer of `width` bytes.
    pub(crate) const fn max_of(width: u8, signed: bool) -> u128 {
        let bits = width as u32 * 8;
        u128::MAX >> (128 - bits + signed as u32)
    }

    /// The smallest value of an integer of `width` bytes.
    pub(crate) const fn min_of(width: u8, signed: bool) -> i128 {
        if signed {
            i128::MIN >> (128 - width as u32 * 8)
        } else {
            0
        }
    }
}
