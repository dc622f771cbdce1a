//! The bytes of cells.

use std::borrow::Cow;

use hbase_model::primitive::Integer as _;
use hbase_model::printable::parse_printable;
use hbase_model::{CellFormat, DescribedColumn, java_bytes};

use super::fixed_bytes::{fixed_bytes, width_of};
use super::number::{boolean, check_rust_decimal, decimal, float32, float64, integer, unsigned};
use super::text_cell::{TextType, text};
use super::{Mismatch, TimeRules};
use crate::value::Value;

/// The encoding of a cell's values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct CellCodec {
    pub(crate) format: CellFormat,
    pub(crate) meaning: CellMeaning,
}

/// What a cell's number or text stands for.
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
    /// The codec of text.
    pub(crate) const TEXT: Self = Self {
        format: CellFormat::Text,
        meaning: CellMeaning::Plain,
    };

    /// The codec of a struct's column.
    pub(crate) fn of(column: &DescribedColumn) -> Self {
        Self {
            format: column.format,
            meaning: meaning(&column.type_name, column.format),
        }
    }

    /// The codec of values that cells are compared with. Text is compared as text, whatever reads it; a `Timestamp` has one
    /// text, which any of its formats stands for.
    pub(crate) const fn of_compared(self) -> Self {
        match self.meaning {
            CellMeaning::Text(TextType::Timestamp) => self,
            CellMeaning::Text(_) => Self {
                format: self.format,
                meaning: CellMeaning::Plain,
            },
            _ => self,
        }
    }

    /// Whether text sorts as its values do: not that of numbers, nor of moments that a library writes with any offset.
    pub(crate) const fn is_sorted(self) -> bool {
        let is_moment = matches!(self.meaning, CellMeaning::Text(TextType::Moment(_)));
        !matches!(self.format, CellFormat::DecimalText) && !is_moment
    }

    /// Whether a value has one text: a `Timestamp` is read with any offset, or without one.
    pub(crate) const fn has_one_text(self) -> bool {
        !matches!(self.meaning, CellMeaning::Text(TextType::Timestamp))
    }

    /// The text of a cell, if the type reads it.
    pub(crate) fn checked_text(self, text: &str) -> Result<Cow<'_, str>, Mismatch> {
        match self.meaning {
            CellMeaning::Text(of) => of.checked(text),
            // Of any size: the type is not known.
            _ if matches!(self.format, CellFormat::DecimalText) && text.parse::<f64>().is_err() => {
                Err(Mismatch::expected("a number", &Value::Text(text)))
            }
            _ => Ok(text.into()),
        }
    }

    /// Appends a value, which is not NULL.
    pub(crate) fn put(
        self,
        value: &Value<'_>,
        times: &TimeRules,
        out: &mut Vec<u8>,
    ) -> Result<(), Mismatch> {
        if let Value::Undecodable(_) = value {
            return Err(Mismatch::expected("text of the file's encoding", value));
        }
        match self.meaning {
            CellMeaning::Plain | CellMeaning::RustDecimal => self.put_plain(value, times, out),
            CellMeaning::Moment => put_integer(8, true, times.millis(value)?.into(), out),
            CellMeaning::TimeOfDay => {
                out.extend_from_slice(&times.of_day(value)?.to_be_bytes());
                Ok(())
            }
            CellMeaning::FixedBytes(width) => {
                out.extend(fixed_bytes(value, width)?);
                Ok(())
            }
            CellMeaning::Text(of) => {
                out.extend_from_slice(of.text(value, times)?.as_bytes());
                Ok(())
            }
        }
    }

    fn put_plain(
        self,
        value: &Value<'_>,
        times: &TimeRules,
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
            CellFormat::Text => return put_text(value, times, out),
            CellFormat::DecimalText => {
                let _: hbase_model::Decimal = decimal(value)?;
                return put_text(value, times, out);
            }
            CellFormat::Bytes => match value {
                Value::Bytes(bytes) => out.extend_from_slice(bytes),
                Value::Text(text) => out.extend(parse_printable(text)),
                other => return Err(Mismatch::expected("bytes", other)),
            },
            CellFormat::BigDecimal => {
                let number = decimal(value)?;
                if self.meaning == CellMeaning::RustDecimal {
                    check_rust_decimal(number)?;
                }
                java_bytes::put_decimal(number, out)?;
            }
            CellFormat::Json => return put_json(value, out),
            _ => {
                return Err(Mismatch::expected(
                    "a value of the program's own codec",
                    value,
                ));
            }
        }
        Ok(())
    }
}

