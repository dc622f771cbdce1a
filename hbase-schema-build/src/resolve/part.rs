//! The encoding of a key part, by its options and its field's type.

use std::borrow::Cow;

use hbase_model::layout::OrderedKind;
use hbase_model::time::{TimeFormat, TimeKind};
use hbase_model::{CustomEncoding, Encoding};
use hbase_schema_syntax::ast::PartEncoding;
use hbase_schema_syntax::text;
use syn::ext::IdentExt;
use syn::{Path, Type};

use super::field_type::FieldType;

/// The name of the encoding of optional key parts in a layout.
const OPTIONAL: &str = "optional";

/// The encoding of a key part whose options alone determine it.
pub(super) fn without_type(encoding: &PartEncoding) -> Option<Encoding> {
    Some(match encoding {
        PartEncoding::Fixed {
            width,
            pad: Some(pad),
        } => Encoding::Text {
            width: Some(width.value),
            pad: Some(pad.value),
        },
        PartEncoding::Time {
            kind,
            newest_first,
            offset_s,
            truncate,
            align_ms,
        } => Encoding::Time(TimeFormat {
            kind: *kind,
            newest_first: newest_first.is_some(),
            truncate: truncate.is_some(),
            offset_s: offset_s.as_ref().map_or(0, |offset| offset.value),
            align_ms: align_ms.as_ref().map_or(0, |align| align.value),
        }),
        PartEncoding::TimeOfDay {
            minutes, truncate, ..
        } => Encoding::TimeOfDay {
            minutes: *minutes,
            truncate: truncate.is_some(),
        },
        PartEncoding::Labels(separator) => Encoding::Labels {
            separator: separator.value,
        },
        PartEncoding::Escape(replacements) => Encoding::Escaped(replacements.clone().into()),
        PartEncoding::Native
        | PartEncoding::Fixed { pad: None, .. }
        | PartEncoding::Text(_)
        | PartEncoding::Java(_)
        | PartEncoding::Ordered(_)
        | PartEncoding::Length(_)
        | PartEncoding::List { .. }
        | PartEncoding::Custom(_) => return None,
    })
}

/// The encoding of a key part by its options and its type.
///
/// # Errors
/// Options that do not apply to the type.
pub(super) fn of_field_type(
    encoding: &PartEncoding,
    ty: &Type,
    field_type: &FieldType,
) -> Result<Encoding, String> {
    let ty = text::of_type(ty);
    match encoding {
        PartEncoding::Native => native(field_type).ok_or_else(|| {
            let how = why_not_native(field_type);
            format!("`{ty}` cannot be a key part without an option that sets its encoding: {how}")
        }),
        PartEncoding::Fixed { width, .. } => set_encoding(Set::Fixed(width.value), field_type).ok_or_else(|| {
            format!(
                "`fixed = {}` has no meaning for `{ty}`: text and bytes take any width, integers 1 \
                 to 39 digits, times 8, 13, 14, 17 or 19",
                width.value
            )
        }),
        PartEncoding::Text(_) => set_encoding(Set::Text, field_type)
            .ok_or_else(|| format!("`text` in `#[rowkey]` is for integers, found `{ty}`")),
        PartEncoding::Java(_) => set_encoding(Set::Java, field_type).ok_or_else(|| {
            format!("`java` in `#[rowkey]` is for integers of at most 8 bytes, floats, booleans and times, found `{ty}`")
        }),
        PartEncoding::Ordered(_) => set_encoding(Set::Ordered, field_type).ok_or_else(|| {
            format!(
                "`ordered` has no meaning for `{ty}`: HBase's `OrderedBytes` encodes i8 to \
                 i64, f32, f64, decimals, text and bytes"
            )
        }),
        PartEncoding::Length(length) => match field_type {
            FieldType::Text => Ok(Encoding::LengthPrefixed { length: *length, text: true }),
            FieldType::Bytes => Ok(Encoding::LengthPrefixed { length: *length, text: false }),
            _ => Err(format!("`length` is for text and bytes, found `{ty}`")),
        },
        PartEncoding::Time { .. }
        | PartEncoding::TimeOfDay { .. }
        | PartEncoding::Escape(_)
        | PartEncoding::Labels(_)
        | PartEncoding::List { .. }
        | PartEncoding::Custom(_) => {
            Err(format!("the options of this key part do not apply to `{ty}`"))
        }
    }
}

/// An encoding of the program's own, of which only the name is known.
pub(super) fn unknown(path: &Path) -> Encoding {
    let last = path.segments.last();
    let name = last.map_or_else(
        || text::of_path(path),
        |last| last.ident.unraw().to_string(),
    );
    let mut unknown = CustomEncoding::new("");
    unknown.name = Cow::Owned(name);
    Encoding::Custom(unknown)
}

