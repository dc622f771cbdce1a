//! The types of cells in a mapping, by name.

use std::fmt;
use std::str::FromStr;

use hbase_model::{CellFacts, CellFormat, LogicalType};

/// The type of a cell in a mapping: `D1:AMOUNT as i64`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CellType(pub(crate) CellFacts);

/// A name that is not a cell type.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("found the type `{found}`, expected one of {}", CellType::names())]
pub struct UnknownCellType {
    /// The name.
    pub found: String,
}

pub(super) const fn int(width: u8, signed: bool) -> CellFormat {
    CellFormat::Integer { width, signed }
}

const fn integer(width: u8, signed: bool) -> CellFacts {
    CellFacts::new(int(width, signed), LogicalType::Integer { width, signed })
}

const fn float(width: u8) -> CellFacts {
    CellFacts::new(CellFormat::Float { width }, LogicalType::Float { width })
}

/// The types of cells, by name.
const TYPES: &[(&str, CellFacts)] = &[
    ("text", CellType::TEXT.0),
    (
        "bytes",
        CellFacts::new(CellFormat::Bytes, LogicalType::Bytes),
    ),
    ("bool", CellFacts::new(CellFormat::Bool, LogicalType::Bool)),
    ("i8", integer(1, true)),
    ("i16", integer(2, true)),
    ("i32", integer(4, true)),
    ("i64", integer(8, true)),
    ("u8", integer(1, false)),
    ("u16", integer(2, false)),
    ("u32", integer(4, false)),
    ("u64", integer(8, false)),
    ("f32", float(4)),
    ("f64", float(8)),
    (
        "decimal",
        CellFacts::new(CellFormat::BigDecimal, LogicalType::Decimal),
    ),
    (
        "number",
        CellFacts::new(CellFormat::DecimalText, LogicalType::Decimal),
    ),
    ("json", CellFacts::new(CellFormat::Json, LogicalType::Json)),
    ("time", CellFacts::new(int(8, true), LogicalType::Timestamp)),
    (
        "time_of_day",
        CellFacts::new(int(4, true), LogicalType::TimeOfDay),
    ),
];

impl CellType {
    /// The type of a cell that has none in the mapping.
    pub(crate) const TEXT: Self = Self(CellFacts::new(CellFormat::Text, LogicalType::Text));

    /// The names of all types: `decimal` is `Bytes.toBytes(BigDecimal)`, `number` decimal text, `time` 8 bytes of
    /// milliseconds since 1970; the others are as `Bytes.toBytes` writes them.
    pub fn names() -> String {
        let names: Vec<_> = TYPES.iter().map(|(name, _)| format!("`{name}`")).collect();
        names.join(", ")
    }
}

impl FromStr for CellType {
    type Err = UnknownCellType;

    fn from_str(name: &str) -> Result<Self, UnknownCellType> {
        let found = TYPES.iter().find(|(known, _)| *known == name);
        let found = found.map(|&(_, facts)| Self(facts));
        found.ok_or_else(|| UnknownCellType {
            found: name.to_owned(),
        })
    }
}

impl fmt::Display for CellType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let found = TYPES.iter().find(|(_, facts)| *facts == self.0);
        f.write_str(found.map_or("another type", |(name, _)| name))
    }
}
