//! Records of live tables.

use hbase_model::lock::{Class, FactWriter, LayoutRecord, LockedCell, RECORD_PREFIX, TableFacts};
use hbase_model::{CellCodec, CellFacts, CellFormat, LogicalType, TableDescriptor, TableName};

fn name() -> TableName {
    TableName::from_static("SHOP", "ORDERS")
}

/// An integer column of this width, whose absent cells have a default.
fn column(qualifier: &[u8], width: u8) -> LockedCell<'_> {
    let signed = false;
    LockedCell {
        family: b"D1",
        prefix: b"",
        qualifier,
        codec: CellCodec::Java,
        facts: CellFacts::new(
            CellFormat::Integer { width, signed },
            LogicalType::Integer { width, signed },
        ),
        default: true,
        counter: false,
        codes: "",
    }
}

/// The facts of a table with these columns.
fn facts(columns: &[(&[u8], u8)]) -> TableFacts {
    TableFacts::of(&name(), |out: &mut FactWriter<'_>| {
        for (qualifier, width) in columns {
            out.cell(&column(qualifier, *width));
        }
    })
}

#[test]
fn a_record_is_read_as_it_was_written() {
    let seed = fastrand::u64(..);
    println!("seed {seed}");
    let mut rng = fastrand::Rng::with_seed(seed);
    let alphabet = [b';', b' ', b'A', b'"', b'\\', 0, 0xff, b'='];
    for _ in 0..2000 {
        let mut qualifier = || -> Vec<u8> {
            let len = rng.usize(..6);
            (0..len)
                .map(|_| alphabet[rng.usize(..alphabet.len())])
                .collect()
        };
        let names: Vec<Vec<u8>> = (0..3).map(|_| qualifier()).collect();
        let columns: Vec<(&[u8], u8)> = names.iter().map(|name| (&name[..], 8)).collect();
        let mut record = LayoutRecord::of(&facts(&columns));
        for keep in [2, 3, 1] {
            let text = record.to_string();
            assert_eq!(
                LayoutRecord::parse(&text, &name()),
                Some(record.clone()),
                "{text}"
            );
            record = record.followed_by(&facts(&columns[..keep]));
        }
    }
}

#[test]
fn a_damaged_record_is_none() {
    let text = LayoutRecord::of(&facts(&[(b"A", 8), (b"B", 4)])).to_string();
    assert!(LayoutRecord::parse(&text, &name()).is_some());
    for damaged in [
        text.replace("u64", "u32"),
        text.replace("layout 1", "layout x"),
        text.replace("layout 1", "format 2 layout 1"),
        text.split(";  ").next().unwrap().to_owned(),
        String::new(),
    ] {
        assert_eq!(LayoutRecord::parse(&damaged, &name()), None, "{damaged}");
    }
    assert_eq!(
        LayoutRecord::parse(&text, &TableName::from_static("SHOP", "OTHER")),
        None
    );
}

#[test]
fn compatible_layouts_keep_the_earlier_ones() {
    let both = facts(&[(b"A", 8), (b"B", 4)]);
    let (first, removed) = (LayoutRecord::of(&both), facts(&[(b"A", 8)]));
    let second = first.followed_by(&removed);
    assert_eq!(second.layout(), 1);
    assert!(second.has(both.fingerprint) && second.has(removed.fingerprint));
    assert!(
        second
            .to_string()
            .ends_with(";  removed cell D1 B u32 java default"),
        "{second}"
    );
    // The name of the removed column is used for other bytes.
    let reused = facts(&[(b"A", 8), (b"B", 8)]);
    let harm = second.harm(&reused, true);
    assert_eq!(harm.len(), 1);
    assert_eq!(
        (harm[0].class, harm[0].was()),
        (Class::Cell, "u32 java default")
    );
    let third = second.followed_by(&reused);
    assert_eq!(third.layout(), 2);
    assert!(!third.has(both.fingerprint) && !third.has(removed.fingerprint));
}

#[test]
fn only_the_last_layouts_are_kept() {
    let mut record = LayoutRecord::of(&facts(&[]));
    let names: Vec<Vec<u8>> = (0..20_u8).map(|n| vec![b'A' + n]).collect();
    let all: Vec<TableFacts> = (0..20)
        .map(|n| {
            let columns: Vec<(&[u8], u8)> = names[..n].iter().map(|name| (&name[..], 8)).collect();
            facts(&columns)
        })
        .collect();
    for facts in &all {
        record = record.followed_by(facts);
    }
    let known = all.iter().filter(|facts| record.has(facts.fingerprint));
    assert_eq!(known.count(), 9, "{record}");
}

#[test]
fn other_structs_contradict_only_in_what_both_have() {
    let record = LayoutRecord::of(&facts(&[(b"A", 8), (b"B", 4)]));
    assert_eq!(record.harm(&facts(&[(b"C", 8)]), false).len(), 0);
    assert_eq!(record.harm(&facts(&[(b"A", 4), (b"C", 8)]), false).len(), 1);
}

#[test]
fn a_table_has_a_record_for_each_struct() {
    let mut live = TableDescriptor::new(name());
    let record = LayoutRecord::of(&facts(&[(b"A", 8)]));
    let pairs = [
        (format!("{RECORD_PREFIX}Order"), record.to_string()),
        ("OTHER".to_owned(), "layout".to_owned()),
        (
            format!("{RECORD_PREFIX}Later"),
            "layout of another version".to_owned(),
        ),
    ];
    for (name, value) in pairs {
        live.set_attribute(&name, &value).unwrap();
    }
    let expected = [
        ("Order".to_owned(), Some(record)),
        ("Later".to_owned(), None),
    ];
    assert_eq!(live.records(&name()), expected);
}

#[test]
fn a_record_with_another_number_is_otherwise_the_same() {
    let facts = facts(&[(b"A", 8)]);
    let record = LayoutRecord::of(&facts).with_layout(7);
    assert_eq!(record.layout(), 7);
    assert!(record.has(facts.fingerprint) && record.to_string().starts_with("layout 7 "));
    let again = LayoutRecord::parse(&record.to_string(), &name());
    assert_eq!(again, Some(record));
    let lock = LayoutRecord::of(&facts);
    assert_eq!(lock.layout(), 1);
    let table = facts.table.to_string();
    let wider = self::facts(&[(b"A", 4)]);
    assert_eq!(wider.compared(&facts.lines, &table).count(), 1);
    assert_eq!(facts.compared(&facts.lines, &table).count(), 0);
}
