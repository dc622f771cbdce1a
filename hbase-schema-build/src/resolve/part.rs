//! The encoding of a part: from its options and from what its type is.

use std::borrow::Cow;

use hbase_model::Encoding;
use hbase_model::layout::OrderedKind;
use hbase_schema_syntax::ast::{Part, PartEncoding};
use hbase_schema_syntax::text;

use super::kind::Kind;

/// What `hbase-schema` calls an optional part, where a layout is data.
const OPTIONAL: &str = "optional";

/// What a part's options alone say of its encoding.
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

/// The encoding that a part's options choose for a type of this kind; otherwise why they do not
/// go together.
pub(super) fn of_kind(part: &Part<'_>, kind: &Kind) -> Result<Encoding, String> {
    let ty = text::of_type(&part.field.ty);
    match &part.encoding {
        PartEncoding::Native => native(kind).ok_or_else(|| {
            let how = match kind {
                Kind::TimeOfDay | Kind::ClockTime => "say `ms_of_day` or `minute_of_day`",
                Kind::Decimal => "decimals stand in keys as `ordered` only",
                _ => "dates without a zone stand in cells only",
            };
            format!("`{ty}` cannot be a part of a row key without an option that says how: {how}")
        }),
        PartEncoding::Fixed { width, .. } => fixed(kind, width.value).ok_or_else(|| {
            format!(
                "`fixed = {}` has no meaning for `{ty}`: text and bytes take any width, integers 1 \
                 to 39 digits, times 8, 13, 14, 17 or 19",
                width.value
            )
        }),
        PartEncoding::Text(_) => plain_text(kind)
            .ok_or_else(|| format!("`text` in `#[rowkey]` is for integers, found `{ty}`")),
        PartEncoding::Java(_) => java(kind).ok_or_else(|| {
            format!("`java` in `#[rowkey]` is for integers of at most 8 bytes and for times, found `{ty}`")
        }),
        PartEncoding::Ordered(_) => ordered(kind).ok_or_else(|| {
            format!(
                "`ordered` has no meaning for `{ty}`: HBase's `OrderedBytes` has forms for i8 to \
                 i64, f32, f64, decimals, text and bytes"
            )
        }),
        _ => Err(format!("the options of this part say nothing of `{ty}`")),
    }
}

fn native(kind: &Kind) -> Option<Encoding> {
    Some(match kind {
        Kind::Integer { width, signed } => Encoding::Integer {
            width: *width,
            signed: *signed,
        },
        Kind::Float { width } => Encoding::Float { width: *width },
        Kind::Bool => Encoding::Bool,
        Kind::Text => text_of(None),
        Kind::TextCodes(width) => text_of(*width),
        Kind::Bytes => Encoding::Bytes { width: None },
        Kind::Array(width) => Encoding::Bytes {
            width: Some(*width),
        },
        Kind::Uuid => Encoding::Bytes { width: Some(16) },
        Kind::Moment => millis(),
        Kind::Sequence(inner) => native(inner)?,
        Kind::Option(inner) => Encoding::Custom {
            name: Cow::Borrowed(OPTIONAL),
            width: match native(inner)?.width() {
                Some(width) => Some(u16::try_from(width + 1).ok()?),
                None => None,
            },
        },
        Kind::PartByHand(encoding) => encoding.clone(),
        Kind::TimeOfDay
        | Kind::ClockTime
        | Kind::Calendar
        | Kind::Decimal
        | Kind::CellByHand(_) => return None,
    })
}

fn fixed(kind: &Kind, width: u16) -> Option<Encoding> {
    Some(match kind {
        Kind::Integer { width: of, signed } => Encoding::Digits {
            width: u8::try_from(width)
                .ok()
                .filter(|digits| (1..=39).contains(digits))?,
            max: Kind::max_of(*of, *signed),
        },
        Kind::Text | Kind::TextCodes(_) => text_of(Some(width)),
        Kind::Bytes => Encoding::Bytes { width: Some(width) },
        Kind::Moment if matches!(width, 8 | 13 | 14 | 17 | 19) => Encoding::TimeDigits {
            digits: u8::try_from(width).ok()?,
            newest_first: false,
            truncate: false,
            offset_s: 0,
        },
        Kind::Sequence(inner) => fixed(inner, width)?,
        _ => return None,
    })
}

fn plain_text(kind: &Kind) -> Option<Encoding> {
    match kind {
        Kind::Integer { width, signed } => Some(Encoding::DecimalText {
            min: Kind::min_of(*width, *signed),
            max: Kind::max_of(*width, *signed),
        }),
        Kind::Sequence(inner) => plain_text(inner),
        _ => None,
    }
}

fn java(kind: &Kind) -> Option<Encoding> {
    match kind {
        Kind::Integer { width, signed } if *width <= 8 => Some(Encoding::JavaInteger {
            width: *width,
            signed: *signed,
        }),
        Kind::Moment => Some(millis()),
        Kind::Sequence(inner) => java(inner),
        _ => None,
    }
}

fn ordered(kind: &Kind) -> Option<Encoding> {
    let form = match kind {
        Kind::Integer {
            width,
            signed: true,
        } => match width {
            1 => OrderedKind::Int8,
            2 => OrderedKind::Int16,
            4 => OrderedKind::Int32,
            8 => OrderedKind::Int64,
            _ => return None,
        },
        Kind::Float { width: 4 } => OrderedKind::Float32,
        Kind::Float { .. } => OrderedKind::Float64,
        Kind::Decimal => OrderedKind::Numeric,
        Kind::Text | Kind::TextCodes(_) => OrderedKind::String,
        Kind::Bytes | Kind::Array(_) => OrderedKind::BlobVar,
        Kind::Sequence(inner) => return ordered(inner),
        _ => return None,
    };
    Some(Encoding::Ordered(form))
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
