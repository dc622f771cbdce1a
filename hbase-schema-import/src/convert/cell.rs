//! The bytes of cells.

use std::borrow::Cow;

use hbase_model::primitive::Integer as _;
use hbase_model::{CellFacts, CellFormat, LogicalType, PartFormat, java_bytes, java_text};

use super::bytes::{UUID_WIDTH, bytes, fixed_bytes};
use super::json::put_value;
use super::number::{boolean, check_rust_decimal, decimal, float32, float64, integer, unsigned};
use super::text_cell::{TextType, text};
use super::{Mismatch, Rules};
use crate::plan::part_value;
use crate::value::Value;

/// The encoding of a cell's values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct CellCodec {
    pub(crate) format: CellFormat,
    pub(crate) meaning: CellMeaning,
}

/// The meaning of a cell's number or text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum CellMeaning {
    /// Itself.
    Plain,
    /// A moment: milliseconds since 1970.
    Moment,
    /// A time of day: milliseconds since midnight.
    TimeOfDay,
    /// A `rust_decimal::Decimal`, which holds fewer numbers than its cells.
    RustDecimal,
    /// Bytes of this width.
    FixedBytes(usize),
    /// Text of a type.
    Text(TextType),
}

impl CellCodec {
    /// The codec of cells with these facts.
    pub(crate) fn of(facts: &CellFacts) -> Self {
        Self {
            format: facts.format,
            meaning: meaning(facts.format, facts.logical_type),
        }
    }

    /// The codec of values with which cells are compared. Text is compared as text, whatever type reads it. A
    /// `Timestamp` has one text, to which all its formats are converted.
    pub(crate) const fn of_compared(self) -> Self {
        match self.meaning {
            CellMeaning::Text(_) if self.has_one_text() => Self {
                format: self.format,
                meaning: CellMeaning::Plain,
            },
            CellMeaning::Text(_)
            | CellMeaning::Plain
            | CellMeaning::Moment
            | CellMeaning::TimeOfDay
            | CellMeaning::RustDecimal
            | CellMeaning::FixedBytes(_) => self,
        }
    }

    /// Whether text sorts like its values. Text of numbers does not, nor text of moments that a library writes
    /// with any offset.
    pub(crate) const fn is_sorted(self) -> bool {
        let is_moment = matches!(self.meaning, CellMeaning::Text(TextType::Moment(_)));
        !matches!(self.format, CellFormat::DecimalText) && !is_moment
    }

    /// Whether a value has one text: a `Timestamp` is read with any offset, or without one.
    pub(crate) const fn has_one_text(self) -> bool {
        !matches!(
            self.meaning,
            CellMeaning::Text(TextType::Timestamp | TextType::Bool)
        )
    }

    /// The text of a cell, if the type reads it.
    pub(crate) fn checked_text(self, text: &str) -> Result<Cow<'_, str>, Mismatch> {
        if let CellMeaning::Text(of) = self.meaning {
            return of.checked(text);
        }
        // A number of any size, because the type is not known.
        let is_number = self.format == CellFormat::DecimalText;
        if is_number && text.parse::<f64>().is_err() {
            return Err(Mismatch::expected("a number", &Value::Text(text)));
        }
        Ok(text.into())
    }

    /// Appends a value, which is not NULL.
    pub(crate) fn put(
        self,
        value: &Value<'_>,
        rules: &Rules,
        out: &mut Vec<u8>,
    ) -> Result<(), Mismatch> {
        if let Value::Undecodable(_) = value {
            return Err(Mismatch::expected("text of the file's encoding", value));
        }
        match self.meaning {
            CellMeaning::Plain | CellMeaning::RustDecimal => self.put_plain(value, rules, out)?,
            CellMeaning::Moment => out.extend(rules.millis(value)?.to_be_bytes()),
            CellMeaning::TimeOfDay => out.extend(rules.of_day(value)?.to_be_bytes()),
            CellMeaning::FixedBytes(width) => out.extend(fixed_bytes(value, width, rules)?),
            CellMeaning::Text(of) => out.extend(of.text(value, rules)?.into_bytes()),
        }
        Ok(())
    }

    fn put_plain(
        self,
        value: &Value<'_>,
        rules: &Rules,
        out: &mut Vec<u8>,
    ) -> Result<(), Mismatch> {
        match self.format {
            CellFormat::Integer {
                width: 16,
                signed: false,
            } => out.extend_from_slice(&unsigned(value)?.to_be_bytes()),
            CellFormat::Integer { width, signed } => {
                return put_integer(width, signed, integer(value)?, out);
            }
            CellFormat::Float { width: 4 } => java_bytes::put_f32(float32(value)?, out),
            CellFormat::Float { .. } => java_bytes::put_f64(float64(value)?, out),
            CellFormat::Bool => java_bytes::put_bool(boolean(value)?, out),
            CellFormat::Text => return put_text(value, rules, out),
            CellFormat::DecimalText => {
                let _: hbase_model::Decimal = decimal(value)?;
                return put_text(value, rules, out);
            }
            CellFormat::JavaFloatText { width } => return put_java_text(width, value, out),
            CellFormat::Bytes => match value {
                Value::Bytes(bytes) => out.extend_from_slice(bytes),
                value => out.extend(bytes(value, rules)?),
            },
            CellFormat::BigDecimal => {
                let number = decimal(value)?;
                if self.meaning == CellMeaning::RustDecimal {
                    check_rust_decimal(number)?;
                }
                java_bytes::put_decimal(number, out)?;
            }
            CellFormat::Json => return put_value(value, out),
            CellFormat::Part(format) => return put_part(format, value, rules, out),
            CellFormat::Custom => {
                return Err(Mismatch::expected(
                    "a value of the program's own codec",
                    value,
                ));
            }
        }
        Ok(())
    }
}

