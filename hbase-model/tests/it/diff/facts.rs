//! The facts of a table against those of the struct that wrote its rows.

use hbase_model::diff::compare_facts;
use hbase_model::lock::{FactWriter, LockedCell, TableFacts};
use hbase_model::{CellCodec, CellFacts, CellFormat, KeyLayout, LogicalType, TableName};

use crate::layouts::{TEXT, key, part, uint};

fn column(qualifier: &'static str, width: u8) -> LockedCell<'static> {
    let signed = false;
    LockedCell {
        family: b"D1",
        prefix: b"",
        qualifier: qualifier.as_bytes(),
        codec: CellCodec::Java,
        facts: CellFacts::new(
            CellFormat::Integer { width, signed },
            LogicalType::Integer { width, signed },
        ),
        default: false,
        counter: false,
        codes: "",
    }
}

fn facts(key: &KeyLayout, columns: &[LockedCell<'_>]) -> TableFacts {
    TableFacts::of(
        &TableName::from_static("NS", "T"),
        |out: &mut FactWriter<'_>| {
            out.key(key);
            for column in columns {
                out.cell(column);
            }
        },
    )
}

/// What is different, with the declared and the earlier words.
fn differences(declared: &TableFacts, before: &TableFacts) -> Vec<[String; 3]> {
    let found = compare_facts(declared, before).into_iter();
    let found = found.map(|found| [found.kind.to_string(), found.declared, found.live]);
    found.collect()
}

#[test]
fn cells_that_rows_do_not_have_so_are_different() {
    let id = key(None, [part("id", uint(4))]);
    let before = facts(&id, &[column("A", 4), column("B", 4)]);
    assert_eq!(differences(&before, &before), [[""; 3]; 0]);
    let wider = facts(&id, &[column("A", 8), column("B", 4)]);
    let found = differences(&wider, &before);
    assert_eq!(found.len(), 1);
    assert!(found[0][0].contains("D1 A"), "{found:?}");
    assert!(
        found[0][1].contains("u64") && found[0][2].contains("u32"),
        "{found:?}"
    );
    // Rows have no such cell, and the struct requires it.
    let more = facts(&id, &[column("A", 4), column("B", 4), column("C", 4)]);
    let found = differences(&more, &before);
    assert_eq!(found.len(), 1);
    assert!(found[0][0].contains("D1 C"), "{found:?}");
    assert_eq!(found[0][2], "none");
    let optional = LockedCell {
        facts: column("C", 4).facts.optional(),
        ..column("C", 4)
    };
    let optional = facts(&id, &[column("A", 4), column("B", 4), optional]);
    assert_eq!(differences(&optional, &before), [[""; 3]; 0]);
}

#[test]
fn keys_are_compared_elsewhere() {
    let columns = [column("A", 4)];
    let before = facts(&key(None, [part("id", uint(4))]), &columns);
    for other in [
        key(None, [part("id", TEXT)]),
        key(None, [part("number", uint(4))]),
        key(None, [part("id", uint(4)), part("at", uint(8))]),
    ] {
        assert_eq!(differences(&facts(&other, &columns), &before), [[""; 3]; 0]);
    }
}
