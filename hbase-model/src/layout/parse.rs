//! Parses values from text, as on a command line.

use super::{Encoding, KeyLayout, LayoutError, OrderedKind, PartLayout, PartValue};
use crate::decimal::Decimal;
use crate::ordered_bytes::Numeric;
use crate::printable::parse_printable;
use crate::time::{parse_time, parse_time_of_day};

const DATE: &str = "a time such as 2015-12-26, 2015-12-26T12:24:00 or 2015-12-26T12:24:00.000+08:00, or the \
                    digits of the key where times ascend";
const MILLIS: &str = "a time such as 2015-12-26, 2015-12-26T12:24:00 or 2015-12-26T12:24:00.000+08:00, or \
                      milliseconds since 1970 in 13 digits, with zeros in front";
const TIME: &str =
    "a time such as 2015-12-26, 2015-12-26T12:24:00 or 2015-12-26T12:24:00.000+08:00";

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
    /// times ascend, otherwise 13 or 19 digits of milliseconds since 1970.
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
    fn parse(&self, text: &str) -> Option<PartValue> {
        match self {
            Self::Integer { signed: true, .. } | Self::JavaInteger { signed: true, .. } => {
                int(text)
            }
            Self::DecimalText { min, .. } if *min < 0 => int(text),
            Self::Integer { .. }
            | Self::JavaInteger { .. }
            | Self::Digits { .. }
            | Self::DecimalText { .. } => uint(text),
            Self::Text { .. } => Some(text.into()),
            Self::Bytes { .. } | Self::Custom { .. } => Some(parse_printable(text).into()),
            Self::Bool | Self::JavaBool => text.parse::<bool>().ok().map(PartValue::from),
            Self::Float { width: 4 } | Self::JavaFloat { width: 4 } => float32(text),
            Self::Float { .. } | Self::JavaFloat { .. } => float64(text),
            Self::Millis { .. } | Self::TimeDigits { .. } => self.parse_time(text),
            Self::TimeOfDay { .. } => parse_time_of_day(text).map(PartValue::TimeOfDay),
            Self::Ordered(kind) => kind.parse(text),
        }
    }

    fn parse_time(&self, text: &str) -> Option<PartValue> {
        let form = self.time_format();
        let bare = text.bytes().all(|byte| byte.is_ascii_digit());
        let ms = match form.digits {
            8 | 14 | 17 if bare => {
                let mut ascending = form;
                ascending.newest_first = false;
                ascending.get(text.as_bytes()).ok()
            }
            // A nines' complement has the same number of digits, so the digits are ambiguous.
            13 if bare && form.newest_first => None,
            _ if bare && matches!(text.len(), MILLIS_DIGITS | LONG_DIGITS) => text.parse().ok(),
            _ if bare => None,
            _ => parse_time(text, form.offset_s),
        };
        ms.map(PartValue::Time)
    }

    const fn written(&self) -> &'static str {
        match self {
            Self::Integer { signed: false, .. }
            | Self::JavaInteger { signed: false, .. }
            | Self::Digits { .. } => "an integer without a sign",
            Self::TimeDigits {
                digits: 13,
                newest_first: true,
                ..
            } => TIME,
            Self::Millis { .. }
            | Self::TimeDigits {
                digits: 13 | 19, ..
            } => MILLIS,
            Self::TimeDigits { .. } => DATE,
            Self::TimeOfDay { .. } => "a time of day such as 12:24, 12:24:00 or 12:24:00.000",
            Self::Integer { signed: true, .. }
            | Self::JavaInteger { signed: true, .. }
            | Self::DecimalText { .. }
            | Self::Text { .. }
            | Self::Bytes { .. }
            | Self::Bool
            | Self::Float { .. }
            | Self::JavaBool
            | Self::JavaFloat { .. }
            | Self::Ordered(_)
            | Self::Custom { .. } => self.kind(),
        }
    }
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
