//! Cells of text that a type reads back: `#[column(text)]`.

use std::borrow::Cow;

use hbase_model::time::{Civil, parse_time, parse_time_of_day};
use hbase_model::{CellFormat, LogicalType, PartValue, TimeLibrary};
use jiff::civil::{Date, DateTime, Time};

use super::number::{boolean, check_rust_decimal, decimal, nearest32, nearest64};
use super::time::has_shape;
use super::{Mismatch, Rules};
use crate::value::Value;

/// A type whose text a cell contains. A value that it cannot read is a mismatch. Text that it reads stays
/// unchanged, except for `bool`, `Timestamp` and `TimeOfDay`, whose values have one text each.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TextType {
    Bool,
    Integer {
        bits: u32,
        signed: bool,
    },
    Float32,
    Float64,
    RustDecimal,
    /// `Timestamp`: to the millisecond.
    Timestamp,
    TimeOfDay,
    /// A moment of a library.
    Moment(Library),
    /// A date and a time of day without an offset.
    Local(Library),
    Date,
    Time(Library),
    Uuid,
}

/// A library of times, with the number of digits that it writes for a fraction of a second.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Library {
    /// 3, 6 or 9.
    Chrono,
    /// No zeros at the end.
    Jiff,
}

impl TextType {
    /// The type of a cell's text; `None` for text that may have any value, and for other formats.
    pub(super) const fn of(format: CellFormat, of: LogicalType) -> Option<Self> {
        if !matches!(format, CellFormat::DecimalText | CellFormat::Text) {
            return None;
        }
        Some(match of {
            LogicalType::Bool => Self::Bool,
            LogicalType::Integer { width, signed } => Self::Integer {
                bits: width as u32 * 8,
                signed,
            },
            LogicalType::Float { width: 4 } => Self::Float32,
            LogicalType::Float { .. } => Self::Float64,
            LogicalType::RustDecimal => Self::RustDecimal,
            LogicalType::Timestamp => Self::Timestamp,
            LogicalType::TimeOfDay => Self::TimeOfDay,
            LogicalType::Moment { library } => Self::Moment(Library::of(library)),
            LogicalType::DateTime { library } => Self::Local(Library::of(library)),
            LogicalType::Date { .. } => Self::Date,
            LogicalType::Time { library } => Self::Time(Library::of(library)),
            LogicalType::Uuid => Self::Uuid,
            LogicalType::Unknown
            | LogicalType::Text
            | LogicalType::Bytes
            | LogicalType::FixedBytes { .. }
            | LogicalType::Decimal
            | LogicalType::Json => return None,
        })
    }

    /// The text of a value.
    pub(super) fn text(self, value: &Value<'_>, rules: &Rules) -> Result<String, Mismatch> {
        match self {
            Self::Bool => Ok(boolean(value)?.to_string()),
            Self::Timestamp => Ok(format!("{}Z", Civil::from_ms(rules.millis(value)?)?)),
            Self::TimeOfDay => Ok(of_day(rules.of_day(value)?)),
            Self::Moment(library) => moment(value, rules, library),
            Self::Local(library) | Self::Time(library) if !matches!(value, Value::Text(_)) => {
                self.check(library.padded(text(value, rules)?), value)
            }
            _ => self.check(text(value, rules)?, value),
        }
    }

