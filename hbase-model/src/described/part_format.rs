//! The format of cells that are encoded like key parts: `#[column(part)]`.

use std::borrow::Cow;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::{Mutex, PoisonError};

use super::{CellFacts, CellFormat, EmptyCell, LogicalType};
use crate::layout::{Encoding, LayoutError, OrderedKind, PartLayout, PartValue};

/// The format of a cell that is encoded like a key part.
#[derive(Clone, Copy, PartialEq, Eq)]
#[cfg_attr(
    feature = "json",
    derive(serde::Serialize, serde::Deserialize),
    serde(
        into = "crate::description::part_format::Members",
        try_from = "crate::description::part_format::Members"
    )
)]
pub struct PartFormat {
    encoding: &'static Encoding,
    desc: bool,
    reverse: bool,
}

/// The encodings of descriptions, each once: programs read few different ones.
static KNOWN: Mutex<Vec<&'static Encoding>> = Mutex::new(Vec::new());

impl PartFormat {
    /// The format of an encoding in a const.
    #[doc(hidden)]
    pub const fn from_static(encoding: &'static Encoding, desc: bool, reverse: bool) -> Self {
        Self {
            encoding,
            desc,
            reverse,
        }
    }

    /// The format of an encoding, ascending or descending, or reversed.
    ///
    /// ```
    /// use hbase_model::{Encoding, PartFormat};
    /// let format = PartFormat::new(&Encoding::Integer { width: 4, signed: true }, false, false);
    /// assert_eq!(format.encode(&hbase_model::PartValue::Int(-1))?, [0x7f, 0xff, 0xff, 0xff]);
    /// # Ok::<(), hbase_model::LayoutError>(())
    /// ```
    pub fn new(encoding: &Encoding, desc: bool, reverse: bool) -> Self {
        let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
        let found = known.iter().find(|known| **known == encoding).copied();
        let encoding = found.unwrap_or_else(|| {
            // A format is copied like a number, so it cannot own its encoding.
            let new: &'static Encoding = Box::leak(Box::new(encoding.clone()));
            known.push(new);
            new
        });
        Self::from_static(encoding, desc, reverse)
    }

    /// The encoding.
    pub const fn encoding(&self) -> &'static Encoding {
        self.encoding
    }

    /// Whether the bytes are inverted: larger values have smaller bytes.
    pub const fn is_desc(&self) -> bool {
        self.desc
    }

    /// Whether the bytes are reversed.
    pub const fn is_reversed(&self) -> bool {
        self.reverse
    }

    /// The facts of a type's cells in this format.
    pub const fn facts(self) -> CellFacts {
        let facts = CellFacts::new(CellFormat::Part(self), logical_type(self.encoding));
        let is_never_empty = self.encoding.is_self_delimiting();
        match facts.empty {
            EmptyCell::Value if is_never_empty => facts.never_empty(),
            _ => facts,
        }
    }

    /// The layout of a key that consists of such a value.
    pub fn layout(&self) -> PartLayout {
        PartLayout {
            desc: self.desc,
            reverse: self.reverse,
            ..PartLayout::plain(Cow::Borrowed("value"), self.encoding.clone())
        }
    }

    /// Encodes a value.
    ///
    /// # Errors
    /// A value that the encoding cannot represent.
    pub fn encode(&self, value: &PartValue) -> Result<Vec<u8>, LayoutError> {
        let mut bytes = Vec::new();
        self.layout().encode(value, &mut bytes)?;
        Ok(bytes)
    }

    /// Decodes a cell.
    ///
    /// # Errors
    /// Bytes that do not encode a value.
    pub fn decode(&self, bytes: &[u8]) -> Result<PartValue, LayoutError> {
        self.layout().decode(bytes)
    }
}

impl Hash for PartFormat {
    fn hash<H: Hasher>(&self, state: &mut H) {
        std::mem::discriminant(self.encoding).hash(state);
        (self.desc, self.reverse).hash(state);
    }
}

