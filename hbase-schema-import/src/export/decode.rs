//! Cells and key parts as values of files.

use std::borrow::Cow;

use byteorder::{BigEndian, ByteOrder};
use hbase_model::layout::OrderedKind;
use hbase_model::time::DAY_MS;
use hbase_model::{
    AbsentCell, CellFormat, Decimal, DescribedColumn, Encoding, PartLayout, PartValue, java_bytes,
    java_text,
};

use crate::convert::{CellCodec, CellMeaning, check_rust_decimal};

/// A value as files contain it.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Exported<'r> {
    /// An absent cell.
    Null,
    /// A boolean.
    Bool(bool),
    /// An integer.
    Int(i128),
    /// A 32-bit float.
    Float32(f32),
    /// A 64-bit float.
    Float64(f64),
    /// A decimal of any scale.
    Decimal(Decimal),
    /// Text.
    Text(Cow<'r, str>),
    /// JSON.
    Json(&'r str),
    /// Bytes.
    Bytes(Cow<'r, [u8]>),
    /// A moment: milliseconds since 1970.
    Time(i64),
    /// A time of day: milliseconds since midnight.
    TimeOfDay(u32),
}

/// The type of all of a column's values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ExportType {
    /// Booleans.
    Bool,
    /// Integers of up to 8 bytes.
    Integer {
        /// Bytes: 1, 2, 4 or 8.
        width: u8,
        /// Whether they are signed.
        signed: bool,
    },
    /// 32-bit floats.
    Float32,
    /// 64-bit floats.
    Float64,
    /// Numbers of any size and scale.
    Number,
    /// Text.
    Text,
    /// JSON.
    Json,
    /// Bytes.
    Bytes,
    /// Moments, in milliseconds.
    Time,
    /// Times of day, in milliseconds.
    TimeOfDay,
}

/// A column of an export.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum ExportColumn<'p> {
    /// A key part.
    Part(&'p PartLayout),
    /// A column of the struct, and its name in files.
    Cell(&'p str, &'p DescribedColumn),
}

impl ExportColumn<'_> {
    /// The name; an import maps it back.
    pub fn name(&self) -> &str {
        match self {
            Self::Part(part) => &part.name,
            Self::Cell(name, _) => name,
        }
    }

    /// The type of its values.
    pub fn export_type(&self) -> ExportType {
        match self {
            Self::Part(part) => ExportType::of_part(&part.encoding),
            Self::Cell(_, column) => ExportType::of_cell(CellCodec::of(&column.facts)),
        }
    }

    /// Whether a value may be absent.
    pub const fn is_nullable(&self) -> bool {
        match self {
            Self::Part(part) => part.omit_none,
            Self::Cell(_, column) => !is_required(column),
        }
    }
}

/// Whether a row without the cell cannot be decoded as the struct.
pub(super) const fn is_required(column: &DescribedColumn) -> bool {
    matches!(column.absent_cell(), AbsentCell::Error)
}

