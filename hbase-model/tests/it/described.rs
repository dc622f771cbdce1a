//! The facts of columns and of their cells.

use hbase_model::described::EmptyCell;
use hbase_model::layout::OrderedKind;
use hbase_model::primitive::LengthPrefix;
use hbase_model::{
    Absence, AbsentCell, CellCodec, CellFacts, CellFormat, ColumnQualifier, ColumnSchema, Encoding,
    LogicalType, PartFormat, PartValue, TimeLibrary,
};

use crate::layouts::{TEXT, fixed_text};

const TEXT_CELL: CellFacts = CellFacts::new(CellFormat::Text, LogicalType::Text);

fn column(facts: CellFacts) -> ColumnSchema {
    ColumnSchema::new(["at", "D", "AT", "String"], CellCodec::Java, facts)
}

#[test]
fn facts_follow_from_the_format_and_the_type() {
    let library = TimeLibrary::Chrono;
    for (format, of, absence, empty) in [
        (
            CellFormat::Text,
            LogicalType::Text,
            Absence::Never,
            EmptyCell::Value,
        ),
        (
            CellFormat::Bytes,
            LogicalType::FixedBytes { width: 0 },
            Absence::Never,
            EmptyCell::Value,
        ),
        (
            CellFormat::Bytes,
            LogicalType::FixedBytes { width: 1 },
            Absence::Never,
            EmptyCell::Never,
        ),
        (
            CellFormat::Text,
            LogicalType::Date { library },
            Absence::Never,
            EmptyCell::Never,
        ),
        (
            CellFormat::Json,
            LogicalType::Json,
            Absence::MaybeBytes(b"null"),
            EmptyCell::Never,
        ),
        (
            CellFormat::Text,
            LogicalType::Unknown,
            Absence::Unknown,
            EmptyCell::Unknown,
        ),
        (
            CellFormat::Custom,
            LogicalType::Text,
            Absence::Never,
            EmptyCell::Unknown,
        ),
    ] {
        let facts = CellFacts::new(format, of);
        assert_eq!((facts.absence, facts.empty), (absence, empty), "{of}");
        assert_eq!((facts.format, facts.logical_type), (format, of));
        assert_eq!(facts.is_unknown(), of == LogicalType::Unknown);
        assert_eq!(of.is_unknown(), of == LogicalType::Unknown);
    }
}

#[test]
fn absent_values_depend_on_options_and_groups() {
    let with = |absence| TEXT_CELL.with_absence(absence);
    for (absence, stored, in_group, bytes, is_possible) in [
        (
            Absence::Never,
            Absence::Never,
            Absence::NoCell,
            None,
            Some(false),
        ),
        (
            Absence::NoCell,
            Absence::Bytes(b""),
            Absence::NoCell,
            None,
            Some(true),
        ),
        (
            Absence::JSON_NULL,
            Absence::Bytes(b""),
            Absence::JSON_NULL,
            Some(&b"null"[..]),
            Some(true),
        ),
        (
            Absence::MAYBE_JSON_NULL,
            Absence::MaybeBytes(b""),
            Absence::JSON_NULL,
            Some(b"null"),
            None,
        ),
        (
            Absence::Unknown,
            Absence::MaybeBytes(b""),
            Absence::NoCell,
            None,
            None,
        ),
    ] {
        assert_eq!(absence.bytes(), bytes);
        assert_eq!(absence.is_possible(), is_possible);
        let facts = with(absence);
        let empty = match absence {
            Absence::Never => EmptyCell::Value,
            _ => EmptyCell::Absent,
        };
        assert_eq!(facts.store_none().absence, stored);
        assert_eq!(facts.store_none().empty, empty);
        assert_eq!(facts.in_absent_group(), with(in_group));
        assert_eq!(facts.optional(), with(Absence::NoCell));
        let column = column(facts).of_absent_group();
        assert_eq!(column.facts, with(in_group));
    }
    let never = TEXT_CELL.never_empty();
    assert_eq!(never.empty, EmptyCell::Never);
    assert_eq!(
        (never.format, never.absence),
        (CellFormat::Text, Absence::Never)
    );
}