fn put_java_text(width: u8, value: &Value<'_>, out: &mut Vec<u8>) -> Result<(), Mismatch> {
    match width {
        4 => java_text::put_f32(float32(value)?, out),
        _ => java_text::put_f64(float64(value)?, out),
    }
    Ok(())
}

/// The meaning of a column's cells.
fn meaning(format: CellFormat, of: LogicalType) -> CellMeaning {
    if let Some(of) = TextType::of(format, of) {
        return CellMeaning::Text(of);
    }
    match (format, of) {
        (CellFormat::Bytes, LogicalType::Uuid) => CellMeaning::FixedBytes(UUID_WIDTH),
        (CellFormat::Bytes, LogicalType::FixedBytes { width }) => {
            CellMeaning::FixedBytes(usize::try_from(width).unwrap_or(usize::MAX))
        }
        (
            CellFormat::Integer { width: 8, .. },
            LogicalType::Timestamp | LogicalType::Moment { .. },
        ) => CellMeaning::Moment,
        (CellFormat::Integer { width: 4, .. }, LogicalType::TimeOfDay) => CellMeaning::TimeOfDay,
        (CellFormat::BigDecimal, LogicalType::RustDecimal) => CellMeaning::RustDecimal,
        // Dates, and times of a library, are the integers in their cells.
        (
            _,
            LogicalType::Unknown
            | LogicalType::Integer { .. }
            | LogicalType::Float { .. }
            | LogicalType::Bool
            | LogicalType::Text
            | LogicalType::Bytes
            | LogicalType::FixedBytes { .. }
            | LogicalType::Uuid
            | LogicalType::Timestamp
            | LogicalType::TimeOfDay
            | LogicalType::Moment { .. }
            | LogicalType::DateTime { .. }
            | LogicalType::Date { .. }
            | LogicalType::Time { .. }
            | LogicalType::Decimal
            | LogicalType::RustDecimal
            | LogicalType::Json,
        ) => CellMeaning::Plain,
    }
}

fn put_integer(width: u8, signed: bool, value: i128, out: &mut Vec<u8>) -> Result<(), Mismatch> {
    let (negative, magnitude) = value.to_parts();
    let bits = u32::from(width) * 8;
    let fits = match (signed, negative) {
        (false, true) => false,
        (false, false) => bits == 128 || magnitude >> bits == 0,
        (true, false) => magnitude >> (bits - 1) == 0,
        (true, true) => magnitude <= 1 << (bits - 1),
    };
    if !fits {
        let sign = if signed { "a signed" } else { "an unsigned" };
        return Err(Mismatch(format!(
            "found a number out of range, expected {sign} integer of {bits} bits"
        )));
    }
    let bytes = value.to_be_bytes();
    out.extend_from_slice(&bytes[16 - usize::from(width)..]);
    Ok(())
}

fn put_part(
    format: PartFormat,
    value: &Value<'_>,
    rules: &Rules,
    out: &mut Vec<u8>,
) -> Result<(), Mismatch> {
    let value = part_value(&format.layout(), value, rules)?;
    let bytes = format.encode(&value);
    out.extend(bytes.map_err(|error| Mismatch(error.to_string()))?);
    Ok(())
}

fn put_text(value: &Value<'_>, rules: &Rules, out: &mut Vec<u8>) -> Result<(), Mismatch> {
    if let Value::Text(whole) = value {
        out.extend_from_slice(whole.as_bytes());
        return Ok(());
    }
    out.extend_from_slice(text(value, rules)?.as_bytes());
    Ok(())
}

#[cfg(test)]
mod tests {
    use hbase_model::TimeLibrary;

    use super::super::cell_type::{CellType, int};
    use super::*;

