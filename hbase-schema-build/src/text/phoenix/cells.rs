//! Cells as columns of Phoenix.

use hbase_model::{CellFormat, DescribedColumn};

use super::{Draft, is_quotable, quoted};
use crate::text::UnsupportedItem;

pub(super) fn column(column: &DescribedColumn, draft: &mut Draft) {
    let (family, qualifier) = (&column.family, &column.qualifier);
    if !is_quotable(family) || !is_quotable(qualifier) {
        let why = format!("the column {family}:{qualifier} cannot be named in quotes: rename it");
        draft.items.push(UnsupportedItem::new(&column.field, why));
        return;
    }
    let (ty, note) = of_format(column.format);
    draft
        .notes
        .extend(note.map(|note| format!("{family}:{qualifier}: {note}")));
    draft
        .cells
        .push(format!("{}.{} {ty}", quoted(family), quoted(qualifier)));
}

/// The type of whole numbers of so many bytes as `Bytes` writes them, and the largest.
pub(super) const fn unsigned(width: u8) -> Option<(&'static str, u64)> {
    Some(match width {
        1 => ("UNSIGNED_TINYINT", 127),
        2 => ("UNSIGNED_SMALLINT", 32_767),
        4 => ("UNSIGNED_INT", 2_147_483_647),
        8 => ("UNSIGNED_LONG", 9_223_372_036_854_775_807),
        _ => return None,
    })
}

fn of_format(format: CellFormat) -> (&'static str, Option<String>) {
    match format {
        CellFormat::Integer { width, .. } => match unsigned(width) {
            Some((ty, most)) => {
                let note = format!("Phoenix reads 0 to {most}, and refuses any other value.");
                (ty, Some(note))
            }
            None => bytes("no integer has 16 bytes"),
        },
        CellFormat::Float { width: 4 } => ("UNSIGNED_FLOAT", Some(not_negative())),
        CellFormat::Float { .. } => ("UNSIGNED_DOUBLE", Some(not_negative())),
        CellFormat::Text | CellFormat::DecimalText | CellFormat::Json => ("VARCHAR", None),
        CellFormat::Bytes => ("VARBINARY", None),
        // It would be read, but not found by a comparison: Phoenix writes true as 1, `Bytes` as -1.
        CellFormat::Bool => bytes("0 is false, anything else true, while BOOLEAN is 0 or 1"),
        CellFormat::BigDecimal => bytes("DECIMAL is written another way"),
        _ => bytes("only the program knows what it means"),
    }
}

fn bytes(why: &str) -> (&'static str, Option<String>) {
    ("VARBINARY", Some(format!("bytes, for {why}.")))
}

fn not_negative() -> String {
    "Phoenix reads what is not negative, and refuses any other value.".to_owned()
}
