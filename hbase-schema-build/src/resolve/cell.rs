//! The facts of a cell, by its codec and its field's type.

use hbase_model::{Absence, CellCodec, CellFacts, CellFormat, Encoding, LogicalType, PartFormat};
use hbase_schema_syntax::ast::{CellPart, Codec, PartEncoding};
use hbase_schema_syntax::text;
use syn::Type;

use super::by_hand;
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
        Codec::JavaText(_) => (Role::JavaTextCell, "`java_text`"),
        Codec::Json(_) => return Ok(types.json(ty, at)),
        Codec::Part(part) => return of_part(types, part, ty, at),
        Codec::With(_) => return Ok(types.with(ty, at)),
        Codec::WithName(_) => return Ok(CellFacts::UNKNOWN.with_absence(Absence::Never)),
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

/// The facts of a cell in the encoding of a key part.
fn of_part(
    types: &Types<'_>,
    part: &CellPart,
    ty: &Type,
    at: TypeScope<'_>,
) -> Result<CellFacts, NoFacts> {
    let facts = |encoding: &Encoding| {
        PartFormat::new(encoding, part.desc.is_some(), part.reverse.is_some()).facts()
    };
    if let PartEncoding::Custom(path) = &part.encoding {
        let known = by_hand::custom(types.sources, at.scope, path, ty);
        let encoding = known.unwrap_or_else(|| super::part::unknown(path));
        return Ok(facts(&encoding).with_absence(types.with(ty, at).absence));
    }
    let (field_type, is_optional) = match types.resolve(ty, at, Role::Key) {
        Ok(FieldType::Option(inner)) => (*inner, true),
        Ok(other) => (other, false),
        Err(
            UnresolvedType::NotFound(_)
            | UnresolvedType::Computed { .. }
            | UnresolvedType::Parameter(_),
        ) => return Ok(CellFacts::UNKNOWN),
        Err(error) => return Err(NoFacts::Unresolved(error)),
    };
    let encoding = match super::part::without_type(&part.encoding) {
        Some(encoding) => encoding,
        None => super::part::of_field_type(&part.encoding, ty, &field_type)
            .map_err(|_| NoFacts::Codec("`part`"))?,
    };
    let facts = facts(&encoding);
    Ok(if is_optional { facts.optional() } else { facts })
}

/// The facts of a cell, like the impls of `EncodeCell` in `hbase-schema`; `None` if the codec does not encode the type.
fn of_type(role: Role, field_type: &FieldType) -> Option<CellFacts> {
    let (native, text, logical) = match field_type {
        FieldType::Option(inner) => return Some(of_type(role, inner)?.optional()),
        FieldType::CellByHand(facts) => return Some(*facts),
        other => formats(other)?,
    };
    let format = match role {
        Role::TextCell => text?,
        Role::JavaTextCell => java_text(native, text?)?,
        _ => native,
    };
    let facts = CellFacts::new(format, logical);
    Some(if let FieldType::TextCodes(_) = field_type {
        facts.never_empty()
    } else {
        facts
    })
}

/// The format of Java's text, by those of the default codec and of text; `None` for types that Java writes differently.
const fn java_text(native: CellFormat, text: CellFormat) -> Option<CellFormat> {
    match native {
        CellFormat::Float { width } => Some(CellFormat::JavaFloatText { width }),
        CellFormat::Integer { .. } if matches!(text, CellFormat::DecimalText) => Some(text),
        CellFormat::Bool => Some(text),
        _ => None,
    }
}

/// The codec of a description.
pub(super) fn codec(codec: &Codec) -> CellCodec<String> {
    match codec {
        Codec::Native => CellCodec::Java,
        Codec::Text(_) => CellCodec::Text,
        Codec::JavaText(_) => CellCodec::JavaText,
        Codec::Json(_) => CellCodec::Json,
        Codec::Part(_) => CellCodec::Part,
        Codec::With(path) => CellCodec::With(text::of_path(path)),
        Codec::WithName(path) => CellCodec::WithName(text::of_path(path)),
    }
}

const TEXT: Option<CellFormat> = Some(CellFormat::Text);
const DIGITS: Option<CellFormat> = Some(CellFormat::DecimalText);
const LONG: CellFormat = integer(8, true);

const fn integer(width: u8, signed: bool) -> CellFormat {
    CellFormat::Integer { width, signed }
}

/// The format of a type's cells, their format as text, and the type of their values.
fn formats(field_type: &FieldType) -> Option<(CellFormat, Option<CellFormat>, LogicalType)> {
    Some(match *field_type {
        FieldType::Integer { width, signed } => {
            let logical = LogicalType::Integer { width, signed };
            (integer(width, signed), DIGITS, logical)
        }
        FieldType::Float { width } => (
            CellFormat::Float { width },
            DIGITS,
            LogicalType::Float { width },
        ),
        FieldType::Bool => (CellFormat::Bool, TEXT, LogicalType::Bool),
        FieldType::Text | FieldType::TextCodes(_) => (CellFormat::Text, TEXT, LogicalType::Text),
        FieldType::Bytes => (CellFormat::Bytes, None, LogicalType::Bytes),
        FieldType::Array(width) => {
            let width = width.into();
            (CellFormat::Bytes, None, LogicalType::FixedBytes { width })
        }
        FieldType::Uuid => (CellFormat::Bytes, TEXT, LogicalType::Uuid),
        FieldType::Moment(None) => (LONG, TEXT, LogicalType::Timestamp),
        FieldType::Moment(Some(library)) => (LONG, TEXT, LogicalType::Moment { library }),
        FieldType::ClockTime(library) => (LONG, TEXT, LogicalType::Time { library }),
        FieldType::Date(library) => (LONG, TEXT, LogicalType::Date { library }),
        FieldType::DateTime(library) => (LONG, TEXT, LogicalType::DateTime { library }),
        FieldType::TimeOfDay => (integer(4, true), TEXT, LogicalType::TimeOfDay),
        FieldType::Decimal => (CellFormat::BigDecimal, DIGITS, LogicalType::Decimal),
        FieldType::RustDecimal => (CellFormat::BigDecimal, DIGITS, LogicalType::RustDecimal),
        FieldType::Option(_)
        | FieldType::CellByHand(_)
        | FieldType::Sequence(_)
        | FieldType::PartByHand(_) => return None,
    })
}
