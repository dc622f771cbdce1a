//! Cells as columns of Hive.

use hbase_model::{CellFormat, ColumnQualifier, DescribedColumn, LogicalType, PartFormat};

use super::draft::Draft;
use super::key::{binary_type, misread, text_type};

pub(super) fn column(column: &DescribedColumn, draft: &mut Draft) {
    let name = match mapped_name(&column.family, &column.qualifier) {
        Ok(name) => name,
        Err(reason) => return draft.remarks.reject(&column.field, reason),
    };
    if let CellFormat::Integer {
        width: width @ 1..=8,
        signed: false,
    } = column.facts.format
    {
        draft.remarks.note(above_half(&column.field, width));
    }
    if let CellFormat::Part(format) = column.facts.format
        && let Some(reason) = misread(&format.layout())
    {
        let note = format!("{}: bytes, because {reason}.", column.field);
        draft.remarks.note(note);
    }
    let (ty, binary) = type_of(column);
    let storage = if binary { "#b" } else { "" };
    let mapping = format!("{}:{name}{storage}", column.family);
    draft.push(&column.field, ty, &mapping);
}

/// In `hbase.columns.mapping`, `,`, `#` and `:` are syntax, blanks and quotes are not allowed, and `.*` at
/// the end is a prefix.
pub(super) fn mapped_name<'q>(
    family: &str,
    qualifier: &'q ColumnQualifier<Vec<u8>>,
) -> Result<&'q str, String> {
    let Some(name) = qualifier.as_text() else {
        return Err(format!(
            "the column {family}:{qualifier} is not text, and `hbase.columns.mapping` names columns by text: use a struct without \
             this column for Hive"
        ));
    };
    let odd = |c: char| ",#:'\"\\;".contains(c) || c.is_whitespace();
    let is_odd = family.chars().chain(name.chars()).any(odd);
    if is_odd || name.ends_with(".*") || name.is_empty() {
        return Err(format!(
            "the column {family}:{qualifier} has characters that have another meaning in \
             `hbase.columns.mapping`: rename it"
        ));
    }
    Ok(name)
}

/// Hive has signed numbers only.
pub(super) fn above_half(field: &str, width: u8) -> String {
    let half = 1_u128 << (u32::from(width) * 8 - 1);
    format!("{field}: unsigned; from {half} on, Hive shows it as negative.")
}

/// The type of integers of `width` bytes.
pub(super) const fn integer(width: u8) -> Option<&'static str> {
    Some(match width {
        1 => "TINYINT",
        2 => "SMALLINT",
        4 => "INT",
        8 => "BIGINT",
        _ => return None,
    })
}

/// The type, and whether the encoding is that of `Bytes`.
pub(super) fn type_of(column: &DescribedColumn) -> (&'static str, bool) {
    match column.facts.format {
        CellFormat::Integer { width, .. } => (integer(width).unwrap_or("BINARY"), true),
        CellFormat::Float { width: 4 } => ("FLOAT", true),
        CellFormat::Float { .. } => ("DOUBLE", true),
        CellFormat::Bool => ("BOOLEAN", true),
        CellFormat::JavaFloatText { width: 4 } => ("FLOAT", false),
        CellFormat::JavaFloatText { .. } => ("DOUBLE", false),
        CellFormat::DecimalText => (decimal_text(column.facts.logical_type), false),
        CellFormat::Text if matches!(column.facts.logical_type, LogicalType::Bool) => {
            ("BOOLEAN", false)
        }
        CellFormat::Text | CellFormat::Json => ("STRING", false),
        CellFormat::Part(format) => of_part(format),
        CellFormat::Bytes | CellFormat::BigDecimal | CellFormat::Custom => ("BINARY", true),
    }
}

/// The type of a cell in the encoding of a key part; bytes if Hive would read other values.
fn of_part(format: PartFormat) -> (&'static str, bool) {
    let layout = format.layout();
    if misread(&layout).is_some() {
        return ("BINARY", true);
    }
    match text_type(&layout.encoding) {
        Some(ty) => (ty, false),
        None => (
            binary_type(&layout.encoding).map_or("BINARY", |(ty, _)| ty),
            true,
        ),
    }
}

/// The type of digits.
const fn decimal_text(of: LogicalType) -> &'static str {
    match of {
        LogicalType::Integer {
            width: 8,
            signed: false,
        } => "DECIMAL(20,0)",
        LogicalType::Integer { width: 1..=8, .. } => "BIGINT",
        LogicalType::Float { .. } => "DOUBLE",
        LogicalType::Integer { .. }
        | LogicalType::Unknown
        | LogicalType::Bool
        | LogicalType::Text
        | LogicalType::Bytes
        | LogicalType::FixedBytes { .. }
        | LogicalType::Uuid
        | LogicalType::Timestamp
        | LogicalType::TimeOfDay
        | LogicalType::Moment { .. }
        | LogicalType::DateTime { .. }
        | LogicalType::Date { .. }
        | LogicalType::Time { .. }
        | LogicalType::Decimal
        | LogicalType::RustDecimal
        | LogicalType::Json => "STRING",
    }
}
