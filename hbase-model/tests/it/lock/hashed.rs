//! The hashes from which the compiler computes a fingerprint are those of the written lines.

use hbase_model::layout::KeyLayout;
use hbase_model::lock::hashed::{self, HashedPart, HashedValue};
use hbase_model::lock::{FactWriter, LockFile, LockedCell};
use hbase_model::{
    Absence, CellCodec, CellFacts, CellFormat, Encoding, LogicalType, PartLayout, SaltText,
    TableName,
};

use super::TABLE;

fn name() -> TableName {
    TableName::parse(TABLE).expect("a name")
}

fn fingerprint(write: impl Fn(&mut FactWriter<'_>)) -> u64 {
    let name = name();
    let mut facts = FactWriter::hashing(&name);
    write(&mut facts);
    facts.fingerprint()
}

fn cell(facts: CellFacts, codes: &'static str) -> LockedCell<'static> {
    LockedCell {
        family: b"D1",
        prefix: b"",
        qualifier: b"STATE",
        codec: CellCodec::Java,
        facts,
        default: false,
        counter: false,
        codes,
    }
}

fn number(width: u8) -> CellFacts {
    let signed = false;
    CellFacts::new(
        CellFormat::Integer { width, signed },
        LogicalType::Integer { width, signed },
    )
}

#[test]
fn a_column_has_the_hash_of_its_lines() {
    let others = hashed::column(&name(), b"D1", b"STATE");
    let cases = [
        (number(8), ""),
        (number(1), ""),
        (number(1).with_absence(Absence::NoCell), ""),
        (number(1), "1=Open"),
        (number(1), "1=Open,2=Closed"),
        (number(1), "1=Open,2=Lost"),
    ];
    let mut all = Vec::new();
    for (facts, codes) in cases {
        let column = cell(facts, codes);
        let written = fingerprint(|out| out.cell(&column));
        assert_eq!(HashedValue::of(facts, codes).column(others), written);
        assert_eq!(
            hashed::whole_column(hashed::table(&name()), &column),
            written
        );
        all.push(written);
    }
    all.sort_unstable();
    all.dedup();
    assert_eq!(all.len(), cases.len());
}

#[test]
fn a_key_part_has_the_hash_of_its_lines() {
    let encodings = [
        Encoding::Bool,
        Encoding::Integer {
            width: 1,
            signed: false,
        },
    ];
    let mut all = Vec::new();
    for at in [0, 1, 11] {
        for encoding in &encodings {
            for codes in ["", "1=Open", "1=Open,2=Closed"] {
                let part = PartLayout {
                    desc: at == 1,
                    salt: (at == 0).then_some(SaltText::Whole),
                    codes: codes.into(),
                    ..PartLayout::plain("state".into(), encoding.clone())
                };
                let written = fingerprint(|out| out.part(at, &part));
                // The sums leave the encoding out.
                let others = PartLayout {
                    encoding: Encoding::JavaBool,
                    codes: "".into(),
                    ..part
                };
                let others = hashed::part(&name(), at, &others);
                assert_eq!(HashedPart::of(encoding, codes).part(others), written);
                all.push(written);
            }
        }
    }
    let count = all.len();
    all.sort_unstable();
    all.dedup();
    assert_eq!(all.len(), count);
}

#[test]
fn a_table_is_found_by_the_hash_of_its_name() {
    let hash = hashed::name_hash(hashed::table(&name()));
    assert_eq!(hash, LockFile::name_hash(TABLE));
    assert_eq!(hash, FactWriter::hashing(&name()).name_hash());
    assert_ne!(hash, LockFile::name_hash("SHOP:ORDER_BOOKS"));
}

#[test]
fn a_writer_counts_its_facts_and_measures_their_text() {
    let name = name();
    let mut facts = FactWriter::hashing(&name);
    assert!(facts.is_empty());
    assert_eq!((facts.count(), facts.fingerprint()), (0, 0));
    let day = PartLayout::plain("day".into(), Encoding::Bool);
    let key = KeyLayout {
        salt: None,
        parts: vec![day.clone(), day].into(),
    };
    facts.key(&key);
    assert!(!facts.is_empty());
    assert_eq!(facts.count(), 2);

    let mut text = [0; 256];
    let mut facts = FactWriter::new(&name, &mut text);
    facts.key(&key);
    let (len, count) = (facts.len(), facts.count());
    assert_eq!(count, 2);
    let lines = std::str::from_utf8(&text[..len]).expect("text");
    assert!(
        lines.ends_with('\n') && lines.lines().count() == 2,
        "{lines}"
    );
    assert_eq!(text[len], 0);
    // What does not fit is measured, too.
    let mut short = [0; 3];
    let mut facts = FactWriter::new(&name, &mut short);
    facts.key(&key);
    assert_eq!(facts.len(), len);
    assert_eq!(&short, b"SHO");
}
