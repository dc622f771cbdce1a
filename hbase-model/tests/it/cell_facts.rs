//! What options of a column change about its cells.

use hbase_model::{Absence, CellFacts, CellFormat, EmptyCell, LogicalType};

fn facts(format: CellFormat, of: LogicalType) -> CellFacts {
    CellFacts::new(format, of)
}

#[test]
fn only_text_and_bytes_may_be_empty_cells() {
    for (format, of, empty) in [
        (CellFormat::Text, LogicalType::Text, EmptyCell::Value),
        (CellFormat::Bytes, LogicalType::Bytes, EmptyCell::Value),
        (
            CellFormat::Bytes,
            LogicalType::FixedBytes { width: 0 },
            EmptyCell::Value,
        ),
        (
            CellFormat::Bytes,
            LogicalType::FixedBytes { width: 1 },
            EmptyCell::Never,
        ),
        (CellFormat::Bool, LogicalType::Bool, EmptyCell::Never),
        (CellFormat::Json, LogicalType::Json, EmptyCell::Never),
        (CellFormat::Custom, LogicalType::Text, EmptyCell::Unknown),
        (CellFormat::Text, LogicalType::Unknown, EmptyCell::Unknown),
    ] {
        let found = facts(format, of);
        assert_eq!(found.empty, empty, "{found:?}");
        assert_eq!(found.never_empty().empty, EmptyCell::Never);
        assert_eq!(found.never_empty().absence, found.absence);
    }
}

#[test]
fn absent_values_are_written_as_the_options_declare() {
    let text = facts(CellFormat::Text, LogicalType::Text);
    assert_eq!(text.absence, Absence::Never);
    assert_eq!(text.store_none(), text);
    let optional = text.optional();
    assert_eq!(optional.absence, Absence::NoCell);
    let stored = optional.store_none();
    assert_eq!(
        (stored.absence, stored.empty),
        (Absence::Bytes(b""), EmptyCell::Absent)
    );
    let unknown = facts(CellFormat::Text, LogicalType::Unknown);
    assert_eq!(unknown.absence, Absence::Unknown);
    assert_eq!(unknown.store_none().absence, Absence::MaybeBytes(b""));
}

#[test]
fn in_a_group_that_may_be_absent_each_column_may_be() {
    let text = facts(CellFormat::Text, LogicalType::Text);
    for (before, after) in [
        (Absence::Never, Absence::NoCell),
        (Absence::Unknown, Absence::NoCell),
        (Absence::NoCell, Absence::NoCell),
        (Absence::Bytes(b"null"), Absence::Bytes(b"null")),
        (Absence::MaybeBytes(b"null"), Absence::Bytes(b"null")),
    ] {
        let of = text.with_absence(before);
        assert_eq!(of.in_absent_group().absence, after);
        assert_eq!(of.in_absent_group().empty, of.empty);
    }
}