impl ExportType {
    /// The type of a key part's values.
    pub(super) const fn of_part(encoding: &Encoding) -> Self {
        match encoding {
            Encoding::Integer { width, signed } | Encoding::JavaInteger { width, signed } => {
                Self::of_integer(*width, *signed)
            }
            Encoding::Digits { max, .. } if *max <= u64::MAX as u128 => Self::of_integer(8, false),
            Encoding::DecimalText { min, max } => match (*min < 0, *max) {
                (false, max) if max <= u64::MAX as u128 => Self::of_integer(8, false),
                (true, max) if max <= i64::MAX as u128 && *min >= i64::MIN as i128 => {
                    Self::of_integer(8, true)
                }
                _ => Self::Number,
            },
            Encoding::Digits { .. } | Encoding::Ordered(OrderedKind::Numeric) => Self::Number,
            Encoding::Text { .. }
            | Encoding::Escaped(_)
            | Encoding::Labels { .. }
            | Encoding::LengthPrefixed { text: true, .. }
            | Encoding::List(_)
            | Encoding::Ordered(OrderedKind::String) => Self::Text,
            Encoding::Bool | Encoding::JavaBool => Self::Bool,
            Encoding::Float { width: 4 }
            | Encoding::JavaFloat { width: 4 }
            | Encoding::Ordered(OrderedKind::Float32) => Self::Float32,
            Encoding::Float { .. }
            | Encoding::JavaFloat { .. }
            | Encoding::Ordered(OrderedKind::Float64) => Self::Float64,
            Encoding::Time(_) => Self::Time,
            Encoding::TimeOfDay { .. } => Self::TimeOfDay,
            Encoding::Ordered(
                OrderedKind::Int8 | OrderedKind::Int16 | OrderedKind::Int32 | OrderedKind::Int64,
            ) => Self::of_integer(8, true),
            Encoding::Bytes { .. }
            | Encoding::LengthPrefixed { .. }
            | Encoding::Ordered(OrderedKind::BlobVar)
            | Encoding::Custom(_) => Self::Bytes,
        }
    }

    /// The type of a cell's values.
    pub(super) const fn of_cell(codec: CellCodec) -> Self {
        match (codec.meaning, codec.format) {
            (CellMeaning::Moment, CellFormat::Integer { .. }) => Self::Time,
            (CellMeaning::TimeOfDay, CellFormat::Integer { .. }) => Self::TimeOfDay,
            (_, CellFormat::Integer { width, signed }) => Self::of_integer(width, signed),
            (_, CellFormat::Float { width: 4 } | CellFormat::JavaFloatText { width: 4 }) => {
                Self::Float32
            }
            (_, CellFormat::Float { .. } | CellFormat::JavaFloatText { .. }) => Self::Float64,
            (_, CellFormat::Bool) => Self::Bool,
            (_, CellFormat::BigDecimal) => Self::Number,
            (_, CellFormat::Text | CellFormat::DecimalText) => Self::Text,
            (_, CellFormat::Json) => Self::Json,
            (_, CellFormat::Part(format)) => Self::of_part(format.encoding()),
            (_, CellFormat::Bytes | CellFormat::Custom) => Self::Bytes,
        }
    }

    const fn of_integer(width: u8, signed: bool) -> Self {
        match width {
            1..=8 => Self::Integer { width, signed },
            _ => Self::Number,
        }
    }
}

/// The value of a key part.
pub(super) fn of_part(value: PartValue) -> Exported<'static> {
    match value {
        PartValue::Bool(value) => Exported::Bool(value),
        PartValue::Int(value) => Exported::Int(value),
        PartValue::Uint(value) => match i128::try_from(value) {
            Ok(value) => Exported::Int(value),
            Err(_) => Exported::Decimal(Decimal::new(false, value, 0)),
        },
        PartValue::Decimal(ref number) => {
            let text = number.to_string();
            let parsed = text.parse().map(Exported::Decimal);
            parsed.unwrap_or(Exported::Text(text.into()))
        }
        PartValue::Float32(value) => Exported::Float32(value),
        PartValue::Float64(value) => Exported::Float64(value),
        PartValue::Time(ms) => Exported::Time(ms),
        PartValue::TimeOfDay(ms) => Exported::TimeOfDay(ms),
        PartValue::Bytes(bytes) => Exported::Bytes(bytes.into()),
        PartValue::Text(text) => Exported::Text(text.into()),
        PartValue::Absent => Exported::Null,
        other => Exported::Text(other.to_string().into()),
    }
}

