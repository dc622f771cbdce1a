//! Encodings of key parts.

use super::{CustomEncoding, ListEncoding};
use crate::escape::Escape;
use crate::primitive::{LengthPrefix, invert, nines_in_place};
use crate::time::TimeFormat;

/// The encoding of a key part's value.
///
/// Every reader of keys has to know a new encoding. So the enum is not `non_exhaustive`, and a `match` that
/// decides by the encoding names all variants: a new one is a compile error there.
// The compiler does not report `matches!`. Check these files for a new variant:
// - here, `layout/mod.rs`, `layout/fit.rs`, `layout/scan_cost.rs`, `splits/fit.rs`, `splits/entries.rs`,
//   `description/key.rs`; the member and its limits in `description/encoding.rs`, and the table in `description/mod.rs`;
// - of the command: `check/advice/key.rs`, `check/advice/indexes.rs`, `check/same_table.rs`;
// - of the build crate: `text/hive/key.rs`, and the names in `resolve/by_hand.rs`;
// - of the import crate: `plan/build/by_struct.rs`, `export/plan.rs`.
// `index_encoding.rs` needs a word for the variant. Stores contain this word, so it must never change.
// Add the variant to the tests `random/strategy.rs` and `extremes.rs` in `tests/it`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Encoding {
    /// Big-endian with the sign bit of signed integers flipped, so that bytes sort as numbers.
    Integer {
        /// Bytes: 1, 2, 4, 8 or 16.
        width: u8,
        /// Whether the integer is signed.
        signed: bool,
    },
    /// `Bytes.toBytes`: big-endian two's complement; negative numbers sort after positive ones.
    JavaInteger {
        /// Bytes: 1, 2, 4 or 8.
        width: u8,
        /// Whether the integer is signed.
        signed: bool,
    },
    /// Decimal digits, zero-padded; no negative numbers.
    Digits {
        /// The number of digits.
        width: u8,
        /// The largest value of the type, for decoding.
        max: u128,
    },
    /// Plain decimal digits, no padding, `-` before negative numbers.
    DecimalText {
        /// The smallest value of the type.
        min: i128,
        /// The largest value of the type.
        max: u128,
    },
    /// UTF-8.
    Text {
        /// The fixed width in bytes.
        width: Option<u16>,
        /// How shorter texts are padded.
        pad: Option<Pad>,
    },
    /// UTF-8 in which characters are replaced.
    Escaped(Escape),
    /// UTF-8 with its labels in reverse order: `www.foo.com` as `com.foo.www`.
    Labels {
        /// The ASCII character between the labels.
        separator: u8,
    },
    /// UTF-8 or bytes, after their length.
    LengthPrefixed {
        /// The bytes that state the length.
        length: LengthPrefix,
        /// Whether the value is text.
        text: bool,
    },
    /// Elements of one width, one after another, at the end of the key.
    List(ListEncoding),
    /// Bytes, unchanged.
    Bytes {
        /// The fixed width in bytes.
        width: Option<u16>,
    },
    /// One byte: 0 or 1.
    Bool,
    /// IEEE 754, big-endian; the sign bit flipped, all bits of negative numbers: bytes sort as
    /// `total_cmp`. -0.0 is written as 0.0, so that equal values have equal bytes.
    Float {
        /// Bytes: 4 or 8.
        width: u8,
    },
    /// `Bytes.toBytes` of a boolean: ff for true, 00 for false.
    JavaBool,
    /// `Bytes.toBytes` of a `float` or `double`: IEEE 754, big-endian; negative numbers sort after positive ones, in
    /// descending order.
    JavaFloat {
        /// Bytes: 4 or 8.
        width: u8,
    },
    /// A time.
    Time(TimeFormat),
    /// A time of day, big-endian: milliseconds in 4 bytes or minutes in 2.
    TimeOfDay {
        /// Minutes in 2 bytes instead of milliseconds in 4.
        minutes: bool,
        /// Truncates finer times; they are errors otherwise.
        truncate: bool,
    },
    /// `HBase`'s `OrderedBytes`.
    Ordered(OrderedKind),
    /// The encoding of a user's type, which only that type can decode.
    Custom(CustomEncoding),
}

