//! Cells as columns of Phoenix.

use hbase_model::{CellFormat, DescribedColumn};

use super::{Draft, is_quotable, quoted};

pub(super) fn column(column: &DescribedColumn, draft: &mut Draft) {
    let (family, qualifier) = (&column.family, &column.qualifier);
    if !is_quotable(family) || !is_quotable(qualifier) {
        let reason =
            format!("the column {family}:{qualifier} cannot be named in quotes: rename it");
        return draft.remarks.reject(&column.field, reason);
    }
    let (ty, note) = type_of(column.format);
    if let Some(note) = note {
        draft.remarks.note(format!("{family}:{qualifier}: {note}"));
    }
    draft
        .cells
        .push(format!("{}.{} {ty}", quoted(family), quoted(qualifier)));
}

/// The type of integers of `width` bytes in the encoding of `Bytes`, and its largest value.
pub(super) const fn unsigned(width: u8) -> Option<(&'static str, u64)> {
    Some(match width {
        1 => ("UNSIGNED_TINYINT", 127),
        2 => ("UNSIGNED_SMALLINT", 32_767),
        4 => ("UNSIGNED_INT", 2_147_483_647),
        8 => ("UNSIGNED_LONG", 9_223_372_036_854_775_807),
        _ => return None,
    })
}

fn type_of(format: CellFormat) -> (&'static str, Option<String>) {
    match format {
        CellFormat::Integer { width, .. } => match unsigned(width) {
            Some((ty, most)) => (ty, Some(only_up_to(most))),
            None => bytes("no integer has 16 bytes"),
        },
        CellFormat::Float { width: 4 } => ("UNSIGNED_FLOAT", Some(not_negative())),
        CellFormat::Float { .. } => ("UNSIGNED_DOUBLE", Some(not_negative())),
        CellFormat::Text | CellFormat::DecimalText | CellFormat::Json => ("VARCHAR", None),
        CellFormat::Bytes => ("VARBINARY", None),
        // Phoenix would read it, but comparisons would fail: Phoenix encodes true as 1, `Bytes` as -1.
        CellFormat::Bool => bytes("0 is false, anything else true, while BOOLEAN is 0 or 1"),
        CellFormat::BigDecimal => bytes("DECIMAL has another encoding"),
        _ => bytes("only the program knows its encoding"),
    }
}

pub(super) fn only_up_to(most: u64) -> String {
    format!("Phoenix reads 0 to {most}, and rejects any other value.")
}

fn bytes(reason: &str) -> (&'static str, Option<String>) {
    ("VARBINARY", Some(format!("bytes, for {reason}.")))
}

fn not_negative() -> String {
    "Phoenix reads what is not negative, and rejects any other value.".to_owned()
}