    fn put(cell_type: &str, value: Value<'_>) -> Option<Vec<u8>> {
        let codec: CellType = cell_type.parse().unwrap();
        let mut out = Vec::new();
        let put = CellCodec::of(&codec.0).put(&value, &Rules::default(), &mut out);
        put.ok().map(|()| out)
    }

    #[test]
    fn cells_are_as_java_writes_them() {
        let text = Value::Text;
        for (cell_type, value, expected) in [
            ("i16", text("-2"), Some(vec![0xff, 0xfe])),
            ("i16", text("32768"), None),
            ("i16", text("-32768"), Some(vec![0x80, 0])),
            ("u8", text("255"), Some(vec![255])),
            ("u8", text("-1"), None),
            ("u64", Value::Uint(u64::MAX), Some(vec![0xff; 8])),
            ("i64", Value::Uint(u64::MAX), None),
            ("bool", text("T"), Some(vec![0xff])),
            ("bool", Value::Int(0), Some(vec![0])),
            ("bool", text("yes"), None),
            ("decimal", text("12.34"), Some(vec![0, 0, 0, 2, 4, 0xd2])),
            ("number", text("1.50"), Some(b"1.50".to_vec())),
            ("number", text("many"), None),
            ("text", Value::Float64(2.0), Some(b"2".to_vec())),
            ("text", Value::Bytes(b"x"), None),
            ("bytes", text("\\x61\\x00"), Some(vec![b'a', 0])),
            ("json", text("{\"a\":1}"), Some(b"{\"a\":1}".to_vec())),
            ("json", text("{a}"), None),
            ("json", text(r#""\ud800""#), None),
            ("json", text("1e400"), None),
            ("json", text(&"[".repeat(200)), None),
            (
                "json",
                text(&["[".repeat(200), "]".repeat(200)].concat()),
                None,
            ),
            (
                "json",
                text(r#""\ud83d\ude00""#),
                Some(br#""\ud83d\ude00""#.to_vec()),
            ),
            ("json", Value::Float64(f64::NAN), None),
            // As in older exports.
            ("json", Value::Int(1), Some(b"1".to_vec())),
            ("json", Value::Bool(true), Some(b"true".to_vec())),
            ("f32", text("0.5"), Some(vec![0x3f, 0, 0, 0])),
            (
                "time",
                text("1970-01-01T00:00:01Z"),
                Some(1000_i64.to_be_bytes().to_vec()),
            ),
            ("time", text("1970-01-01 00:00:01"), None),
            (
                "time_of_day",
                text("00:00:01"),
                Some(1000_u32.to_be_bytes().to_vec()),
            ),
            ("text", Value::Undecodable(b"\xff"), None),
        ] {
            assert_eq!(put(cell_type, value), expected, "{cell_type} {value:?}");
        }
        assert!("int".parse::<CellType>().is_err());
    }

    #[test]
    fn moments_as_text_are_as_the_struct_writes_them() {
        let codec = CellCodec {
            format: CellFormat::Text,
            meaning: CellMeaning::Text(TextType::Timestamp),
        };
        let put = |text| {
            let mut out = Vec::new();
            let put = codec.put(&Value::Text(text), &Rules::default(), &mut out);
            put.map(|()| String::from_utf8(out).unwrap())
        };
        let noon = "2015-12-26T12:00:00.000Z".to_owned();
        assert_eq!(put("2015-12-26T20:00:00+08:00"), Ok(noon.clone()));
        assert_eq!(put(&noon), Ok(noon.clone()));
        assert!(put("1960-01-01T00:00:00Z").is_err());
    }

    /// The type's name does not matter.
    #[test]
    fn cells_are_what_their_type_is() {
        let long = int(8, true);
        let moment = LogicalType::Moment {
            library: TimeLibrary::Chrono,
        };
        let number = LogicalType::Integer {
            width: 8,
            signed: true,
        };
        for (format, of, expected) in [
            (long, LogicalType::Timestamp, CellMeaning::Moment),
            (long, moment, CellMeaning::Moment),
            (long, number, CellMeaning::Plain),
            (
                CellFormat::Text,
                LogicalType::Timestamp,
                CellMeaning::Text(TextType::Timestamp),
            ),
            (CellFormat::Text, LogicalType::Text, CellMeaning::Plain),
            (
                CellFormat::DecimalText,
                LogicalType::Decimal,
                CellMeaning::Plain,
            ),
            (
                CellFormat::DecimalText,
                number,
                CellMeaning::Text(TextType::Integer {
                    bits: 64,
                    signed: true,
                }),
            ),
            (
                CellFormat::Bytes,
                LogicalType::Uuid,
                CellMeaning::FixedBytes(16),
            ),
        ] {
            assert_eq!(meaning(format, of), expected, "{format:?} {of:?}");
        }
    }
}
