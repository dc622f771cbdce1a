//! The types of cells in a mapping, by name.

use std::fmt;
use std::str::FromStr;

use hbase_model::CellFormat;

use super::{CellCodec, CellMeaning};

/// The type of a cell in a mapping: `D1:AMOUNT as i64`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CellType(pub(crate) CellCodec);

/// A name that is no type of a cell.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("found the type `{found}`, expected one of {}", CellType::names())]
pub struct UnknownCellType {
    /// The name.
    pub found: String,
}

pub(super) const fn int(width: u8, signed: bool) -> CellFormat {
    CellFormat::Integer { width, signed }
}

/// The types of cells, by name.
const TYPES: &[(&str, CellFormat, CellMeaning)] = &[
    ("text", CellFormat::Text, CellMeaning::Plain),
    ("bytes", CellFormat::Bytes, CellMeaning::Plain),
    ("bool", CellFormat::Bool, CellMeaning::Plain),
    ("i8", int(1, true), CellMeaning::Plain),
    ("i16", int(2, true), CellMeaning::Plain),
    ("i32", int(4, true), CellMeaning::Plain),
    ("i64", int(8, true), CellMeaning::Plain),
    ("u8", int(1, false), CellMeaning::Plain),
    ("u16", int(2, false), CellMeaning::Plain),
    ("u32", int(4, false), CellMeaning::Plain),
    ("u64", int(8, false), CellMeaning::Plain),
    ("f32", CellFormat::Float { width: 4 }, CellMeaning::Plain),
    ("f64", CellFormat::Float { width: 8 }, CellMeaning::Plain),
    ("decimal", CellFormat::BigDecimal, CellMeaning::Plain),
    ("number", CellFormat::DecimalText, CellMeaning::Plain),
    ("json", CellFormat::Json, CellMeaning::Plain),
    ("time", int(8, true), CellMeaning::Moment),
    ("time_of_day", int(4, true), CellMeaning::TimeOfDay),
];

impl CellType {
    /// The names of all types: `decimal` is `Bytes.toBytes(BigDecimal)`, `number` decimal text, `time` 8 bytes of
    /// milliseconds since 1970; the others are as `Bytes.toBytes` writes them.
    pub fn names() -> String {
        let names: Vec<_> = TYPES.iter().map(|(name, ..)| format!("`{name}`")).collect();
        names.join(", ")
    }
}

impl FromStr for CellType {
    type Err = UnknownCellType;

    fn from_str(name: &str) -> Result<Self, UnknownCellType> {
        let found = TYPES.iter().find(|(known, ..)| *known == name);
        let found = found.map(|&(_, format, meaning)| Self(CellCodec { format, meaning }));
        found.ok_or_else(|| UnknownCellType {
            found: name.to_owned(),
        })
    }
}

impl fmt::Display for CellType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let found = TYPES
            .iter()
            .find(|(_, format, meaning)| *format == self.0.format && *meaning == self.0.meaning);
        f.write_str(found.map_or("another type", |(name, ..)| name))
    }
}