    /// The text of a cell, if the type reads it. A `Timestamp` without an offset gets the one with which it is
    /// read: an import would read it in its own zone.
    pub(super) fn checked(self, text: &str) -> Result<Cow<'_, str>, Mismatch> {
        let is_read = match self {
            Self::Timestamp => {
                let read = parse_time(text, 0).and_then(|ms| Civil::from_ms(ms).ok());
                let written = read.map(|civil| format!("{civil}Z").into());
                return written.ok_or_else(|| self.mismatch(&Value::Text(text)));
            }
            // In `java_text`, case does not matter.
            Self::Bool if text.eq_ignore_ascii_case("true") => return Ok("true".into()),
            Self::Bool if text.eq_ignore_ascii_case("false") => return Ok("false".into()),
            Self::Bool => false,
            Self::TimeOfDay => parse_time_of_day(text).is_some(),
            Self::Moment(_) => is_moment(text),
            Self::Local(Library::Chrono) => is_local(text),
            _ => {
                self.check(text.to_owned(), &Value::Text(text))?;
                true
            }
        };
        let fail = || self.mismatch(&Value::Text(text));
        is_read.then_some(text.into()).ok_or_else(fail)
    }

    /// The text, if the type reads it.
    fn check(self, text: String, value: &Value<'_>) -> Result<String, Mismatch> {
        let whole = Value::Text(&text);
        let is_read = match self {
            Self::Integer { signed: true, bits } => {
                let parsed = text.parse::<i128>();
                parsed.is_ok_and(|number| number >> (bits - 1) == 0 || number >> (bits - 1) == -1)
            }
            Self::Integer { bits, .. } => {
                let parsed = text.parse::<u128>();
                parsed.is_ok_and(|number| bits == 128 || number >> bits == 0)
            }
            // The text stays as it is, and is not rounded.
            Self::Float32 => {
                nearest32(&text)?;
                true
            }
            Self::Float64 => {
                nearest64(&text)?;
                true
            }
            Self::RustDecimal => {
                check_rust_decimal(decimal(&whole)?)?;
                true
            }
            Self::Local(_) => return local(&text).ok_or_else(|| self.mismatch(value)),
            Self::Date => has_shape(&text, "dddd-dd-dd") && text.parse::<Date>().is_ok(),
            Self::Time(_) => is_clock(&text),
            Self::Uuid => uuid::Uuid::try_parse(&text).is_ok(),
            Self::Bool | Self::Timestamp | Self::TimeOfDay | Self::Moment(_) => true,
        };
        is_read.then_some(text).ok_or_else(|| self.mismatch(value))
    }

    fn mismatch(self, value: &Value<'_>) -> Mismatch {
        let expected = match self {
            Self::Integer { signed, bits } => {
                let sign = if signed { "a signed" } else { "an unsigned" };
                return Mismatch::expected(
                    &format!("{sign} integer of {bits} bits in decimal digits"),
                    value,
                );
            }
            Self::Bool => "`true` or `false`",
            Self::Timestamp => "a time such as 2015-12-26T12:24:00.000Z, of 1970 to 9999",
            Self::TimeOfDay => "a time of day such as 12:24:00.000",
            Self::Moment(_) => "a moment such as 2015-12-26T12:24:00Z, of the years 0 to 9999",
            Self::Local(_) => "a date and a time such as 2015-12-26T12:24:00, without an offset",
            Self::Date => "a date such as 2015-12-26",
            Self::Time(_) => "a time of day such as 12:24:00",
            Self::Uuid => "a UUID such as 67e55044-10b1-426f-9247-bb680e5fe0c8",
            Self::Float32 | Self::Float64 | Self::RustDecimal => "a number",
        };
        Mismatch::expected(expected, value)
    }
}

impl Library {
    const fn of(library: TimeLibrary) -> Self {
        match library {
            TimeLibrary::Chrono => Self::Chrono,
            TimeLibrary::Jiff => Self::Jiff,
        }
    }

    /// The library's text of a time; the passed text has no zeros at the end of its fraction.
    fn padded(self, text: String) -> String {
        let digits = text.split_once('.').map_or(0, |(_, digits)| digits.len());
        match self {
            Self::Chrono => text + &"0".repeat(digits.next_multiple_of(3) - digits),
            Self::Jiff => text,
        }
    }
}

/// A value as text, whatever type reads it.
pub(super) fn text(value: &Value<'_>, rules: &Rules) -> Result<String, Mismatch> {
    let shown = rules.shown(*value)?;
    crate::value::text::of(&shown).ok_or_else(|| Mismatch::expected("text", value))
}

/// To the millisecond, as `TimeOfDay` writes it.
fn of_day(ms: u32) -> String {
    let text = PartValue::TimeOfDay(ms).to_string();
    match ms % 1000 {
        0 => text + ".000",
        _ => text,
    }
}

/// A moment with its offset. Its text stays unchanged if it has seconds and is not finer than a nanosecond;
/// otherwise it is written in UTC, with the fraction that it has.
fn moment(value: &Value<'_>, rules: &Rules, library: Library) -> Result<String, Mismatch> {
    if let Value::Text(text) = value
        && is_moment(text)
    {
        return Ok((*text).to_owned());
    }
    let micros = rules.micros(value)?;
    let text = crate::value::text::of(&Value::Local(micros));
    let text = text.ok_or_else(|| Mismatch::expected("a time of the years 1 to 9999", value))?;
    Ok(library.padded(text.replacen(' ', "T", 1)) + "Z")
}

fn is_moment(text: &str) -> bool {
    let offset = match text.strip_suffix('Z') {
        Some(_) => 1,
        None => 6,
    };
    let Some((local, offset)) = text
        .len()
        .checked_sub(offset)
        .and_then(|at| text.split_at_checked(at))
    else {
        return false;
    };
    let has_offset = offset == "Z" || has_shape(offset, "+dd:dd") || has_shape(offset, "-dd:dd");
    has_offset && is_local(local) && text.parse::<jiff::Timestamp>().is_ok()
}

