//! The encoding of a key part, by its options and its field's type.

use std::borrow::Cow;

use hbase_model::Encoding;
use hbase_model::layout::OrderedKind;
use hbase_schema_syntax::ast::{Part, PartEncoding};
use hbase_schema_syntax::text;

use super::field_type::FieldType;

/// The name of the encoding of optional key parts in a layout.
const OPTIONAL: &str = "optional";

/// The encoding of a key part whose options alone determine it.
pub(super) fn without_type(part: &Part<'_>) -> Option<Encoding> {
    Some(match &part.encoding {
        PartEncoding::Fixed {
            width,
            pad: Some(pad),
        } => Encoding::Text {
            width: Some(width.value),
            pad: Some(pad.value),
        },
        PartEncoding::Time {
            width,
            newest_first,
            offset_s,
            truncate,
        } => {
            let (newest_first, truncate) = (newest_first.is_some(), truncate.is_some());
            match width.as_ref().and_then(|w| u8::try_from(w.value).ok()) {
                None => Encoding::Millis {
                    newest_first,
                    truncate,
                },
                Some(digits) => Encoding::TimeDigits {
                    digits,
                    newest_first,
                    truncate,
                    offset_s: offset_s.as_ref().map_or(0, |offset| offset.value),
                },
            }
        }
        PartEncoding::TimeOfDay {
            minutes, truncate, ..
        } => Encoding::TimeOfDay {
            minutes: *minutes,
            truncate: truncate.is_some(),
        },
        _ => return None,
    })
}

/// The encoding of a key part by its options and its type.
///
/// # Errors
/// Options that do not apply to the type.
pub(super) fn of_field_type(part: &Part<'_>, field_type: &FieldType) -> Result<Encoding, String> {
    let ty = text::of_type(&part.field.ty);
    match &part.encoding {
        PartEncoding::Native => native(field_type).ok_or_else(|| {
            let how = match field_type {
                FieldType::TimeOfDay | FieldType::ClockTime => "set `ms_of_day` or `minute_of_day`",
                FieldType::Decimal => "decimals are encoded in keys as `ordered` only",
                _ => "dates without a zone are for cells only",
            };
            format!("`{ty}` cannot be a key part without an option that sets its encoding: {how}")
        }),
        PartEncoding::Fixed { width, .. } => fixed(field_type, width.value).ok_or_else(|| {
            format!(
                "`fixed = {}` has no meaning for `{ty}`: text and bytes take any width, integers 1 \
                 to 39 digits, times 8, 13, 14, 17 or 19",
                width.value
            )
        }),
        PartEncoding::Text(_) => plain_text(field_type)
            .ok_or_else(|| format!("`text` in `#[rowkey]` is for integers, found `{ty}`")),
        PartEncoding::Java(_) => java(field_type).ok_or_else(|| {
            format!("`java` in `#[rowkey]` is for integers of at most 8 bytes and for times, found `{ty}`")
        }),
        PartEncoding::Ordered(_) => ordered(field_type).ok_or_else(|| {
            format!(
                "`ordered` has no meaning for `{ty}`: HBase's `OrderedBytes` encodes i8 to \
                 i64, f32, f64, decimals, text and bytes"
            )
        }),
        _ => Err(format!("the options of this key part do not apply to `{ty}`")),
    }
}

pub(super) fn native(field_type: &FieldType) -> Option<Encoding> {
    Some(match field_type {
        FieldType::Integer { width, signed } => Encoding::Integer {
            width: *width,
            signed: *signed,
        },
        FieldType::Float { width } => Encoding::Float { width: *width },
        FieldType::Bool => Encoding::Bool,
        FieldType::Text => text_of(None),
        FieldType::TextCodes(width) => text_of(*width),
        FieldType::Bytes => Encoding::Bytes { width: None },
        FieldType::Array(width) => Encoding::Bytes {
            width: Some(*width),
        },
        FieldType::Uuid => Encoding::Bytes { width: Some(16) },
        FieldType::Moment => millis(),
        FieldType::Sequence(inner) => native(inner)?,
        FieldType::Option(inner) => Encoding::Custom {
            name: Cow::Borrowed(OPTIONAL),
            width: match native(inner)?.width() {
                Some(width) => Some(u16::try_from(width + 1).ok()?),
                None => None,
            },
        },
        FieldType::PartByHand(encoding) => encoding.clone(),
        FieldType::TimeOfDay
        | FieldType::ClockTime
        | FieldType::Calendar
        | FieldType::Decimal
        | FieldType::CellByHand(_) => return None,
    })
}

fn fixed(field_type: &FieldType, width: u16) -> Option<Encoding> {
    Some(match field_type {
        FieldType::Integer { width: of, signed } => Encoding::Digits {
            width: u8::try_from(width)
                .ok()
                .filter(|digits| (1..=39).contains(digits))?,
            max: FieldType::max_of(*of, *signed),
        },
        FieldType::Text | FieldType::TextCodes(_) => text_of(Some(width)),
        FieldType::Bytes => Encoding::Bytes { width: Some(width) },
        FieldType::Moment if matches!(width, 8 | 13 | 14 | 17 | 19) => Encoding::TimeDigits {
            digits: u8::try_from(width).ok()?,
            newest_first: false,
            truncate: false,
            offset_s: 0,
        },
        FieldType::Sequence(inner) => fixed(inner, width)?,
        _ => return None,
    })
}

fn plain_text(field_type: &FieldType) -> Option<Encoding> {
    match field_type {
        FieldType::Integer { width, signed } => Some(Encoding::DecimalText {
            min: FieldType::min_of(*width, *signed),
            max: FieldType::max_of(*width, *signed),
        }),
        FieldType::Sequence(inner) => plain_text(inner),
        _ => None,
    }
}

fn java(field_type: &FieldType) -> Option<Encoding> {
    match field_type {
        FieldType::Integer { width, signed } if *width <= 8 => Some(Encoding::JavaInteger {
            width: *width,
            signed: *signed,
        }),
        FieldType::Moment => Some(millis()),
        FieldType::Sequence(inner) => java(inner),
        _ => None,
    }
}

fn ordered(field_type: &FieldType) -> Option<Encoding> {
    let ordered_kind = match field_type {
        FieldType::Integer {
            width,
            signed: true,
        } => match width {
            1 => OrderedKind::Int8,
            2 => OrderedKind::Int16,
            4 => OrderedKind::Int32,
            8 => OrderedKind::Int64,
            _ => return None,
        },
        FieldType::Float { width: 4 } => OrderedKind::Float32,
        FieldType::Float { .. } => OrderedKind::Float64,
        FieldType::Decimal => OrderedKind::Numeric,
        FieldType::Text | FieldType::TextCodes(_) => OrderedKind::String,
        FieldType::Bytes | FieldType::Array(_) => OrderedKind::BlobVar,
        FieldType::Sequence(inner) => return ordered(inner),
        _ => return None,
    };
    Some(Encoding::Ordered(ordered_kind))
}

const fn text_of(width: Option<u16>) -> Encoding {
    Encoding::Text { width, pad: None }
}

const fn millis() -> Encoding {
    Encoding::Millis {
        newest_first: false,
        truncate: false,
    }
}
