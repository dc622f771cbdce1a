//! Values of cells, as an index encodes them.

use super::{CellFormat, PartFormat};
use crate::java_bytes::{get_bool, get_decimal, get_f32, get_f64};
use crate::java_text;
use crate::layout::{Encoding, OrderedKind, PartValue};
use crate::ordered_bytes::Numeric;
use crate::primitive::{self, ValueError, get_java_int, get_text};
use crate::time::{TimeFormat, TimeKind, parse_time, parse_time_of_day};

/// The conversion of a cell's bytes to the value that an encoding takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Conversion {
    Integer { width: u8, signed: bool },
    IntegerOfText { signed: bool },
    Float32,
    Float64,
    Float32OfText,
    Float64OfText,
    Float32OfJavaText,
    Float64OfJavaText,
    Time,
    TimeOfText,
    TimeOfDay,
    TimeOfDayOfText,
    Text,
    Bytes,
    Bool,
    BoolOfText,
    Decimal,
    Part(PartFormat),
}

/// The format of times in indexes.
const fn is_millis(format: TimeFormat) -> bool {
    matches!(format.kind, TimeKind::Millis)
}

impl Conversion {
    /// The conversion; `None` if the format does not determine the value.
    pub(super) const fn of(format: CellFormat, encoding: &Encoding) -> Option<Self> {
        if let CellFormat::Part(format) = format {
            return Self::of_part(format, encoding);
        }
        Some(match (format, encoding) {
            (CellFormat::Integer { width, signed }, Encoding::Integer { .. }) => {
                Self::Integer { width, signed }
            }
            (CellFormat::DecimalText, Encoding::Integer { signed, .. }) => {
                Self::IntegerOfText { signed: *signed }
            }
            (CellFormat::Integer { width: 8, .. }, Encoding::Time(format))
                if is_millis(*format) =>
            {
                Self::Time
            }
            (CellFormat::Text, Encoding::Time(format)) if is_millis(*format) => Self::TimeOfText,
            (CellFormat::Integer { width: 4, .. }, Encoding::TimeOfDay { .. }) => Self::TimeOfDay,
            (CellFormat::Text, Encoding::TimeOfDay { .. }) => Self::TimeOfDayOfText,
            (CellFormat::Bytes, Encoding::Bytes { width: Some(_) }) => Self::Bytes,
            (CellFormat::Bool, Encoding::Bool) => Self::Bool,
            (CellFormat::Text, Encoding::Bool) => Self::BoolOfText,
            (_, Encoding::Ordered(kind)) => return Self::of_ordered(format, *kind),
            (
                _,
                Encoding::Integer { .. }
                | Encoding::JavaInteger { .. }
                | Encoding::JavaFloat { .. }
                | Encoding::JavaBool
                | Encoding::Digits { .. }
                | Encoding::DecimalText { .. }
                | Encoding::Text { .. }
                | Encoding::Escaped(_)
                | Encoding::Labels { .. }
                | Encoding::LengthPrefixed { .. }
                | Encoding::List(_)
                | Encoding::Bytes { .. }
                | Encoding::Bool
                | Encoding::Float { .. }
                | Encoding::Time(_)
                | Encoding::TimeOfDay { .. }
                | Encoding::Custom(_),
            ) => return None,
        })
    }

    /// The conversion of a cell in the encoding of a key part, whose values have the same type.
    const fn of_part(format: PartFormat, encoding: &Encoding) -> Option<Self> {
        if is_same_value(format.encoding(), encoding) {
            Some(Self::Part(format))
        } else {
            None
        }
    }

    const fn of_ordered(format: CellFormat, kind: OrderedKind) -> Option<Self> {
        Some(match (format, kind) {
            (CellFormat::Float { width: 4 }, OrderedKind::Float32) => Self::Float32,
            (CellFormat::Float { width: 8 }, OrderedKind::Float64) => Self::Float64,
            (CellFormat::DecimalText, OrderedKind::Float32) => Self::Float32OfText,
            (CellFormat::DecimalText, OrderedKind::Float64) => Self::Float64OfText,
            (CellFormat::JavaFloatText { width: 4 }, OrderedKind::Float32) => {
                Self::Float32OfJavaText
            }
            (CellFormat::JavaFloatText { width: 8 }, OrderedKind::Float64) => {
                Self::Float64OfJavaText
            }
            (CellFormat::Text, OrderedKind::String) => Self::Text,
            (CellFormat::BigDecimal, OrderedKind::Numeric) => Self::Decimal,
            _ => return None,
        })
    }