/// Why a type has no default encoding in keys, and what to do about it.
fn why_not_native(field_type: &FieldType) -> &'static str {
    match field_type {
        FieldType::TimeOfDay | FieldType::ClockTime(_) => "set `ms_of_day` or `minute_of_day`",
        FieldType::Decimal | FieldType::RustDecimal => {
            "decimals are encoded in keys as `ordered` only"
        }
        FieldType::Date(_) | FieldType::DateTime(_) => "dates without a zone are for cells only",
        FieldType::Option(inner) | FieldType::Sequence(inner) => why_not_native(inner),
        FieldType::Integer { .. }
        | FieldType::Float { .. }
        | FieldType::Bool
        | FieldType::Text
        | FieldType::TextCodes(_)
        | FieldType::Bytes
        | FieldType::Array(_)
        | FieldType::Uuid
        | FieldType::Moment(_)
        | FieldType::PartByHand(_)
        | FieldType::CellByHand(_) => "derive `KeyPart` for it",
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
        FieldType::Moment(_) => millis(),
        FieldType::Sequence(inner) => native(inner)?,
        FieldType::Option(inner) => {
            let own = CustomEncoding::new(OPTIONAL);
            Encoding::Custom(match native(inner)?.width() {
                Some(width) => own.with_width(u16::try_from(width + 1).ok()?),
                None => own,
            })
        }
        FieldType::PartByHand(encoding) => encoding.clone(),
        FieldType::TimeOfDay
        | FieldType::ClockTime(_)
        | FieldType::Date(_)
        | FieldType::DateTime(_)
        | FieldType::Decimal
        | FieldType::RustDecimal
        | FieldType::CellByHand(_) => return None,
    })
}

/// An option that sets the encoding of a type.
#[derive(Clone, Copy)]
enum Set {
    Fixed(u16),
    Text,
    Java,
    Ordered,
}

/// The encoding of a type by an option; `None` if it does not apply to the type.
fn set_encoding(by: Set, field_type: &FieldType) -> Option<Encoding> {
    match field_type {
        FieldType::Sequence(inner) => set_encoding(by, inner),
        FieldType::Integer { width, signed } => integer(by, *width, *signed),
        FieldType::Float { width } if matches!(by, Set::Java) => {
            Some(Encoding::JavaFloat { width: *width })
        }
        FieldType::Float { width: 4 } => ordered(by, OrderedKind::Float32),
        FieldType::Float { .. } => ordered(by, OrderedKind::Float64),
        FieldType::Decimal | FieldType::RustDecimal => ordered(by, OrderedKind::Numeric),
        FieldType::Array(_) => ordered(by, OrderedKind::BlobVar),
        FieldType::Text | FieldType::TextCodes(_) => match by {
            Set::Fixed(width) => Some(text_of(Some(width))),
            Set::Text | Set::Java | Set::Ordered => ordered(by, OrderedKind::String),
        },
        FieldType::Bytes => match by {
            Set::Fixed(width) => Some(Encoding::Bytes { width: Some(width) }),
            Set::Text | Set::Java | Set::Ordered => ordered(by, OrderedKind::BlobVar),
        },
        FieldType::Moment(_) => moment(by),
        FieldType::Bool => matches!(by, Set::Java).then_some(Encoding::JavaBool),
        FieldType::Uuid
        | FieldType::TimeOfDay
        | FieldType::ClockTime(_)
        | FieldType::Date(_)
        | FieldType::DateTime(_)
        | FieldType::Option(_)
        | FieldType::PartByHand(_)
        | FieldType::CellByHand(_) => None,
    }
}

fn integer(by: Set, width: u8, signed: bool) -> Option<Encoding> {
    let (min, max) = (
        FieldType::min_of(width, signed),
        FieldType::max_of(width, signed),
    );
    Some(match by {
        Set::Fixed(digits) => Encoding::Digits {
            width: u8::try_from(digits)
                .ok()
                .filter(|digits| (1..=39).contains(digits))?,
            max,
        },
        Set::Text => Encoding::DecimalText { min, max },
        Set::Java if width <= 8 => Encoding::JavaInteger { width, signed },
        Set::Ordered if signed => Encoding::Ordered(match width {
            1 => OrderedKind::Int8,
            2 => OrderedKind::Int16,
            4 => OrderedKind::Int32,
            8 => OrderedKind::Int64,
            _ => return None,
        }),
        Set::Java | Set::Ordered => return None,
    })
}

fn moment(by: Set) -> Option<Encoding> {
    match by {
        Set::Fixed(width @ (8 | 13 | 14 | 17 | 19)) => {
            let kind = TimeKind::of_digits(u8::try_from(width).ok()?)?;
            Some(Encoding::Time(TimeFormat::new(kind)))
        }
        Set::Java => Some(millis()),
        Set::Fixed(_) | Set::Text | Set::Ordered => None,
    }
}

fn ordered(by: Set, kind: OrderedKind) -> Option<Encoding> {
    matches!(by, Set::Ordered).then_some(Encoding::Ordered(kind))
}

const fn text_of(width: Option<u16>) -> Encoding {
    Encoding::Text { width, pad: None }
}

const fn millis() -> Encoding {
    Encoding::Time(TimeFormat::new(TimeKind::Millis))
}
