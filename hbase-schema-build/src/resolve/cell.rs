//! The form of a cell, by its codec and its field's type.

use hbase_model::{CellCodec, CellForm};
use hbase_schema_syntax::ast::Codec;
use hbase_schema_syntax::text;

use super::field_type::FieldType;

/// The form of a cell; `None` where the codec does not encode the type.
pub(super) fn form(codec: &Codec, field_type: &FieldType) -> Option<CellForm> {
    match codec {
        Codec::Native => native(field_type),
        Codec::Text(_) => as_text(field_type),
        Codec::Json(_) => Some(CellForm::Json),
        Codec::With(_) => Some(CellForm::Custom),
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

fn native(field_type: &FieldType) -> Option<CellForm> {
    Some(match field_type {
        FieldType::Integer { width, signed } => CellForm::Integer {
            width: *width,
            signed: *signed,
        },
        FieldType::Float { width } => CellForm::Float { width: *width },
        FieldType::Bool => CellForm::Bool,
        FieldType::Text | FieldType::TextCodes(_) => CellForm::Text,
        FieldType::Bytes | FieldType::Array(_) | FieldType::Uuid => CellForm::Bytes,
        FieldType::Moment | FieldType::ClockTime | FieldType::Calendar => CellForm::Integer {
            width: 8,
            signed: true,
        },
        FieldType::TimeOfDay => CellForm::Integer {
            width: 4,
            signed: true,
        },
        FieldType::Decimal => CellForm::BigDecimal,
        FieldType::Option(inner) => native(inner)?,
        FieldType::CellByHand(form) => *form,
        FieldType::Sequence(_) | FieldType::PartByHand(_) => return None,
    })
}

fn as_text(field_type: &FieldType) -> Option<CellForm> {
    Some(match field_type {
        FieldType::Integer { .. } | FieldType::Float { .. } | FieldType::Decimal => {
            CellForm::DecimalText
        }
        FieldType::Bool
        | FieldType::Text
        | FieldType::TextCodes(_)
        | FieldType::Uuid
        | FieldType::Moment
        | FieldType::TimeOfDay
        | FieldType::ClockTime
        | FieldType::Calendar => CellForm::Text,
        FieldType::Option(inner) => as_text(inner)?,
        FieldType::CellByHand(form) => *form,
        FieldType::Bytes
        | FieldType::Array(_)
        | FieldType::Sequence(_)
        | FieldType::PartByHand(_) => return None,
    })
}
