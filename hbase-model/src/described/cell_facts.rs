//! The facts of a cell that follow from its type and codec.
//!
//! The facts of a column follow from the type of its field: `EncodeCell::FACTS` in `hbase-schema` is a constant
//! of the type and the codec. `Option`, newtypes, `store_none`, JSON and `with` derive their facts from those
//! of the inner type; a hand-written impl without the constant is unknown. A type's name is only displayed and
//! decides nothing, except in descriptions of version 1. Where only sources are available, aliases and type
//! parameters are followed. An import or export of an unknown column ends before the first row.

use super::{CellFormat, LogicalType};

/// The representation of an absent value of a type by a codec.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Absence {
    /// Only the program knows whether the type has an absent value.
    Unknown,
    /// The type has no absent value: every value has a cell.
    Never,
    /// By no cell.
    NoCell,
    /// By a cell with these bytes, which no other value has. JSON writes its `null` only where every version
    /// must have every column; elsewhere it writes no cell.
    Bytes(&'static [u8]),
    /// By a cell with these bytes, if the type has an absent value, which only the program knows: `null` of a type that serde
    /// writes as JSON.
    MaybeBytes(&'static [u8]),
}

impl Absence {
    /// JSON's `null`, for a type that has an absent value.
    pub const JSON_NULL: Self = Self::Bytes(b"null");

    /// JSON's `null`, for a type that may have an absent value.
    pub const MAYBE_JSON_NULL: Self = Self::MaybeBytes(b"null");

    /// The cell of an absent value, if the codec has one.
    pub const fn bytes(self) -> Option<&'static [u8]> {
        match self {
            Self::Bytes(bytes) | Self::MaybeBytes(bytes) => Some(bytes),
            Self::Unknown | Self::Never | Self::NoCell => None,
        }
    }

    /// Whether the type has an absent value; `None` if only the program knows.
    pub const fn is_possible(self) -> Option<bool> {
        match self {
            Self::Never => Some(false),
            Self::NoCell | Self::Bytes(_) => Some(true),
            Self::Unknown | Self::MaybeBytes(_) => None,
        }
    }
}

/// The meaning of a cell without bytes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(
    feature = "json",
    derive(serde::Serialize, serde::Deserialize),
    serde(rename_all = "snake_case")
)]
pub enum EmptyCell {
    /// Only the program knows.
    #[default]
    Unknown,
    /// It is not written, and cannot be decoded: numbers, for example.
    Never,
    /// A value: empty text, no bytes.
    Value,
    /// An absent value: `store_none`.
    Absent,
}

/// The facts of a cell that follow from its type and codec, which never depend on how the type is spelled.
///
/// ```
/// use hbase_model::{CellFacts, CellFormat, LogicalType};
///
/// // A type of the program's own that is written as text; any text may be a value.
/// const FACTS: CellFacts = CellFacts::new(CellFormat::Text, LogicalType::Text);
/// assert!(!FACTS.is_unknown());
/// assert!(CellFacts::UNKNOWN.is_unknown());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct CellFacts {
    /// The format of the bytes.
    pub format: CellFormat,
    /// The type of the value.
    pub logical_type: LogicalType,
    /// The representation of an absent value.
    pub absence: Absence,
    /// The meaning of a cell without bytes.
    pub empty: EmptyCell,
}

impl CellFacts {
    /// Nothing is known.
    pub const UNKNOWN: Self = Self {
        format: CellFormat::Custom,
        logical_type: LogicalType::Unknown,
        absence: Absence::Unknown,
        empty: EmptyCell::Unknown,
    };

    /// Facts of a type that has no absent value; a cell may be empty if the format and the type allow it.
    pub const fn new(format: CellFormat, logical_type: LogicalType) -> Self {
        let (absence, empty) = match logical_type {
            LogicalType::Unknown => (Absence::Unknown, EmptyCell::Unknown),
            LogicalType::Json => (Absence::MAYBE_JSON_NULL, EmptyCell::Never),
            LogicalType::Text | LogicalType::Bytes | LogicalType::FixedBytes { width: 0 } => {
                (Absence::Never, EmptyCell::Value)
            }
            LogicalType::Integer { .. }
            | LogicalType::Float { .. }
            | LogicalType::Bool
            | LogicalType::FixedBytes { .. }
            | LogicalType::Uuid
            | LogicalType::Timestamp
            | LogicalType::TimeOfDay
            | LogicalType::Moment { .. }
            | LogicalType::DateTime { .. }
            | LogicalType::Date { .. }
            | LogicalType::Time { .. }
            | LogicalType::Decimal
            | LogicalType::RustDecimal => (Absence::Never, EmptyCell::Never),
        };
        let is_custom = matches!(format, CellFormat::Custom);
        Self {
            format,
            logical_type,
            absence,
            empty: if is_custom { EmptyCell::Unknown } else { empty },
        }
    }

    /// The same for an `Option`, whose `None` has no cell.
    #[must_use]
    pub const fn optional(self) -> Self {
        self.with_absence(Absence::NoCell)
    }

    /// The same with another representation of an absent value.
    #[must_use]
    pub const fn with_absence(self, absence: Absence) -> Self {
        Self { absence, ..self }
    }

    /// The same with `store_none`: an absent value is an empty cell.
    #[must_use]
    pub const fn store_none(self) -> Self {
        let absence = match self.absence {
            Absence::Never => return self,
            Absence::NoCell | Absence::Bytes(_) => Absence::Bytes(b""),
            Absence::Unknown | Absence::MaybeBytes(_) => Absence::MaybeBytes(b""),
        };
        Self {
            absence,
            empty: EmptyCell::Absent,
            ..self
        }
    }

    /// The same for values that are never written as an empty cell.
    #[must_use]
    pub const fn never_empty(self) -> Self {
        Self {
            empty: EmptyCell::Never,
            ..self
        }
    }

    /// The same in a group, if a row may have none of the group's columns.
    #[must_use]
    pub const fn in_absent_group(self) -> Self {
        self.with_absence(match self.absence {
            Absence::Unknown | Absence::Never => Absence::NoCell,
            Absence::MaybeBytes(bytes) => Absence::Bytes(bytes),
            known @ (Absence::NoCell | Absence::Bytes(_)) => known,
        })
    }

    /// Whether only the program knows the values of the cells.
    pub const fn is_unknown(&self) -> bool {
        self.logical_type.is_unknown()
    }
}
