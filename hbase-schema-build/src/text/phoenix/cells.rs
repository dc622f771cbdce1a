//! Cells as columns of Phoenix.

use hbase_model::{CellFormat, DescribedColumn, LogicalType, PartFormat};

use super::key::{note_of, typed};
use super::{Draft, is_quotable, quoted};

pub(super) fn column(column: &DescribedColumn, draft: &mut Draft) {
    let (family, qualifier) = (&column.family, &column.qualifier);
    let Some(name) = qualifier.as_text() else {
        let reason = format!(
            "the column {family}:{qualifier} is not text, and a view names columns by text: only Phoenix's own tables with \
             encoded columns have such names, and Phoenix knows those without this statement"
        );
        return draft.remarks.reject(&column.field, reason);
    };
    if !is_quotable(family) || !is_quotable(name) {
        let reason =
            format!("the column {family}:{qualifier} cannot be named in quotes: rename it");
        return draft.remarks.reject(&column.field, reason);
    }
    let (ty, note) = type_of(column);
    if let Some(note) = note {
        draft.remarks.note(format!("{family}:{qualifier}: {note}"));
    }
    draft
        .cells
        .push(format!("{}.{} {ty}", quoted(family), quoted(name)));
}

/// The type of unsigned integers of `width` bytes, and its largest value.
///
/// Phoenix has no type that reads all values of one or two bytes: values in the upper half are as common
/// as those in the lower, and one of them would end a query with an error. The types of four and eight
/// bytes reject only values that few columns have.
pub(super) const fn unsigned(width: u8) -> Option<(&'static str, u64)> {
    Some(match width {
        4 => ("UNSIGNED_INT", 2_147_483_647),
        8 => ("UNSIGNED_LONG", 9_223_372_036_854_775_807),
        _ => return None,
    })
}

/// The type that reads the lower half of the integers of `width` bytes.
pub(super) const fn lower_half(width: u8) -> Option<&'static str> {
    Some(match width {
        1 => "UNSIGNED_TINYINT",
        2 => "UNSIGNED_SMALLINT",
        4 => "UNSIGNED_INT",
        8 => "UNSIGNED_LONG",
        _ => return None,
    })
}

fn type_of(column: &DescribedColumn) -> (String, Option<String>) {
    if let CellFormat::Part(format) = column.facts.format {
        return of_part(format);
    }
    let (ty, note) = of_format(column);
    (ty.to_owned(), note)
}

/// The type of a cell in the encoding of a key part: that of such a part, unless it is descending.
fn of_part(format: PartFormat) -> (String, Option<String>) {
    let layout = format.layout();
    match typed(&layout) {
        Ok((ty, false)) => (ty, note_of(&layout)),
        Ok((_, true)) => {
            let note = "bytes, since only columns of the key are descending.";
            ("VARBINARY".to_owned(), Some(note.to_owned()))
        }
        Err(reason) => (
            "VARBINARY".to_owned(),
            Some(format!("bytes, since {reason}.")),
        ),
    }
}

fn of_format(column: &DescribedColumn) -> (&'static str, Option<String>) {
    match column.facts.format {
        CellFormat::Integer { width, signed } => integer(column.facts.logical_type, width, signed),
        CellFormat::Float { width } => without_negative(if width == 4 {
            "UNSIGNED_FLOAT"
        } else {
            "UNSIGNED_DOUBLE"
        }),
        CellFormat::Text
        | CellFormat::DecimalText
        | CellFormat::JavaFloatText { .. }
        | CellFormat::Json => ("VARCHAR", None),
        CellFormat::Bytes => ("VARBINARY", None),
        // Phoenix would read it, but comparisons would fail: Phoenix encodes true as 1, `Bytes` as -1.
        CellFormat::Bool => bytes("0 is false, anything else true, while BOOLEAN is 0 or 1"),
        CellFormat::BigDecimal => bytes("DECIMAL has another encoding"),
        CellFormat::Part(_) | CellFormat::Custom => bytes("only the program knows its encoding"),
    }
}

fn integer(logical: LogicalType, width: u8, signed: bool) -> (&'static str, Option<String>) {
    let Some(lower_half) = lower_half(width) else {
        return bytes("no integer has 16 bytes");
    };
    match unsigned(width) {
        Some((ty, most)) if !signed => (ty, Some(only_up_to(most))),
        _ if logical == LogicalType::Timestamp => (lower_half, Some(since_1970())),
        _ if signed => without_negative(lower_half),
        _ => (
            "VARBINARY",
            Some(format!("bytes, since {}", not_all(lower_half, width))),
        ),
    }
}

/// A remark on a type that reads only half of the unsigned integers of one or two bytes.
pub(super) fn not_all(lower_half: &str, width: u8) -> String {
    let most = (1_u32 << (u32::from(width) * 8 - 1)) - 1;
    format!(
        "{lower_half} ends a query at a value above {most}; write {lower_half} if the column has none."
    )
}

pub(super) fn only_up_to(most: u64) -> String {
    format!("Phoenix reads 0 to {most}, and rejects any other value.")
}

fn since_1970() -> String {
    "milliseconds since 1970; Phoenix rejects earlier times.".to_owned()
}

/// Signed numbers in the encoding of `Bytes`: Phoenix has no type that reads the negative ones.
fn without_negative(ty: &str) -> (&'static str, Option<String>) {
    let remark = format!(
        "bytes, since {ty} ends a query at a negative value; write {ty} if the column has none."
    );
    ("VARBINARY", Some(remark))
}

fn bytes(reason: &str) -> (&'static str, Option<String>) {
    ("VARBINARY", Some(format!("bytes, since {reason}.")))
}