impl fmt::Display for PartFormat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "as a key part: {}", self.layout())
    }
}

impl fmt::Debug for PartFormat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PartFormat")
            .field("encoding", self.encoding)
            .field("desc", &self.desc)
            .field("reverse", &self.reverse)
            .finish()
    }
}

/// The type of the values of an encoding.
const fn logical_type(encoding: &Encoding) -> LogicalType {
    match encoding {
        Encoding::Integer { width, signed } | Encoding::JavaInteger { width, signed } => {
            integer(*width, *signed)
        }
        Encoding::Digits { max, .. } => integer(width_of(*max, false), false),
        Encoding::DecimalText { min, max } => integer(width_of(*max, *min < 0), *min < 0),
        Encoding::Text { .. }
        | Encoding::Escaped(_)
        | Encoding::Labels { .. }
        | Encoding::LengthPrefixed { text: true, .. }
        | Encoding::Ordered(OrderedKind::String) => LogicalType::Text,
        Encoding::Bytes { width: Some(width) } => LogicalType::FixedBytes {
            width: *width as u32,
        },
        Encoding::Bytes { width: None }
        | Encoding::LengthPrefixed { text: false, .. }
        | Encoding::Ordered(OrderedKind::BlobVar) => LogicalType::Bytes,
        Encoding::Bool | Encoding::JavaBool => LogicalType::Bool,
        Encoding::Float { width } | Encoding::JavaFloat { width } => {
            LogicalType::Float { width: *width }
        }
        Encoding::Time(_) => LogicalType::Timestamp,
        Encoding::TimeOfDay { .. } => LogicalType::TimeOfDay,
        Encoding::Ordered(OrderedKind::Int8) => integer(1, true),
        Encoding::Ordered(OrderedKind::Int16) => integer(2, true),
        Encoding::Ordered(OrderedKind::Int32) => integer(4, true),
        Encoding::Ordered(OrderedKind::Int64) => integer(8, true),
        Encoding::Ordered(OrderedKind::Float32) => LogicalType::Float { width: 4 },
        Encoding::Ordered(OrderedKind::Float64) => LogicalType::Float { width: 8 },
        Encoding::Ordered(OrderedKind::Numeric) => LogicalType::Decimal,
        Encoding::List(_) | Encoding::Custom(_) => LogicalType::Unknown,
    }
}

const fn integer(width: u8, signed: bool) -> LogicalType {
    LogicalType::Integer { width, signed }
}

/// The bytes of the narrowest type that has this largest value.
const fn width_of(max: u128, signed: bool) -> u8 {
    let bits = 128 - max.leading_zeros() + signed as u32;
    match bits {
        0..=8 => 1,
        9..=16 => 2,
        17..=32 => 4,
        33..=64 => 8,
        _ => 16,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn digits(max: u128) -> Encoding {
        Encoding::Digits { width: 39, max }
    }

    fn decimal_text(min: i128, max: u128) -> Encoding {
        Encoding::DecimalText { min, max }
    }

    #[test]
    fn numbers_have_the_narrowest_type_that_holds_their_values() {
        for (encoding, width, signed) in [
            (digits(0), 1, false),
            (digits(u8::MAX.into()), 1, false),
            (digits(256), 2, false),
            (digits(u16::MAX.into()), 2, false),
            (digits(u32::MAX.into()), 4, false),
            (digits(u64::MAX.into()), 8, false),
            (digits(u128::MAX), 16, false),
            (decimal_text(-128, 127), 1, true),
            (decimal_text(-32_768, 32_767), 2, true),
            (decimal_text(i32::MIN.into(), 2_147_483_647), 4, true),
            (
                decimal_text(i64::MIN.into(), 9_223_372_036_854_775_807),
                8,
                true,
            ),
            (decimal_text(0, 65_535), 2, false),
        ] {
            assert_eq!(
                logical_type(&encoding),
                integer(width, signed),
                "{encoding:?}"
            );
        }
    }
}