    /// The value of a cell's bytes.
    pub(super) fn value(self, bytes: &[u8]) -> Result<PartValue, ValueError> {
        Ok(match self {
            Self::Integer { width, signed } => integer(width, signed, bytes)?,
            Self::IntegerOfText { signed: true } => primitive::get_decimal::<i128>(bytes)?.into(),
            Self::IntegerOfText { signed: false } => primitive::get_decimal::<u128>(bytes)?.into(),
            Self::Float32 => get_f32(bytes)?.into(),
            Self::Float64 => get_f64(bytes)?.into(),
            Self::Float32OfText => parsed::<f32>(text(bytes)?.parse().ok())?.into(),
            Self::Float64OfText => parsed::<f64>(text(bytes)?.parse().ok())?.into(),
            Self::Float32OfJavaText => java_text::get_f32(bytes)?.into(),
            Self::Float64OfJavaText => java_text::get_f64(bytes)?.into(),
            Self::Time => PartValue::Time(get_java_int(bytes)?),
            Self::TimeOfText => {
                let ms = parse_time(text(bytes)?, 0);
                PartValue::Time(ms.ok_or(out_of("a time such as 2015-12-26T12:24:00.000Z"))?)
            }
            Self::TimeOfDay => {
                let ms: i32 = get_java_int(bytes)?;
                PartValue::TimeOfDay(u32::try_from(ms).map_err(|_| out_of("a time of day"))?)
            }
            Self::TimeOfDayOfText => {
                let ms = parse_time_of_day(text(bytes)?);
                PartValue::TimeOfDay(ms.ok_or(out_of("a time of day such as 12:24:00.000"))?)
            }
            Self::Text => text(bytes)?.into(),
            Self::Bytes => PartValue::Bytes(bytes.to_vec()),
            Self::Bool => get_bool(bytes)?.into(),
            Self::BoolOfText => parsed::<bool>(text(bytes)?.parse().ok())?.into(),
            Self::Decimal => Numeric::from(get_decimal(bytes)?).into(),
            Self::Part(format) => format
                .decode(bytes)
                .map_err(|_| out_of("a value of the column's encoding"))?,
        })
    }
}

/// Whether values in the encoding `of` of a key part have the type that the encoding of an index takes.
pub(super) const fn is_same_value(of: &Encoding, encoding: &Encoding) -> bool {
    match encoding {
        Encoding::Integer { .. } => of.is_integer(),
        Encoding::Time(_) => matches!(of, Encoding::Time(_)),
        Encoding::TimeOfDay { .. } => matches!(of, Encoding::TimeOfDay { .. }),
        Encoding::Bytes { width: Some(_) } => matches!(of, Encoding::Bytes { .. }),
        Encoding::Bool => matches!(of, Encoding::Bool | Encoding::JavaBool),
        Encoding::Ordered(OrderedKind::String) => matches!(
            of,
            Encoding::Text { .. }
                | Encoding::Escaped(_)
                | Encoding::Labels { .. }
                | Encoding::LengthPrefixed { text: true, .. }
                | Encoding::Ordered(OrderedKind::String)
        ),
        Encoding::Ordered(OrderedKind::Float32) => is_float(of, 4),
        Encoding::Ordered(OrderedKind::Float64) => is_float(of, 8),
        Encoding::Ordered(OrderedKind::Numeric) => {
            matches!(of, Encoding::Ordered(OrderedKind::Numeric))
        }
        Encoding::JavaInteger { .. }
        | Encoding::JavaFloat { .. }
        | Encoding::JavaBool
        | Encoding::Digits { .. }
        | Encoding::DecimalText { .. }
        | Encoding::Text { .. }
        | Encoding::Bytes { width: None }
        | Encoding::Float { .. }
        | Encoding::Ordered(_)
        | Encoding::Escaped(_)
        | Encoding::Labels { .. }
        | Encoding::LengthPrefixed { .. }
        | Encoding::List(_)
        | Encoding::Custom(_) => false,
    }
}

/// Whether an encoding is one of floats of `width` bytes.
const fn is_float(encoding: &Encoding, width: u8) -> bool {
    match encoding {
        Encoding::Float { width: of } | Encoding::JavaFloat { width: of } => *of == width,
        Encoding::Ordered(OrderedKind::Float32) => width == 4,
        Encoding::Ordered(OrderedKind::Float64) => width == 8,
        _ => false,
    }
}

/// A value other than the expected one.
const fn out_of(expected: &'static str) -> ValueError {
    ValueError::OutOfRange { expected }
}

fn parsed<T>(found: Option<T>) -> Result<T, ValueError> {
    found.ok_or(out_of("a decimal number"))
}

fn text(bytes: &[u8]) -> Result<&str, ValueError> {
    get_text(bytes, None, None)
}

fn integer(width: u8, signed: bool, bytes: &[u8]) -> Result<PartValue, ValueError> {
    Ok(match (width, signed) {
        (1, false) => get_java_int::<u8>(bytes)?.into(),
        (1, true) => get_java_int::<i8>(bytes)?.into(),
        (2, false) => get_java_int::<u16>(bytes)?.into(),
        (2, true) => get_java_int::<i16>(bytes)?.into(),
        (4, false) => get_java_int::<u32>(bytes)?.into(),
        (4, true) => get_java_int::<i32>(bytes)?.into(),
        (8, false) => get_java_int::<u64>(bytes)?.into(),
        (8, true) => get_java_int::<i64>(bytes)?.into(),
        (16, false) => get_java_int::<u128>(bytes)?.into(),
        (16, true) => get_java_int::<i128>(bytes)?.into(),
        _ => return Err(out_of("an integer of 1, 2, 4, 8 or 16 bytes")),
    })
}
