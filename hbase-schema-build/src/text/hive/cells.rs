//! Cells as columns of Hive.

use hbase_model::{CellFormat, DescribedColumn, LogicalType};

use super::Draft;

pub(super) fn column(column: &DescribedColumn, draft: &mut Draft) {
    if let Some(reason) = cannot_be_mapped(column) {
        return draft.remarks.reject(&column.field, reason);
    }
    if let CellFormat::Integer {
        width: width @ 1..=8,
        signed: false,
    } = column.facts.format
    {
        draft.remarks.note(above_half(&column.field, width));
    }
    let (ty, binary) = type_of(column);
    let storage = if binary { "#b" } else { "" };
    let mapping = format!("{}:{}{storage}", column.family, column.qualifier);
    draft.push(&column.field, ty, &mapping);
}

/// In `hbase.columns.mapping`, `,`, `#` and `:` are syntax, blanks and quotes are not allowed, and `.*` at
/// the end is a prefix.
fn cannot_be_mapped(column: &DescribedColumn) -> Option<String> {
    let name = format!("{}{}", column.family, column.qualifier);
    let odd = |c: char| ",#:'\"\\;".contains(c) || c.is_whitespace();
    if name.chars().any(odd) || column.qualifier.ends_with(".*") || column.qualifier.is_empty() {
        return Some(format!(
            "the column {}:{} has characters that have another meaning in \
             `hbase.columns.mapping`: rename it",
            column.family, column.qualifier
        ));
    }
    None
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
fn type_of(column: &DescribedColumn) -> (&'static str, bool) {
    match column.facts.format {
        CellFormat::Integer { width, .. } => (integer(width).unwrap_or("BINARY"), true),
        CellFormat::Float { width: 4 } => ("FLOAT", true),
        CellFormat::Float { .. } => ("DOUBLE", true),
        CellFormat::Bool => ("BOOLEAN", true),
        CellFormat::DecimalText => (decimal_text(column.facts.logical_type), false),
        CellFormat::Text | CellFormat::Json => ("STRING", false),
        CellFormat::Bytes | CellFormat::BigDecimal | CellFormat::Custom => ("BINARY", true),
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