/// What a column's number stands for, by its declared type.
fn meaning(type_name: &str, format: CellFormat) -> CellMeaning {
    let inner = type_name
        .strip_prefix("Option<")
        .and_then(|rest| rest.strip_suffix('>'));
    let whole = inner.unwrap_or(type_name);
    let path = whole.split('<').next().unwrap_or(whole);
    if let Some(of) = TextType::of(path, path != whole, format) {
        return CellMeaning::Text(of);
    }
    let last = path.rsplit("::").next().unwrap_or(path);
    if let (CellFormat::Bytes, Some(width)) = (format, width_of(whole, last)) {
        return CellMeaning::FixedBytes(width);
    }
    match (last, format) {
        ("Timestamp" | "DateTime", CellFormat::Integer { width: 8, .. }) => CellMeaning::Moment,
        ("TimeOfDay", CellFormat::Integer { width: 4, .. }) => CellMeaning::TimeOfDay,
        ("Decimal", CellFormat::BigDecimal) => CellMeaning::RustDecimal,
        _ => CellMeaning::Plain,
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

fn put_text(value: &Value<'_>, times: &TimeRules, out: &mut Vec<u8>) -> Result<(), Mismatch> {
    if let Value::Text(whole) = value {
        out.extend_from_slice(whole.as_bytes());
        return Ok(());
    }
    out.extend_from_slice(text(value, times)?.as_bytes());
    Ok(())
}

fn put_json(value: &Value<'_>, out: &mut Vec<u8>) -> Result<(), Mismatch> {
    let text = match value {
        Value::Text(text) => {
            serde_json::from_str::<serde::de::IgnoredAny>(text).map_err(|error| {
                Mismatch(format!("expected JSON, found text that is none: {error}"))
            })?;
            (*text).to_owned()
        }
        Value::Bool(_)
        | Value::Int(_)
        | Value::Uint(_)
        | Value::Float32(_)
        | Value::Float64(_)
        | Value::Decimal(_) => {
            let text = crate::value::text::of(value).unwrap_or_default();
            if text.contains(['N', 'i']) {
                return Err(Mismatch::expected("a number that JSON has", value));
            }
            text
        }
        other => return Err(Mismatch::expected("JSON", other)),
    };
    out.extend_from_slice(text.as_bytes());
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::super::cell_type::{CellType, int};
    use super::*;

    fn put(cell_type: &str, value: Value<'_>) -> Option<Vec<u8>> {
        let codec: CellType = cell_type.parse().unwrap();
        let mut out = Vec::new();
        let put = codec.0.put(&value, &TimeRules::default(), &mut out);
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
            ("bytes", text("a\\x00"), Some(vec![b'a', 0])),
            ("json", text("{\"a\":1}"), Some(b"{\"a\":1}".to_vec())),
            ("json", text("{a}"), None),
            ("json", Value::Float64(f64::NAN), None),
            // As older exports have them.
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
            let put = codec.put(&Value::Text(text), &TimeRules::default(), &mut out);
            put.map(|()| String::from_utf8(out).unwrap())
        };
        let noon = "2015-12-26T12:00:00.000Z".to_owned();
        assert_eq!(put("2015-12-26T20:00:00+08:00"), Ok(noon.clone()));
        assert_eq!(put(&noon), Ok(noon.clone()));
        assert!(put("1960-01-01T00:00:00Z").is_err());
    }

    #[test]
    fn moments_are_known_by_their_declared_type() {
        let long = int(8, true);
        assert_eq!(
            meaning("hbase_schema::Timestamp", long),
            CellMeaning::Moment
        );
        assert_eq!(meaning("Option<DateTime<Utc>>", long), CellMeaning::Moment);
        assert_eq!(meaning("i64", long), CellMeaning::Plain);
        assert_eq!(
            meaning("Option<Timestamp>", CellFormat::Text),
            CellMeaning::Text(TextType::Timestamp)
        );
    }

    #[test]
    fn types_that_are_not_known_take_any_text() {
        let of = |name: &str, format| matches!(meaning(name, format), CellMeaning::Text(_));
        for name in [
            "String",
            "Status",
            "Date",
            "model::Time",
            "Option<Cow<'static,str>>",
        ] {
            assert!(!of(name, CellFormat::Text), "{name}");
        }
        for name in ["Id", "u7", "usize", "BigDecimal"] {
            assert!(!of(name, CellFormat::DecimalText), "{name}");
        }
        assert!(!of("u32", int(4, false)));
        for name in ["bool", "Option<DateTime<Utc>>", "jiff::civil::Date"] {
            assert!(of(name, CellFormat::Text), "{name}");
        }
    }
}
