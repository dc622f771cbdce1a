//! Descriptions of version 1, which had the names of types in place of logical types.

use serde::Deserialize;

use super::{Description, DescriptionError};
use crate::described::{
    Absence, CellCodec, CellFacts, CellFormat, DescribedColumn, LogicalType, TimeLibrary,
};

/// The members of a column that only version 1 has.
#[derive(Deserialize)]
pub(super) struct Members {
    optional: Option<bool>,
    store_none: Option<bool>,
}

/// Rejects the members of version 1.
pub(super) fn check_absent(columns: &[Members]) -> Result<(), DescriptionError> {
    for (at, column) in columns.iter().enumerate() {
        let old = [
            ("optional", column.optional),
            ("store_none", column.store_none),
        ];
        if let Some((name, _)) = old.into_iter().find(|(_, value)| value.is_some()) {
            let message = "found a member of the version 1, expected `absent`";
            let path = format!("columns[{at}].{name}");
            return Err(DescriptionError::at(path, message));
        }
    }
    Ok(())
}

/// Adds the members that version 1 lacks.
pub(super) fn upgrade(all: &mut Description, members: &[Members]) {
    for (column, members) in all.columns.iter_mut().zip(members) {
        column.facts = facts_of(column, members);
    }
    for dynamic in &mut all.dynamic {
        let types = dynamic.type_name.trim_end_matches('>').rsplit(',').next();
        dynamic.logical_type = value_of(types.unwrap_or_default(), &dynamic.codec, dynamic.format);
    }
}

fn facts_of(column: &DescribedColumn, members: &Members) -> CellFacts {
    let (name, format) = (&column.type_name, column.facts.format);
    let inner = name.strip_prefix("Option<");
    let inner = inner.and_then(|rest| rest.strip_suffix('>'));
    let value = value_of(inner.unwrap_or(name), &column.codec, format);
    let facts = CellFacts::new(format, value);
    if members.store_none == Some(true) {
        return facts.optional().store_none();
    }
    let is_json = column.codec == CellCodec::Json;
    let is_json_value = is_json && name.rsplit("::").next() == Some("Value");
    match (members.optional == Some(true) || is_json_value, is_json) {
        (true, true) => facts.with_absence(Absence::JSON_NULL),
        (true, false) => facts.optional(),
        (false, _) => facts,
    }
}

/// The logical type of the values, by their type's name; unknown if the name is not known.
fn value_of(name: &str, codec: &CellCodec<String>, format: CellFormat) -> LogicalType {
    match (codec, format) {
        (CellCodec::Json, _) | (_, CellFormat::Json) => LogicalType::Json,
        (CellCodec::With(_) | CellCodec::WithName(_), _) | (_, CellFormat::Custom) => {
            LogicalType::Unknown
        }
        (_, CellFormat::Part(format)) => format.facts().logical_type,
        (_, CellFormat::Bytes) => bytes_of(name),
        (
            _,
            CellFormat::Integer { .. }
            | CellFormat::Float { .. }
            | CellFormat::Bool
            | CellFormat::Text
            | CellFormat::DecimalText
            | CellFormat::JavaFloatText { .. }
            | CellFormat::BigDecimal,
        ) => named(name),
    }
}

fn bytes_of(name: &str) -> LogicalType {
    let width = name.strip_prefix("[u8;").and_then(|n| n.strip_suffix(']'));
    if let Some(width) = width.and_then(|width| width.trim().parse().ok()) {
        return LogicalType::FixedBytes { width };
    }
    match name.rsplit("::").next() {
        Some("Uuid") => LogicalType::Uuid,
        _ if name == "Vec<u8>" || name.ends_with("[u8]") || name.ends_with("[u8]>") => {
            LogicalType::Bytes
        }
        _ => LogicalType::Unknown,
    }
}

/// `jiff`'s dates and times are known by their path only: a program may have types of these names.
fn named(name: &str) -> LogicalType {
    let path = name.split('<').next().unwrap_or(name);
    let is_jiff = path.starts_with("jiff::") || path.starts_with("civil::");
    let (chrono, jiff) = (TimeLibrary::Chrono, TimeLibrary::Jiff);
    match path.rsplit("::").next().unwrap_or(path) {
        "String" => LogicalType::Text,
        _ if is_str(name) => LogicalType::Text,
        "bool" => LogicalType::Bool,
        "f32" => LogicalType::Float { width: 4 },
        "f64" => LogicalType::Float { width: 8 },
        "Decimal" => LogicalType::RustDecimal,
        "BigDecimal" => LogicalType::Decimal,
        "Uuid" => LogicalType::Uuid,
        "Timestamp" if is_jiff => LogicalType::Moment { library: jiff },
        "Timestamp" => LogicalType::Timestamp,
        "TimeOfDay" => LogicalType::TimeOfDay,
        "DateTime" if path != name => LogicalType::Moment { library: chrono },
        "NaiveDateTime" => LogicalType::DateTime { library: chrono },
        "NaiveDate" => LogicalType::Date { library: chrono },
        "NaiveTime" => LogicalType::Time { library: chrono },
        "DateTime" if is_jiff => LogicalType::DateTime { library: jiff },
        "Date" if is_jiff => LogicalType::Date { library: jiff },
        "Time" if is_jiff => LogicalType::Time { library: jiff },
        last => integer(last),
    }
}

/// `&str`, `Box<str>` and the like.
fn is_str(name: &str) -> bool {
    let before = name.trim_end_matches('>').strip_suffix("str");
    before.is_some_and(|before| before.ends_with(['&', ' ', '<', ',']))
}

fn integer(name: &str) -> LogicalType {
    let bits = name.strip_prefix(['u', 'i']).and_then(|n| n.parse().ok());
    match bits {
        Some(bits @ (8_u8 | 16 | 32 | 64 | 128)) => LogicalType::Integer {
            width: bits / 8,
            signed: name.starts_with('i'),
        },
        _ => LogicalType::Unknown,
    }
}
