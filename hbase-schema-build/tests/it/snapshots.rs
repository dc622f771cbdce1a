//! Every text of the tables in `tables/hand.rs`, compared with `snapshots/`: `BLESS=1 cargo test` writes the current
//! texts.

use std::fs;
use std::path::{Path, PathBuf};

use hbase_schema_build::text::{self, KeyMapping, Unsupported};
use hbase_schema_build::{DescribedTable, declared, read};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests")
}

fn tables() -> Vec<DescribedTable> {
    read(folder().join("tables/hand.rs")).unwrap_or_else(|error| panic!("{error}"))
}

fn check(name: &str, now: &str) {
    let path = folder().join("snapshots").join(name);
    if std::env::var_os("BLESS").is_some() {
        fs::write(path, now).unwrap();
        return;
    }
    let stored = fs::read_to_string(path).unwrap_or_default();
    assert!(
        now == stored,
        "`{name}` is another: see it by `BLESS=1 cargo test`\n{now}"
    );
}

#[test]
fn scripts_of_the_shell() {
    let tables = declared(&tables()).unwrap();
    let scripts = tables.iter().map(|table| {
        let shell = text::shell(table).unwrap();
        let splits = shell.splits_file.map_or_else(String::new, |file| {
            let lines: Vec<_> = file.content.lines().collect();
            let (first, last) = (lines[0], lines[lines.len() - 1]);
            format!(
                "=== {}: {} lines, {first} to {last}\n",
                file.name,
                lines.len()
            )
        });
        format!("{}{splits}\n", shell.script)
    });
    check("shell.rb", &scripts.collect::<String>());
}

#[test]
fn json() {
    check("schema.json", &text::json(&tables()));
}

#[test]
fn page() {
    check("schema.md", &text::markdown(&tables()).unwrap());
}

/// Every statement, or why it is unsupported; statements of whole keys always exist.
fn statements(of: fn(&DescribedTable, KeyMapping) -> Result<String, Unsupported>) -> String {
    let all = tables().into_iter().map(|table| {
        let whole = of(&table, KeyMapping::Whole).unwrap_or_else(|error| panic!("{error}"));
        match of(&table, KeyMapping::Parts) {
            Ok(statement) => format!("{statement}\n"),
            Err(error) => format!("{error}\n\n{whole}\n"),
        }
    });
    all.collect()
}

#[test]
fn hive() {
    check("hive.sql", &statements(text::hive));
}

#[test]
fn phoenix() {
    check("phoenix.sql", &statements(text::phoenix));
}

/// The rule book's own statement, except for the order of attributes, and the quotes of a number.
#[test]
fn user_logs_are_created_as_designed() {
    let designed = "create 'TEST', {NAME => 'INFO', TTL => 31536000, VERSIONS => '400', \
                    COMPRESSION => 'snappy'}, {NUMREGIONS => 16, SPLITALGO => 'HexStringSplit'}";
    let tables = declared(&tables()).unwrap();
    let table = tables.iter().find(|table| table.rows == ["Log"]).unwrap();
    let ours = text::shell(table).unwrap().script;
    let ours = ours.lines().last().unwrap();
    assert_eq!(attributes(ours), attributes(designed));
}

/// The entries of a statement, sorted, in lower case and without quotes.
fn attributes(statement: &str) -> Vec<String> {
    let plain = statement.to_lowercase().replace(['\'', '{', '}'], "");
    let mut entries: Vec<_> = plain.split(", ").map(str::to_owned).collect();
    entries.sort();
    entries
}

#[test]
fn names_that_hive_would_read_otherwise() {
    let text = "
        #[derive(HTable)] #[table(\"t\", naming = hbase)] #[family(\"f\")]
        struct Row { #[rowkey] id: String, #[column(\"a,b\")] a: u8, #[column(\"x.*\")] x: u8,
            #[column(\"a\\\"b\")] q: u8, g_v: u8, #[column(flatten, prefix = \"p\")] g: G }
        #[derive(Columns)] #[columns(naming = hbase)] struct G { v: u8 }";
    let table = &crate::support::tables(text)[0];
    let error = text::hive(table, KeyMapping::Parts).unwrap_err();
    let names: Vec<_> = error.items.iter().map(|item| item.name.as_str()).collect();
    assert_eq!(names, ["a", "x", "q", "g.v"]);
    let error = text::phoenix(table, KeyMapping::Parts).unwrap_err();
    assert!(
        error
            .to_string()
            .starts_with("Phoenix cannot express table t:\n  `q`: ")
    );
}
