//! Values as they are written on a command line.

use super::{Encoding, KeyLayout, KeyValue, LayoutError, OrderedKind, PartLayout};
use crate::decimal::Decimal;
use crate::ordered_bytes::Numeric;
use crate::printable::parse_printable;
use crate::time::{parse_time, parse_time_of_day};

const TIME: &str = "a time as 2015-12-26, 2015-12-26T12:24:00 or 2015-12-26T12:24:00.000+08:00";

impl KeyLayout {
    /// The value of a part, by the part's name.
    pub fn parse_value(&self, part: &str, text: &str) -> Result<KeyValue, LayoutError> {
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
    /// Reads a value as it is displayed; times also without an offset, in the part's own, and as
    /// the number or the digits that stand in the key where times ascend.
    pub fn parse(&self, text: &str) -> Result<KeyValue, LayoutError> {
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
    fn parse(&self, text: &str) -> Option<KeyValue> {
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
            Self::Bool => text.parse::<bool>().ok().map(KeyValue::from),
            Self::Float { width: 4 } => text.parse::<f32>().ok().map(KeyValue::from),
            Self::Float { .. } => text.parse::<f64>().ok().map(KeyValue::from),
            Self::Millis { .. } | Self::TimeDigits { .. } => self.parse_time(text),
            Self::TimeOfDay { .. } => parse_time_of_day(text).map(KeyValue::TimeOfDay),
            Self::Ordered(kind) => kind.parse(text),
        }
    }

    fn parse_time(&self, text: &str) -> Option<KeyValue> {
        let form = self.time_form();
        let bare = text.bytes().all(|byte| byte.is_ascii_digit());
        let ms = match form.digits {
            8 | 14 | 17 if bare => {
                let mut ascending = form;
                ascending.newest_first = false;
                ascending.get(text.as_bytes()).ok()
            }
            _ if bare => text.parse().ok(),
            _ => parse_time(text, form.offset_s),
        };
        ms.map(KeyValue::Time)
    }

    const fn written(&self) -> &'static str {
        match self {
            Self::Integer { signed: false, .. }
            | Self::JavaInteger { signed: false, .. }
            | Self::Digits { .. } => "an integer without a sign",
            Self::Millis { .. } | Self::TimeDigits { .. } => TIME,
            Self::TimeOfDay { .. } => "a time of day as 12:24, 12:24:00 or 12:24:00.000",
            other => other.kind(),
        }
    }
}

impl OrderedKind {
    fn parse(self, text: &str) -> Option<KeyValue> {
        match self {
            Self::Int8 | Self::Int16 | Self::Int32 | Self::Int64 => int(text),
            Self::Float32 => text.parse::<f32>().ok().map(KeyValue::from),
            Self::Float64 => text.parse::<f64>().ok().map(KeyValue::from),
            Self::Numeric => numeric(text).map(KeyValue::from),
            Self::String => Some(text.into()),
            Self::BlobVar => Some(parse_printable(text).into()),
        }
    }
}

fn int(text: &str) -> Option<KeyValue> {
    text.parse().ok().map(KeyValue::Int)
}

fn uint(text: &str) -> Option<KeyValue> {
    text.parse().ok().map(KeyValue::Uint)
}

fn numeric(text: &str) -> Option<Numeric> {
    Some(match text {
        "-Infinity" => Numeric::NegativeInfinity,
        "Infinity" => Numeric::Infinity,
        "NaN" => Numeric::NaN,
        _ => text.parse::<Decimal>().ok()?.into(),
    })
}
