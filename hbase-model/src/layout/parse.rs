//! Parses values from text, as on a command line.

use super::{Encoding, KeyLayout, LayoutError, OrderedKind, PartLayout, PartValue};
use crate::decimal::Decimal;
use crate::ordered_bytes::Numeric;
use crate::printable::parse_printable;
use crate::time::{TimeFormat, TimeKind, parse_time, parse_time_of_day};

const DATE: &str = "a time such as 2015-12-26, 2015-12-26T12:24:00 or 2015-12-26T12:24:00.000+08:00, or the \
                    digits of the key where times ascend";
const MILLIS: &str = "a time such as 2015-12-26, 2015-12-26T12:24:00 or 2015-12-26T12:24:00.000+08:00, or \
                      milliseconds since 1970 in 13 digits, with zeros in front";
const TIME: &str =
    "a time such as 2015-12-26, 2015-12-26T12:24:00 or 2015-12-26T12:24:00.000+08:00";

const SECONDS: &str = "a time such as 2015-12-26, 2015-12-26T12:24:00 or 2015-12-26T12:24:00+08:00, or seconds \
                       since 1970 in 10 digits, with zeros in front";

/// The digits of seconds since 1970, from 2001 to 2286.
const SECONDS_DIGITS: usize = 10;

/// The digits of milliseconds since 1970, from 2001 to 2286: a number with more or fewer digits may
/// also be seconds, or a date.
const MILLIS_DIGITS: usize = 13;

/// The digits of a `long`, zero-padded.
const LONG_DIGITS: usize = 19;

impl KeyLayout {
    /// Parses the value of the part with this name.
    pub fn parse_value(&self, part: &str, text: &str) -> Result<PartValue, LayoutError> {
        let Some((_, part)) = self.part(part) else {
            let known: Vec<_> = self.parts.iter().map(|part| part.name.as_ref()).collect();
            return Err(LayoutError::UnknownPart {
                found: part.to_owned(),
                known: known.join(", "),
            });
        };
        part.parse(text)
    }
}

impl PartLayout {
    /// Parses a value in its `Display` format. Times are also accepted without an offset, in the
    /// part's own, and as digits if they are unambiguous: the digits of the key's date format if
    /// times ascend, otherwise 13 digits of milliseconds since 1970, or 10 of seconds in a key of seconds. 19 digits are always
    /// milliseconds since 1970.
    pub fn parse(&self, text: &str) -> Result<PartValue, LayoutError> {
        self.encoding
            .parse(text)
            .ok_or_else(|| LayoutError::Unparsable {
                part: self.name.to_string(),
                text: text.to_owned(),
                expected: self.encoding.written(),
            })
    }
}

impl Encoding {
    pub(super) fn parse(&self, text: &str) -> Option<PartValue> {
        match self {
            Self::List(list) => list.parse(text),
            Self::Integer { signed: true, .. } | Self::JavaInteger { signed: true, .. } => {
                int(text)
            }
            Self::DecimalText { min, .. } if *min < 0 => int(text),
            Self::Integer { .. }
            | Self::JavaInteger { .. }
            | Self::Digits { .. }
            | Self::DecimalText { .. } => uint(text),
            Self::Text { .. }
            | Self::Escaped(_)
            | Self::Labels { .. }
            | Self::LengthPrefixed { text: true, .. } => Some(text.into()),
            Self::Bytes { .. } | Self::LengthPrefixed { .. } | Self::Custom(_) => {
                Some(parse_printable(text).into())
            }
            Self::Bool | Self::JavaBool => text.parse::<bool>().ok().map(PartValue::from),
            Self::Float { width: 4 } | Self::JavaFloat { width: 4 } => float32(text),
            Self::Float { .. } | Self::JavaFloat { .. } => float64(text),
            Self::Time(format) => parse_key_time(*format, text).map(PartValue::Time),
            Self::TimeOfDay { .. } => parse_time_of_day(text).map(PartValue::TimeOfDay),
            Self::Ordered(kind) => kind.parse(text),
        }
    }