/// The types of `OrderedBytes`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(
    feature = "json",
    derive(serde::Serialize, serde::Deserialize),
    serde(rename_all = "snake_case")
)]
#[allow(missing_docs, reason = "the names are HBase's own")]
pub enum OrderedKind {
    Int8,
    Int16,
    Int32,
    Int64,
    Float32,
    Float64,
    Numeric,
    String,
    BlobVar,
}

/// The padding of a short text to its width.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pad {
    /// On the left, with this ASCII character.
    Left(u8),
    /// On the right, with this ASCII character.
    Right(u8),
}

impl Encoding {
    /// The width of every value in bytes; `None` if it varies.
    pub const fn width(&self) -> Option<usize> {
        Some(match self {
            Self::Integer { width, .. }
            | Self::JavaInteger { width, .. }
            | Self::Digits { width, .. }
            | Self::Float { width }
            | Self::JavaFloat { width } => *width as usize,
            Self::Bool | Self::JavaBool => 1,
            Self::Time(format) => format.kind.width() as usize,
            Self::TimeOfDay { minutes: true, .. } => 2,
            Self::TimeOfDay { minutes: false, .. } => 4,
            Self::Ordered(kind) => return kind.width(),
            Self::Text {
                width: Some(width), ..
            }
            | Self::Bytes { width: Some(width) }
            | Self::Custom(CustomEncoding {
                width: Some(width), ..
            }) => *width as usize,
            Self::DecimalText { .. }
            | Self::Text { .. }
            | Self::Escaped(_)
            | Self::Labels { .. }
            | Self::LengthPrefixed { .. }
            | Self::List(_)
            | Self::Bytes { .. }
            | Self::Custom(_) => return None,
        })
    }

    /// Whether a value determines its own end.
    pub const fn is_self_delimiting(&self) -> bool {
        matches!(self, Self::Ordered(_) | Self::LengthPrefixed { .. }) || self.width().is_some()
    }

    /// Whether the encoded bytes are text.
    pub const fn is_text(&self) -> bool {
        self.is_digits()
            || matches!(
                self,
                Self::Text { .. }
                    | Self::Escaped(_)
                    | Self::Labels { .. }
                    | Self::DecimalText { .. }
            )
    }

    /// Whether the values are integers.
    pub const fn is_integer(&self) -> bool {
        matches!(
            self,
            Self::Integer { .. }
                | Self::JavaInteger { .. }
                | Self::Digits { .. }
                | Self::DecimalText { .. }
                | Self::Ordered(
                    OrderedKind::Int8
                        | OrderedKind::Int16
                        | OrderedKind::Int32
                        | OrderedKind::Int64
                )
        )
    }

    /// Whether the encoded bytes are a fixed number of decimal digits.
    pub const fn is_digits(&self) -> bool {
        match self {
            Self::Time(format) => format.kind.is_digits(),
            _ => matches!(self, Self::Digits { .. }),
        }
    }

    /// Inverts the order of encoded values: digits by their nines' complement, other bytes bit by bit.
    pub fn invert(&self, bytes: &mut [u8]) {
        if self.is_digits() {
            nines_in_place(bytes);
        } else {
            invert(bytes);
        }
    }
}

impl OrderedKind {
    /// The width of every value in bytes, header included; `None` if it varies.
    pub const fn width(self) -> Option<usize> {
        Some(match self {
            Self::Int8 => 2,
            Self::Int16 => 3,
            Self::Int32 | Self::Float32 => 5,
            Self::Int64 | Self::Float64 => 9,
            Self::Numeric | Self::String | Self::BlobVar => return None,
        })
    }
}
