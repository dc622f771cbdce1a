//! The fingerprint of a fact from parts that are hashed alone is that of the written fact.

use hbase_model::lock::hashed::{self, HashedPart, HashedValue};
use hbase_model::lock::{FactWriter, LockFile, LockedCell};
use hbase_model::{
    CellCodec, CellFacts, CellFormat, Encoding, LogicalType, PartLayout, SaltText, TableName,
};

use crate::layouts::{PartExt, TEXT, part, uint};

const CODES: [&str; 3] = ["", "1=Open", "1=Open,2=Closed"];

fn names() -> [TableName; 2] {
    let names = [("SHOP", "ORDERS"), ("default", "ORDERS")];
    names.map(|(namespace, name)| TableName::from_static(namespace, name))
}

fn fingerprint(name: &TableName, write: impl FnOnce(&mut FactWriter<'_>)) -> u64 {
    let mut facts = FactWriter::hashing(name);
    write(&mut facts);
    facts.fingerprint()
}

fn facts() -> [CellFacts; 4] {
    let (width, signed) = (4, true);
    let number = LogicalType::Integer { width, signed };
    let number = CellFacts::new(CellFormat::Integer { width, signed }, number);
    let text = CellFacts::new(CellFormat::Text, LogicalType::Text);
    [number, text, text.optional(), CellFacts::UNKNOWN]
}

#[test]
fn a_table_is_found_by_the_hash_of_its_name() {
    let hashes = names().map(|name| {
        let hash = hashed::name_hash(hashed::table(&name));
        assert_eq!(hash, FactWriter::hashing(&name).name_hash());
        assert_eq!(hash, LockFile::name_hash(&name.to_string()));
        hash
    });
    assert_ne!(hashes[0], hashes[1]);
}

#[test]
fn a_column_is_hashed_by_its_names_and_its_type() {
    for name in names() {
        for (qualifier, facts, codes) in [&b"N"[..], b"\x80 "]
            .into_iter()
            .flat_map(|qualifier| facts().map(|facts| (qualifier, facts)))
            .flat_map(|(qualifier, facts)| CODES.map(|codes| (qualifier, facts, codes)))
        {
            let cell = LockedCell {
                family: b"D1",
                prefix: b"",
                qualifier,
                codec: CellCodec::Java,
                facts,
                default: false,
                counter: false,
                codes,
            };
            let expected = fingerprint(&name, |out| out.cell(&cell));
            let others = hashed::column(&name, b"D1", qualifier);
            assert_eq!(HashedValue::of(facts, codes).column(others), expected);
            let table = hashed::table(&name);
            assert_eq!(hashed::whole_column(table, &cell), expected, "{facts:?}");
        }
    }
}

#[test]
fn a_key_part_is_hashed_by_its_options_and_its_encoding() {
    let options = [
        part("id", TEXT),
        part("id", TEXT).closed("_").salted(SaltText::Last(4)),
        PartLayout {
            desc: true,
            reverse: true,
            ..part("id", TEXT).terminated(b"\xff")
        },
    ];
    let bytes = Encoding::Bytes { width: Some(3) };
    for name in names() {
        for (at, options) in options.iter().enumerate() {
            for (encoding, codes) in [TEXT, uint(4), bytes.clone()]
                .into_iter()
                .flat_map(|encoding| CODES.map(|codes| (encoding.clone(), codes)))
            {
                let others = hashed::part(&name, at, options);
                let found = HashedPart::of(&encoding, codes).part(others);
                let part = PartLayout {
                    encoding,
                    codes: codes.into(),
                    ..options.clone()
                };
                assert_eq!(found, fingerprint(&name, |out| out.part(at, &part)));
            }
        }
    }
}

#[test]
fn facts_are_counted_with_their_codes() {
    let name = &names()[0];
    let mut text = [0; 400];
    let mut out = FactWriter::new(name, &mut text);
    assert!(out.is_empty());
    assert_eq!((out.count(), out.len()), (0, 0));
    out.part(0, &part("id", uint(4)));
    assert_eq!((out.count(), out.is_empty()), (1, false));
    let coded = PartLayout {
        codes: CODES[2].into(),
        ..part("state", TEXT)
    };
    out.part(1, &coded);
    assert_eq!(out.count(), 4);
    let len = out.len();
    let lines = String::from_utf8_lossy(&text[..len]).into_owned();
    assert_eq!(lines.lines().count(), 4, "{lines}");
}
