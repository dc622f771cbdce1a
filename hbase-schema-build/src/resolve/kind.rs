//! What a type is to a key and to a cell, told from how it is written.

use hbase_model::{CellFormat, Encoding};

/// What a type is to a key and to a cell.
///
/// It mirrors the impls of `KeyPart` and `EncodeCell` in `hbase-schema`.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Kind {
    /// An integer, and an enum whose codes are numbers.
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
    /// An enum whose codes are texts, all of so many bytes.
    TextCodes(Option<u16>),
    /// `Vec<u8>`, `&[u8]` and the like.
    Bytes,
    /// `[u8; N]`.
    Array(u16),
    Uuid,
    /// A moment: `Timestamp`, `chrono::DateTime<Utc>`, `jiff::Timestamp`.
    Moment,
    /// `hbase_schema::TimeOfDay`.
    TimeOfDay,
    /// `chrono::NaiveTime`, `jiff::civil::Time`.
    ClockTime,
    /// Dates, and dates with a time but no zone, of `chrono` and `jiff`: cells only.
    Calendar,
    Decimal,
    Sequence(Box<Kind>),
    Option(Box<Kind>),
    /// A type whose impl of `NativePart`, written by hand, says its encoding.
    PartByHand(Encoding),
    /// A type whose impl of `EncodeCell`, written by hand, says its form.
    CellByHand(CellFormat),
}

impl Kind {
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

    /// The largest value of an integer of so many bytes.
    pub(crate) const fn max_of(width: u8, signed: bool) -> u128 {
        let bits = width as u32 * 8;
        u128::MAX >> (128 - bits + signed as u32)
    }

    /// The smallest value of an integer of so many bytes.
    pub(crate) const fn min_of(width: u8, signed: bool) -> i128 {
        if signed {
            i128::MIN >> (128 - width as u32 * 8)
        } else {
            0
        }
    }
}
