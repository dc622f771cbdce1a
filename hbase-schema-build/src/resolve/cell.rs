//! The facts of a cell, by its codec and its field's type.

use hbase_model::{CellCodec, CellFacts, CellFormat, LogicalType};
use hbase_schema_syntax::ast::Codec;
use hbase_schema_syntax::text;
use syn::Type;

use super::field_type::FieldType;
use super::params::TypeScope;
use super::types::{Role, Types, UnresolvedType};

/// Why the sources do not have the facts of a cell.
pub(super) enum NoFacts {
    Unresolved(UnresolvedType),
    /// The codec, which does not encode the type.
    Codec(&'static str),
}

/// The facts of a cell of a type that is written in a scope. They are unknown for a type that only the compiler knows;
/// only the cells depend on them.
pub(super) fn facts(
    types: &Types<'_>,
    codec: &Codec,
    ty: &Type,
    at: TypeScope<'_>,
) -> Result<CellFacts, NoFacts> {
    let (role, name) = match codec {
        Codec::Native => (Role::Cell, "Java's `Bytes`"),
        Codec::Text(_) => (Role::TextCell, "`text`"),
        Codec::Json(_) => return Ok(types.json(ty, at)),
        Codec::With(_) => return Ok(types.with(ty, at)),
    };
    match types.resolve(ty, at, role) {
        Ok(field_type) => of_type(role, &field_type).ok_or(NoFacts::Codec(name)),
        Err(
            UnresolvedType::NotFound(_)
            | UnresolvedType::Computed { .. }
            | UnresolvedType::Parameter(_),
        ) => Ok(CellFacts::UNKNOWN),
        Err(error) => Err(NoFacts::Unresolved(error)),
    }
}

/// The facts of a cell, like the impls of `EncodeCell` in `hbase-schema`; `None` if the codec does not encode the type.
fn of_type(role: Role, field_type: &FieldType) -> Option<CellFacts> {
    let format = match field_type {
        FieldType::Option(inner) => return Some(of_type(role, inner)?.optional()),
        FieldType::CellByHand(facts) => return Some(*facts),
        _ if role == Role::TextCell => as_text(field_type)?,
        _ => native(field_type)?,
    };
    let facts = CellFacts::new(format, logical(field_type));
    Some(if let FieldType::TextCodes(_) = field_type {
        facts.never_empty()
    } else {
        facts
    })
}

/// The codec of a description.
pub(super) fn codec(codec: &Codec) -> CellCodec<String> {
    match codec {
        Codec::Native => CellCodec::Java,
        Codec::Text(_) => CellCodec::Text,
        Codec::Json(_) => CellCodec::Json,
        Codec::With(path) => CellCodec::With(text::of_path(path)),
    }
}

const LONG: CellFormat = CellFormat::Integer {
    width: 8,
    signed: true,
};

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
        FieldType::Moment(_)
        | FieldType::ClockTime(_)
        | FieldType::Date(_)
        | FieldType::DateTime(_) => LONG,
        FieldType::TimeOfDay => CellFormat::Integer {
            width: 4,
            signed: true,
        },
        FieldType::Decimal | FieldType::RustDecimal => CellFormat::BigDecimal,
        FieldType::Option(_)
        | FieldType::CellByHand(_)
        | FieldType::Sequence(_)
        | FieldType::PartByHand(_) => return None,
    })
}

fn as_text(field_type: &FieldType) -> Option<CellFormat> {
    Some(match field_type {
        FieldType::Integer { .. }
        | FieldType::Float { .. }
        | FieldType::Decimal
        | FieldType::RustDecimal => CellFormat::DecimalText,
        FieldType::Bool
        | FieldType::Text
        | FieldType::TextCodes(_)
        | FieldType::Uuid
        | FieldType::Moment(_)
        | FieldType::TimeOfDay
        | FieldType::ClockTime(_)
        | FieldType::Date(_)
        | FieldType::DateTime(_) => CellFormat::Text,
        FieldType::Bytes
        | FieldType::Array(_)
        | FieldType::Option(_)
        | FieldType::CellByHand(_)
        | FieldType::Sequence(_)
        | FieldType::PartByHand(_) => return None,
    })
}

fn logical(field_type: &FieldType) -> LogicalType {
    match field_type {
        FieldType::Integer { width, signed } => LogicalType::Integer {
            width: *width,
            signed: *signed,
        },
        FieldType::Float { width } => LogicalType::Float { width: *width },
        FieldType::Bool => LogicalType::Bool,
        FieldType::Text | FieldType::TextCodes(_) => LogicalType::Text,
        FieldType::Bytes => LogicalType::Bytes,
        FieldType::Array(width) => LogicalType::FixedBytes {
            width: (*width).into(),
        },
        FieldType::Uuid => LogicalType::Uuid,
        FieldType::Moment(None) => LogicalType::Timestamp,
        FieldType::Moment(Some(library)) => LogicalType::Moment { library: *library },
        FieldType::ClockTime(library) => LogicalType::Time { library: *library },
        FieldType::Date(library) => LogicalType::Date { library: *library },
        FieldType::DateTime(library) => LogicalType::DateTime { library: *library },
        FieldType::TimeOfDay => LogicalType::TimeOfDay,
        FieldType::Decimal => LogicalType::Decimal,
        FieldType::RustDecimal => LogicalType::RustDecimal,
        FieldType::Option(inner) => logical(inner),
        FieldType::CellByHand(_) | FieldType::Sequence(_) | FieldType::PartByHand(_) => {
            LogicalType::Unknown
        }
    }
}
