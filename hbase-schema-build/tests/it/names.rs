//! Names in statements of other systems: distinct from each other, and never on separate lines.

use hbase_schema_build::declared;
use hbase_schema_build::text::{self, KeyMapping};

use crate::support::tables;

/// A table with this key and this additional field.
fn table(options: &str, fields: &str) -> hbase_schema_build::DescribedTable {
    let text = format!(
        "#[derive(HTable)] #[table(\"NS:T\", naming = hbase)] {options} #[family(\"f\")]
         struct Row {{ {fields} }}"
    );
    tables(&text).remove(0)
}

#[test]
fn the_key_steps_aside_for_a_field() {
    let table = table("", "#[rowkey] id: String, Row_Key: u8, row_key_: u8");
    let statement = text::hive(&table, KeyMapping::Whole).unwrap();
    assert!(
        statement.contains("(\n  `row_key__` STRING,\n  `row_key` TINYINT,"),
        "{statement}"
    );
}

#[test]
fn the_salt_steps_aside_for_a_part() {
    let binary = table(
        "#[rowkey(salt = buckets(4))]",
        "#[rowkey(salt)] salt: u32, v: u8",
    );
    let statement = text::phoenix(&binary, KeyMapping::Parts).unwrap();
    assert!(
        statement.contains("PRIMARY KEY (\"salt_\", \"salt\")"),
        "{statement}"
    );
    let separated = table(
        "#[rowkey(salt = buckets(4), separator = \"_\")]",
        "#[rowkey(salt)] Salt: String, v: u8",
    );
    let statement = text::hive(&separated, KeyMapping::Parts).unwrap();
    assert!(
        statement.contains("STRUCT<`salt_`:STRING, `Salt`:STRING>"),
        "{statement}"
    );
}

#[test]
fn parts_that_hive_takes_for_one_are_refused() {
    let table = table(
        "#[rowkey(separator = \"_\")]",
        "#[rowkey] Phone: String, #[rowkey] phone: String, v: u8",
    );
    let error = text::hive(&table, KeyMapping::Parts)
        .unwrap_err()
        .to_string();
    assert_eq!(
        error,
        "Hive cannot express table NS:T:\n  `phone`: another part has the same name in lower case, and \
         Hive ignores case: rename it, or map the key as a whole"
    );
    assert!(text::hive(&table, KeyMapping::Whole).is_ok());
}

/// Text after a line break in a comment would be a statement.
#[test]
fn no_name_ends_its_line() {
    let mut table = table(
        "",
        "#[rowkey] id: u64, #[column(\"a\\nDROP TABLE t;\")] v: u8",
    );
    table.row = "Row\nexit".to_owned();
    let broken = "the column f:a\\x0ADROP TABLE t; ";
    for statement in [text::hive, text::phoenix] {
        let error = statement(&table, KeyMapping::Parts)
            .unwrap_err()
            .to_string();
        assert!(error.contains(broken), "{error}");
        assert_eq!(error.lines().count(), 2, "{error}");
    }
    table.columns.clear();
    let head = text::shell(&declared(&[table.clone()]).unwrap()[0])
        .unwrap()
        .script;
    for text in [
        text::hive(&table, KeyMapping::Whole).unwrap(),
        text::phoenix(&table, KeyMapping::Whole).unwrap(),
        head,
    ] {
        assert!(text.contains("struct Row\\nexit "), "{text}");
    }
}

#[test]
fn quotes_in_names_are_refused() {
    let mut table = table("", "#[rowkey] id: u64, v: u8");
    table.columns[0].field = "a` INT, `b".to_owned();
    table.columns[0].family = "f\"".to_owned();
    for statement in [text::hive, text::phoenix] {
        assert!(statement(&table, KeyMapping::Parts).is_err());
    }
}
