//! What a cell holds: from its codec and from what its type is.

use hbase_model::{CellCodec, CellFormat};
use hbase_schema_syntax::ast::Codec;
use hbase_schema_syntax::text;

use super::kind::Kind;

/// The form of a cell of this kind; none where the codec has none for it.
pub(super) fn format(codec: &Codec, kind: &Kind) -> Option<CellFormat> {
    match codec {
        Codec::Native => native(kind),
        Codec::Text(_) => as_text(kind),
        Codec::Json(_) => Some(CellFormat::Json),
        Codec::With(_) => Some(CellFormat::Custom),
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

fn native(kind: &Kind) -> Option<CellFormat> {
    Some(match kind {
        Kind::Integer { width, signed } => CellFormat::Integer {
            width: *width,
            signed: *signed,
        },
        Kind::Float { width } => CellFormat::Float { width: *width },
        Kind::Bool => CellFormat::Bool,
        Kind::Text | Kind::TextCodes(_) => CellFormat::Text,
        Kind::Bytes | Kind::Array(_) | Kind::Uuid => CellFormat::Bytes,
        Kind::Moment | Kind::ClockTime | Kind::Calendar => CellFormat::Integer {
            width: 8,
            signed: true,
        },
        Kind::TimeOfDay => CellFormat::Integer {
            width: 4,
            signed: true,
        },
        Kind::Decimal => CellFormat::BigDecimal,
        Kind::Option(inner) => native(inner)?,
        Kind::CellByHand(format) => *format,
        Kind::Sequence(_) | Kind::PartByHand(_) => return None,
    })
}

fn as_text(kind: &Kind) -> Option<CellFormat> {
    Some(match kind {
        Kind::Integer { .. } | Kind::Float { .. } | Kind::Decimal => CellFormat::DecimalText,
        Kind::Bool
        | Kind::Text
        | Kind::TextCodes(_)
        | Kind::Uuid
        | Kind::Moment
        | Kind::TimeOfDay
        | Kind::ClockTime
        | Kind::Calendar => CellFormat::Text,
        Kind::Option(inner) => as_text(inner)?,
        Kind::CellByHand(format) => *format,
        Kind::Bytes | Kind::Array(_) | Kind::Sequence(_) | Kind::PartByHand(_) => return None,
    })
}