    fn written(&self) -> &'static str {
        match self {
            Self::Integer { signed: false, .. }
            | Self::JavaInteger { signed: false, .. }
            | Self::Digits { .. } => "an integer without a sign",
            Self::Time(format) => match format.kind {
                TimeKind::Millis13 if format.newest_first => TIME,
                TimeKind::Seconds10 if format.newest_first => MILLIS,
                TimeKind::Seconds | TimeKind::Seconds10 => SECONDS,
                kind if kind.pattern().is_some() => DATE,
                _ => MILLIS,
            },
            Self::TimeOfDay { .. } => "a time of day such as 12:24, 12:24:00 or 12:24:00.000",
            Self::Integer { signed: true, .. }
            | Self::JavaInteger { signed: true, .. }
            | Self::DecimalText { .. }
            | Self::Text { .. }
            | Self::Escaped(_)
            | Self::Labels { .. }
            | Self::LengthPrefixed { .. }
            | Self::List(_)
            | Self::Bytes { .. }
            | Self::Bool
            | Self::Float { .. }
            | Self::JavaBool
            | Self::JavaFloat { .. }
            | Self::Ordered(_)
            | Self::Custom(_) => self.kind(),
        }
    }
}

fn parse_key_time(format: TimeFormat, text: &str) -> Option<i64> {
    // Displayed so: at an offset, a date of 1970 may be before 1970 in UTC.
    if let Some(before) = text.strip_prefix('-')
        && before.bytes().all(|byte| byte.is_ascii_digit())
    {
        return text.parse().ok();
    }
    if !text.bytes().all(|byte| byte.is_ascii_digit()) {
        return parse_time(text, format.offset_s);
    }
    match format.kind {
        // No date has as many digits as a time after the year 9999, which dates at an offset may be.
        kind if kind.pattern().is_some() && text.len() < LONG_DIGITS => {
            let ascending = TimeFormat {
                newest_first: false,
                align_ms: 0,
                ..format
            };
            ascending.get(text.as_bytes()).ok()
        }
        // A nines' complement has the same number of digits, so the digits are ambiguous.
        TimeKind::Millis13 if format.newest_first && text.len() == MILLIS_DIGITS => None,
        TimeKind::Seconds if text.len() == SECONDS_DIGITS => seconds(text),
        TimeKind::Seconds10 if text.len() == SECONDS_DIGITS && !format.newest_first => {
            seconds(text)
        }
        _ if matches!(text.len(), MILLIS_DIGITS | LONG_DIGITS) => text.parse().ok(),
        _ => None,
    }
}

fn seconds(text: &str) -> Option<i64> {
    text.parse::<i64>().ok().map(|seconds| seconds * 1000)
}

impl OrderedKind {
    fn parse(self, text: &str) -> Option<PartValue> {
        match self {
            Self::Int8 | Self::Int16 | Self::Int32 | Self::Int64 => int(text),
            Self::Float32 => float32(text),
            Self::Float64 => float64(text),
            Self::Numeric => numeric(text).map(PartValue::from),
            Self::String => Some(text.into()),
            Self::BlobVar => Some(parse_printable(text).into()),
        }
    }
}

fn int(text: &str) -> Option<PartValue> {
    text.parse().ok().map(PartValue::Int)
}

fn uint(text: &str) -> Option<PartValue> {
    text.parse().ok().map(PartValue::Uint)
}

fn float32(text: &str) -> Option<PartValue> {
    let value: f32 = text.parse().ok()?;
    is_near(text, value.is_infinite(), value == 0.0).then(|| value.into())
}

fn float64(text: &str) -> Option<PartValue> {
    let value: f64 = text.parse().ok()?;
    is_near(text, value.is_infinite(), value == 0.0).then(|| value.into())
}

/// Whether a float is its text's value up to rounding: a value beyond the largest parses as
/// infinity, and one below the smallest as zero.
fn is_near(text: &str, is_infinite: bool, is_zero: bool) -> bool {
    let mantissa = text.split(['e', 'E']).next().unwrap_or(text);
    let has =
        |digits: std::ops::RangeInclusive<char>| mantissa.chars().any(|c| digits.contains(&c));
    !(is_infinite && has('0'..='9') || is_zero && has('1'..='9'))
}

fn numeric(text: &str) -> Option<Numeric> {
    Some(match text {
        "-Infinity" => Numeric::NegativeInfinity,
        "Infinity" => Numeric::Infinity,
        "NaN" => Numeric::NaN,
        _ => text.parse::<Decimal>().ok()?.into(),
    })
}
