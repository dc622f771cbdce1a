//! Indexes in sources: their fields' encodings, the tables that they need, and contradictions.

use hbase_model::layout::OrderedKind;
use hbase_model::{DescribedIndexField, Encoding};
use hbase_schema_build::{DeclaredContent, DeclaredTable, Generate, declared, text};

use crate::support::{errors_of, files, tables};

const MAILS: &str = r#"
    #[derive(HTable)]
    #[table("DLQX:MAIL_BOXES")]
    #[family("D1")]
    #[family("D2")]
    struct Mail {
        #[rowkey]
        id: String,
        #[family("D1")]
        #[index("DLQX:MAIL_BY_SENDER")]
        sender: String,
        #[family("D2")]
        #[index("MAILS:MAIL_BY_SIZE")]
        size: Size,
    }

    #[derive(KeyPart, CellValue)]
    struct Size(u32);
"#;

fn field(ty: &str, more: &str) -> DescribedIndexField {
    let source = format!(
        "#[derive(HTable)] #[table(\"DLQX:ROW_TABLE\")] #[family(\"D1\")]
         struct Row {{ #[rowkey] id: String, #[index(\"DLQX:ROW_BY_VALUE\")] {ty} }} {more}"
    );
    let mut tables = tables(&source);
    tables.remove(0).indexes.remove(0).fields.remove(0)
}

#[test]
fn each_type_has_its_encoding() {
    let ordered = Encoding::Ordered;
    let integer = |width, signed| Encoding::Integer { width, signed };
    let own = "#[derive(KeyPart, CellValue)] struct Own(i64);";
    for (ty, expected) in [
        ("v: String", ordered(OrderedKind::String)),
        ("v: f32", ordered(OrderedKind::Float32)),
        ("v: f64", ordered(OrderedKind::Float64)),
        ("v: Own", integer(8, true)),
        ("v: bool", Encoding::Bool),
        ("#[column(text)] v: bool", Encoding::Bool),
        ("#[column(text)] v: u16", integer(2, false)),
        ("v: [u8; 6]", Encoding::Bytes { width: Some(6) }),
        ("v: uuid::Uuid", Encoding::Bytes { width: Some(16) }),
        ("v: rust_decimal::Decimal", ordered(OrderedKind::Numeric)),
    ] {
        let field = field(ty, own);
        assert_eq!(field.encoding, expected, "{ty}");
        assert!(field.computable, "{ty}");
    }
}

#[test]
fn key_parts_and_descending_fields_are_described() {
    let source = "#[derive(HTable)] #[table(\"DLQX:RIDES\")] #[family(\"D1\")] #[rowkey(separator = \"-\")]
        #[index(\"DLQX:RIDES_BY_RIDER\", fields(rider, desc(at), own), splits = [\"h\"])]
        struct Ride { #[rowkey] town: String, #[rowkey(reverse_ts, fixed = 13)] at: Timestamp, #[rowkey] own: Own,
            rider: String, #[index(\"DLQX:RIDES_BY_TOWN\", desc, splits = [\"h\", \"p\"])] to: String }
        #[derive(KeyPart)] struct Own(u32);";
    let table = tables(source).remove(0);
    let [by_town, by_rider] = &table.indexes[..] else {
        panic!("{:?}", table.indexes)
    };
    let stored = table.stored_values(by_rider);
    assert_eq!(
        stored,
        "ordered-string,key2:desc:millis,key3:integer4-unsigned"
    );
    assert!(by_rider.fields.iter().all(|field| field.computable));
    assert_eq!(table.stored_values(by_town), "desc:ordered-string");
    let keys = by_town.splits.keys().unwrap();
    assert_eq!(keys, [[!0x34, !b'p'], [!0x34, !b'h']]);
    let markdown = text::markdown(&[table]).unwrap();
    assert!(markdown.contains("DLQX:RIDES_BY_TOWN"), "{markdown}");
    assert!(markdown.contains(", descending)"), "{markdown}");
}

/// The cells of these have an encoding that only the program knows.
#[test]
fn what_only_the_program_encodes_is_not_computable() {
    let by_hand = "#[derive(KeyPart)] struct Own(String);
        impl hbase_schema::cell::EncodeCell<hbase_schema::cell::Native> for Own {
            const FACTS: CellFacts = CellFacts::new(CellFormat::Text, LogicalType::Unknown);
        }";
    for (ty, more) in [
        ("v: Own", by_hand),
        ("#[column(json)] v: String", ""),
        ("#[column(with = own)] v: String", ""),
        ("#[column(text)] v: uuid::Uuid", ""),
    ] {
        assert!(!field(ty, more).computable, "{ty}");
    }
}

#[test]
fn a_type_without_an_encoding_is_an_error() {
    let source = "#[derive(HTable)] #[table(\"DLQX:ROW_TABLE\")] #[family(\"D1\")]
        struct Row { #[rowkey] id: String, #[index(\"DLQX:ROW_BY_VALUE\")] v: Vec<u8> }";
    assert_eq!(
        errors_of(&[("src/lib.rs", source)]),
        [
            "src/lib.rs:2:77: the encoding of `v` in its index is unknown: `Vec<u8>` is not one that can be indexed: \
          use text, an integer, a `bool`, a float, a time, a decimal, a UUID, `[u8; N]`, or a newtype of these or an enum \
          with codes by `#[derive(KeyPart)]`, or use the JSON that a program prints from \
          `Row::SCHEMA.to_json()` (feature `description`)"
        ]
    );
}

#[test]
fn the_tables_of_indexes_follow_that_of_their_rows() {
    let reader = "#[derive(HTable)] #[table(\"DLQX:MAIL_BOXES\")] #[family(\"D1\")]
        struct Sender { #[rowkey] id: String, sender: String }
        #[derive(HTable)] #[table(\"DLQX:CALL_RECORD\")] #[family(\"D1\")]
        struct Call { #[rowkey] id: String, #[index(\"DLQX:CALL_BY_PEER\")] peer: String }";
    let declared = declared(&tables(&format!("{MAILS}{reader}"))).unwrap();
    let line = |table: &DeclaredTable| {
        let (name, rows) = (table.name(), table.rows.join(" "));
        format!("{name}: {} ({rows})", table.described())
    };
    assert_eq!(
        declared.iter().map(line).collect::<Vec<_>>(),
        [
            "DLQX:MAIL_BOXES: the table of `Mail` and `Sender` (Mail Sender)",
            "DLQX:INDEX_STATES: the states of the indexes of namespace DLQX (Mail Sender Call)",
            "DLQX:MAIL_BY_SENDER: the index of DLQX:MAIL_BOXES by sender (Mail Sender)",
            "MAILS:MAIL_BY_SIZE: the index of DLQX:MAIL_BOXES by size (Mail Sender)",
            "DLQX:CALL_RECORD: the table of `Call` (Call)",
            "DLQX:CALL_BY_PEER: the index of DLQX:CALL_RECORD by peer (Call)",
        ]
    );
    assert_eq!(declared[0].indexed_families(), ["D1", "D2"]);
    assert!(matches!(declared[1].content, DeclaredContent::IndexStates));
    let script = text::shell(&declared[3]).unwrap().script;
    assert_eq!(
        script.lines().collect::<Vec<_>>(),
        [
            "# Creates MAILS:MAIL_BY_SIZE, the index of DLQX:MAIL_BOXES by size, as structs Mail, Sender declare it together.",
            "# Generated from the sources: change the struct instead.",
            "begin; create_namespace 'MAILS'; rescue StandardError => e; raise unless e.message.include?('already exists'); end",
            "create 'MAILS:MAIL_BY_SIZE', {NAME => 'E', VERSIONS => 1, TTL => 2147483647}",
        ]
    );
}

#[test]
fn a_table_is_that_of_one_index() {
    for (name, other) in [
        (
            "DLQX:MAIL_BY_SENDER",
            "the index of DLQX:MAIL_BOXES by sender, and the index of DLQX:CALL_RECORD by peer",
        ),
        (
            "DLQX:MAIL_BOXES",
            "the table of `Mail`, and the index of DLQX:CALL_RECORD by peer",
        ),
    ] {
        let call = format!(
            "#[derive(HTable)] #[table(\"DLQX:CALL_RECORD\")] #[family(\"D1\")]
             struct Call {{ #[rowkey] id: String, #[index(\"{name}\")] peer: String }}"
        );
        let error = declared(&tables(&format!("{MAILS}{call}"))).unwrap_err();
        assert_eq!(
            error.to_string(),
            format!("the table {name} is {other}: give each index its own table")
        );
    }
}

#[test]
fn structs_of_one_table_have_the_same_indexes_or_none() {
    let other = "#[derive(HTable)] #[table(\"DLQX:MAIL_BOXES\")] #[family(\"D1\")]
        struct Sent { #[rowkey] id: String, #[index(\"DLQX:MAIL_BY_TIME\")] sent: u64 }";
    let error = declared(&tables(&format!("{MAILS}{other}"))).unwrap_err();
    assert_eq!(
        error.to_string(),
        "structs of the table DLQX:MAIL_BOXES have different indexes: DLQX:MAIL_BY_SENDER, MAILS:MAIL_BY_SIZE in \
         `Mail`, and DLQX:MAIL_BY_TIME in `Sent`: rows that one of them writes lack the entries of the others, \
         so declare the same indexes in each struct that writes, and none in one that only reads"
    );
}

#[test]
fn a_build_script_writes_a_script_for_each_table() {
    let folder = files(&[("src/lib.rs", MAILS)]);
    let files = Generate::new().source(folder.path()).files().unwrap();
    let names: Vec<_> = files.iter().map(|file| &*file.name).collect();
    assert_eq!(
        names,
        [
            "DLQX.INDEX_STATES.rb",
            "DLQX.MAIL_BOXES.rb",
            "DLQX.MAIL_BY_SENDER.rb",
            "MAILS.MAIL_BY_SIZE.rb",
            "schema.json",
            "schema.md"
        ]
    );
    assert!(
        files[0]
            .content
            .contains("begin; create 'DLQX:INDEX_STATES'")
    );
}