/// The value of a cell, if its type can read it.
pub(super) fn of_cell(codec: CellCodec, bytes: &[u8]) -> Result<Exported<'_>, String> {
    let fail = |error: hbase_model::ValueError| error.to_string();
    Ok(match codec.format {
        CellFormat::Integer { width, signed } => {
            return of_integer(codec.meaning, integer(bytes, width, signed)?);
        }
        CellFormat::Text | CellFormat::DecimalText => {
            let checked = codec.checked_text(text(bytes)?);
            Exported::Text(checked.map_err(|why| why.0)?)
        }
        CellFormat::Float { width: 4 } => {
            Exported::Float32(java_bytes::get_f32(bytes).map_err(fail)?)
        }
        CellFormat::Float { .. } => Exported::Float64(java_bytes::get_f64(bytes).map_err(fail)?),
        CellFormat::JavaFloatText { width: 4 } => {
            Exported::Float32(java_text::get_f32(bytes).map_err(fail)?)
        }
        CellFormat::JavaFloatText { .. } => {
            Exported::Float64(java_text::get_f64(bytes).map_err(fail)?)
        }
        CellFormat::Bool => Exported::Bool(java_bytes::get_bool(bytes).map_err(fail)?),
        CellFormat::BigDecimal => {
            let number = java_bytes::get_decimal(bytes).map_err(fail)?;
            if codec.meaning == CellMeaning::RustDecimal {
                check_rust_decimal(number).map_err(|why| why.0)?;
            }
            Exported::Decimal(number)
        }
        CellFormat::Json => Exported::Json(json(bytes)?),
        CellFormat::Part(format) => {
            of_part(format.decode(bytes).map_err(|error| error.to_string())?)
        }
        CellFormat::Bytes | CellFormat::Custom => {
            if let CellMeaning::FixedBytes(width) = codec.meaning {
                check_width(bytes, width)?;
            }
            Exported::Bytes(bytes.into())
        }
    })
}

fn of_integer(meaning: CellMeaning, number: PartValue) -> Result<Exported<'static>, String> {
    let narrow = match number {
        PartValue::Int(number) => i64::try_from(number).ok(),
        PartValue::Uint(number) => i64::try_from(number).ok(),
        _ => None,
    };
    let of_day = |ms: &i64| (0..DAY_MS).contains(ms);
    let found = match meaning {
        CellMeaning::Moment => narrow.map(Exported::Time).ok_or("in 64 bits"),
        CellMeaning::TimeOfDay => {
            let ms = narrow.filter(of_day).and_then(|ms| u32::try_from(ms).ok());
            ms.map(Exported::TimeOfDay).ok_or("of a day")
        }
        CellMeaning::Plain
        | CellMeaning::RustDecimal
        | CellMeaning::FixedBytes(_)
        | CellMeaning::Text(_) => return Ok(of_part(number)),
    };
    found.map_err(|which| format!("found {number}, expected milliseconds {which}"))
}

fn text(bytes: &[u8]) -> Result<&str, String> {
    str::from_utf8(bytes).map_err(|error| {
        format!(
            "found bytes that are not UTF-8 from {} on, expected text",
            error.valid_up_to()
        )
    })
}

/// Checked because a file with other text in place of JSON could not be read at all.
fn json(bytes: &[u8]) -> Result<&str, String> {
    let text = text(bytes)?;
    let parsed = serde_json::from_str::<serde::de::IgnoredAny>(text);
    let fail = |error| format!("expected JSON, found other text: {error}");
    parsed.map(|_| text).map_err(fail)
}

fn check_width(bytes: &[u8], width: usize) -> Result<(), String> {
    let found = bytes.len();
    if found == width {
        return Ok(());
    }
    Err(format!("found {found} bytes, expected {width}"))
}

fn integer(bytes: &[u8], width: u8, signed: bool) -> Result<PartValue, String> {
    let width = usize::from(width);
    if !(1..=16).contains(&width) {
        return Err(format!(
            "found an integer of {width} bytes, expected 1 to 16"
        ));
    }
    check_width(bytes, width)?;
    Ok(if signed {
        PartValue::Int(BigEndian::read_int128(bytes, width))
    } else {
        PartValue::Uint(BigEndian::read_uint128(bytes, width))
    })
}
