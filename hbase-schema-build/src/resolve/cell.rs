//! What a cell holds: from its codec and from what its type is.

use hbase_model::{CellCodec, CellForm};
use hbase_schema_syntax::ast::Codec;
use hbase_schema_syntax::text;

use super::kind::Kind;

/// The form of a cell of this kind; none where the codec has none for it.
pub(super) fn form(codec: &Codec, kind: &Kind) -> Option<CellForm> {
    match codec {
        Codec::Native => native(kind),
        Codec::Text(_) => as_text(kind),
        Codec::Json(_) => Some(CellForm::Json),
        Codec::With(_) => Some(CellForm::Custom),
    }
}

/// The codec as it is described.
pub(super) fn codec(codec: &Codec) -> CellCodec {
    match codec {
        Codec::Native => CellCodec::Java,
        Codec::Text(_) => CellCodec::Text,
        Codec::Json(_) => CellCodec::Json,
        Codec::With(path) => CellCodec::With(text::of_path(path)),
    }
}

fn native(kind: &Kind) -> Option<CellForm> {
    Some(match kind {
        Kind::Integer { width, signed } => CellForm::Integer {
            width: *width,
            signed: *signed,
        },
        Kind::Float { width } => CellForm::Float { width: *width },
        Kind::Bool => CellForm::Bool,
        Kind::Text | Kind::TextCodes(_) => CellForm::Text,
        Kind::Bytes | Kind::Array(_) | Kind::Uuid => CellForm::Bytes,
        Kind::Moment | Kind::ClockTime | Kind::Calendar => CellForm::Integer {
            width: 8,
            signed: true,
        },
        Kind::TimeOfDay => CellForm::Integer {
            width: 4,
            signed: true,
        },
        Kind::Decimal => CellForm::BigDecimal,
        Kind::Option(inner) => native(inner)?,
        Kind::CellByHand(form) => *form,
        Kind::Sequence(_) | Kind::PartByHand(_) => return None,
    })
}

fn as_text(kind: &Kind) -> Option<CellForm> {
    Some(match kind {
        Kind::Integer { .. } | Kind::Float { .. } | Kind::Decimal => CellForm::DecimalText,
        Kind::Bool
        | Kind::Text
        | Kind::TextCodes(_)
        | Kind::Uuid
        | Kind::Moment
        | Kind::TimeOfDay
        | Kind::ClockTime
        | Kind::Calendar => CellForm::Text,
        Kind::Option(inner) => as_text(inner)?,
        Kind::CellByHand(form) => *form,
        Kind::Bytes | Kind::Array(_) | Kind::Sequence(_) | Kind::PartByHand(_) => return None,
    })
}