#[test]
fn a_row_without_a_cell_has_the_value_that_its_column_declares() {
    let optional = TEXT_CELL.optional();
    let unknown = TEXT_CELL.with_absence(Absence::Unknown);
    for (facts, default, counter, expected) in [
        (TEXT_CELL, false, false, AbsentCell::Error),
        (TEXT_CELL, false, true, AbsentCell::Zero),
        (TEXT_CELL, true, true, AbsentCell::Defaulted),
        (optional, false, false, AbsentCell::Null),
        (optional, false, true, AbsentCell::Null),
        (optional, true, false, AbsentCell::Defaulted),
        (optional.store_none(), false, false, AbsentCell::NullAsEmpty),
        (unknown, false, false, AbsentCell::Unknown),
        (unknown, false, true, AbsentCell::Zero),
    ] {
        let column = ColumnSchema {
            default,
            counter,
            ..column(facts)
        };
        assert_eq!(column.absent_cell(), expected);
    }
}

#[test]
fn a_cell_is_always_written_if_nothing_can_replace_it() {
    let number = LogicalType::Integer {
        width: 4,
        signed: true,
    };
    let plain = column(CellFacts::new(
        CellFormat::Integer {
            width: 4,
            signed: true,
        },
        number,
    ));
    assert!(plain.is_always_written());
    let counter = ColumnSchema {
        counter: true,
        ..plain
    };
    let default = ColumnSchema {
        default: true,
        ..plain
    };
    let optional = column(plain.facts.optional());
    for other in [counter, default, optional, column(TEXT_CELL)] {
        assert!(!other.is_always_written());
    }
    for (format, of, expected) in [
        (CellFormat::Text, LogicalType::Text, false),
        (CellFormat::Custom, LogicalType::Text, true),
        (CellFormat::Text, LogicalType::Unknown, true),
    ] {
        assert_eq!(column(CellFacts::new(format, of)).is_unknown(), expected);
    }
}

#[test]
fn a_qualifier_is_any_bytes() {
    let plain = column(TEXT_CELL);
    let other = plain.with_qualifier(b"\x80\xff");
    assert_eq!(other.qualifier.as_bytes(), b"\x80\xff");
    assert_eq!((other.field, other.facts), (plain.field, plain.facts));
    let at = ColumnQualifier::new("AT");
    assert!(at == *"AT" && at == "AT" && at != *"at" && at != "at");
    assert_eq!(ColumnQualifier::<Vec<u8>>::from("AT"), at.describe());
    assert_eq!(at.with_prefix(b"c:"), ColumnQualifier::from("c:AT"));
    assert_eq!((at.len(), at.is_empty()), (2, false));
    assert!(ColumnQualifier::new("").is_empty());
    for (bytes, text) in [
        (&b" ~"[..], Some(" ~")),
        ("é".as_bytes(), Some("é")),
        (b"a\0", None),
        (b"\x1f", None),
        (b"\x7f", None),
        ("\u{200b}".as_bytes(), None),
        (b"\xff", None),
    ] {
        assert_eq!(ColumnQualifier::new(bytes).as_text(), text);
    }
}

#[test]
fn a_part_in_a_cell_is_empty_only_if_its_end_is_that_of_the_cell() {
    let length = Encoding::LengthPrefixed {
        length: LengthPrefix::U8,
        text: true,
    };
    for (encoding, of, empty) in [
        (TEXT, LogicalType::Text, EmptyCell::Value),
        (fixed_text(3), LogicalType::Text, EmptyCell::Never),
        (length, LogicalType::Text, EmptyCell::Never),
        (
            Encoding::Ordered(OrderedKind::BlobVar),
            LogicalType::Bytes,
            EmptyCell::Never,
        ),
        (
            Encoding::Ordered(OrderedKind::Int64),
            LogicalType::Integer {
                width: 8,
                signed: true,
            },
            EmptyCell::Never,
        ),
    ] {
        let format = PartFormat::new(&encoding, false, false);
        let facts = format.facts();
        assert_eq!(facts.format, CellFormat::Part(format));
        assert_eq!((facts.logical_type, facts.empty), (of, empty), "{encoding}");
    }
    let format = PartFormat::new(&TEXT, true, true);
    assert!(format.is_desc() && format.is_reversed());
    let value = PartValue::from("ab");
    assert_eq!(format.encode(&value), Ok(vec![!b'b', !b'a']));
    assert_eq!(format.decode(&[!b'b', !b'a']), Ok(value));
}
