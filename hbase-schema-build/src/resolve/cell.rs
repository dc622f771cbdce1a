//! The format of a cell, by its codec and its field's type.

use hbase_model::{CellCodec, CellFormat};
use hbase_schema_syntax::ast::Codec;
use hbase_schema_syntax::text;

use super::field_type::FieldType;

/// The format of a cell; `None` if the codec does not encode the type.
pub(super) fn format(codec: &Codec, field_type: &FieldType) -> Option<CellFormat> {
    match codec {
        Codec::Native => native(field_type),
        Codec::Text(_) => as_text(field_type),
        Codec::Json(_) => Some(CellFormat::Json),
        Codec::With(_) => Some(CellFormat::Custom),
    }
}

/// The codec of a description.
pub(super) fn codec(codec: &Codec) -> CellCodec {
    match codec {
        Codec::Native => CellCodec::Java,
        Codec::Text(_) => CellCodec::Text,
        Codec::Json(_) => CellCodec::Json,
        Codec::With(path) => CellCodec::With(text::of_path(path)),
    }
}

fn native(field_type: &FieldType) -> Option<CellFormat> {
    Some(match field_type {
        FieldType::Integer { width, signed } => CellFormat::Integer {
            width: *width,
            signed: *signed,
        },
        FieldType::Float { width } => CellFormat::Float { width: *width },
        FieldType::Bool => CellFormat::Bool,
        FieldType::Text | FieldType::TextCodes(_) => CellFormat::Text,
        FieldType::Bytes | FieldType::Array(_) | FieldType::Uuid => CellFormat::Bytes,
        FieldType::Moment | FieldType::ClockTime | FieldType::Calendar => CellFormat::Integer {
            width: 8,
            signed: true,
        },
        FieldType::TimeOfDay => CellFormat::Integer {
            width: 4,
            signed: true,
        },
        FieldType::Decimal => CellFormat::BigDecimal,
        FieldType::Option(inner) => native(inner)?,
        FieldType::CellByHand(format) => *format,
        FieldType::Sequence(_) | FieldType::PartByHand(_) => return None,
    })
}

fn as_text(field_type: &FieldType) -> Option<CellFormat> {
    Some(match field_type {
        FieldType::Integer { .. } | FieldType::Float { .. } | FieldType::Decimal => {
            CellFormat::DecimalText
        }
        FieldType::Bool
        | FieldType::Text
        | FieldType::TextCodes(_)
        | FieldType::Uuid
        | FieldType::Moment
        | FieldType::TimeOfDay
        | FieldType::ClockTime
        | FieldType::Calendar => CellFormat::Text,
        FieldType::Option(inner) => as_text(inner)?,
        FieldType::CellByHand(format) => *format,
        FieldType::Bytes
        | FieldType::Array(_)
        | FieldType::Sequence(_)
        | FieldType::PartByHand(_) => return None,
    })
}