/// With `T`, which `chrono` expects.
fn local(text: &str) -> Option<String> {
    let text = text.replacen(' ', "T", 1);
    is_local(&text).then_some(text)
}

fn is_local(text: &str) -> bool {
    let Some((date, time)) = text.split_once('T') else {
        return false;
    };
    let is_known = has_shape(date, "dddd-dd-dd") && text.parse::<DateTime>().is_ok();
    is_known && is_clock(time)
}

/// `HH:mm:ss`, with up to nine digits of a fraction.
fn is_clock(text: &str) -> bool {
    let (clock, fraction) = text.split_once('.').unwrap_or((text, "0"));
    let is_fraction =
        matches!(fraction.len(), 1..=9) && fraction.bytes().all(|byte| byte.is_ascii_digit());
    has_shape(clock, "dd:dd:dd") && is_fraction && text.parse::<Time>().is_ok()
}

#[cfg(test)]
mod tests {
    use super::super::Zone;
    use super::*;

    /// 2015-12-26 12:00 in microseconds since 1970.
    const NOON: i64 = 1_451_131_200_000_000;

    fn text_of(of: TextType, value: Value<'_>) -> Option<String> {
        of.text(&value, &Rules::default()).ok()
    }

    #[test]
    fn times_of_databases_are_as_the_library_writes_them() {
        use Library::{Chrono, Jiff};
        for (of, value, expected) in [
            (
                TextType::Moment(Chrono),
                Value::Moment(NOON),
                Some("2015-12-26T12:00:00Z"),
            ),
            (
                TextType::Moment(Chrono),
                Value::Moment(NOON + 120_000),
                Some("2015-12-26T12:00:00.120Z"),
            ),
            (
                TextType::Moment(Jiff),
                Value::Moment(NOON + 120_000),
                Some("2015-12-26T12:00:00.12Z"),
            ),
            (
                TextType::Local(Chrono),
                Value::Local(NOON + 1),
                Some("2015-12-26T12:00:00.000001"),
            ),
            (TextType::Local(Chrono), Value::Date(16_795), None),
            (TextType::Date, Value::Date(16_795), Some("2015-12-26")),
            (
                TextType::Time(Jiff),
                Value::TimeOfDay(500_000),
                Some("00:00:00.5"),
            ),
            (TextType::Time(Jiff), Value::TimeOfDay(86_400_000_000), None),
            (
                TextType::TimeOfDay,
                Value::TimeOfDay(0),
                Some("00:00:00.000"),
            ),
        ] {
            assert_eq!(text_of(of, value).as_deref(), expected, "{of:?} {value:?}");
        }
    }

    /// 00:30 and 01:30 in UTC are both 02:30 in Paris, so a cell's text could mean either.
    #[test]
    fn a_moment_that_the_clocks_show_twice_has_no_text() {
        let paris = Rules {
            zone: Some(Zone::parse("Europe/Paris").unwrap()),
            ..Rules::default()
        };
        // 2026-10-25 00:30 in UTC, and hours after it.
        let moment = |hours: i64| Value::Moment((1_792_888_200 + hours * 3600) * 1_000_000);
        for hours in 0..2 {
            let error = text(&moment(hours), &paris).unwrap_err().0;
            assert!(error.contains("2026-10-25T02:30:00 twice"), "{error}");
        }
        let later = text(&moment(2), &paris);
        assert_eq!(later.as_deref(), Ok("2026-10-25 03:30:00"));
    }

    #[test]
    fn numbers_of_databases_are_in_digits() {
        let byte = TextType::Integer {
            bits: 8,
            signed: true,
        };
        let decimal = |text: &str| Value::Decimal(text.parse().unwrap());
        for (value, expected) in [
            (Value::Int(-128), Some("-128")),
            (Value::Int(128), None),
            (Value::Uint(127), Some("127")),
            (decimal("7.00"), Some("7")),
            (decimal("7.5"), None),
            (Value::Bool(true), None),
        ] {
            assert_eq!(text_of(byte, value).as_deref(), expected, "{value:?}");
        }
        assert_eq!(
            text_of(TextType::Bool, Value::Int(1)).as_deref(),
            Some("true")
        );
        let nan = text_of(TextType::Float64, Value::Float64(f64::NAN));
        assert_eq!(nan.as_deref(), Some("NaN"));
    }
}
