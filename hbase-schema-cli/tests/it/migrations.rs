//! Each row of the table in `docs/src/migrations.md`, by `lock --check` and by `diff --before`: neither is silent.
//!
//! A row is a folder in `tests/fixtures/migrations`, with the struct before the change and after it. The first line of both is the
//! first cell of the row. `tests/fixtures/live_migrations.rs` tries the same structs on live tables.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use hbase_model::DescribedTable;
use hbase_model::lock::{LockFile, TableFacts};
use serde_json::Value;

/// A change that the page describes.
struct Case {
    /// The first cell of its row.
    change: String,
    before: PathBuf,
    after: PathBuf,
}

#[test]
fn each_row_of_the_page_has_a_case() {
    let page: BTreeSet<String> = rows().into_iter().map(|row| row.change).collect();
    let cases: BTreeSet<String> = cases().into_iter().map(|case| case.change).collect();
    assert_eq!(page, cases);
}

#[test]
fn lock_check_reports_each_row_with_the_class_of_the_page() {
    for (row, case) in rows_with_cases() {
        let directory = tempfile::tempdir().unwrap();
        write_crate(directory.path(), &case);
        let found = run(&["lock", "--check", "--json"], &[directory.path()]);
        let changes = changes_of(&found, "changes");
        let classes = changes.iter().filter_map(|change| change["class"].as_str());
        let classes: BTreeSet<&str> = classes.collect();
        let expected: BTreeSet<&str> = row.classes.iter().map(String::as_str).collect();
        assert!(
            !changes.is_empty() && !classes.is_disjoint(&expected),
            "{}: {found:#}",
            row.change
        );
    }
}

#[test]
fn diff_before_reports_each_row() {
    for (row, case) in rows_with_cases() {
        let directory = tempfile::tempdir().unwrap();
        let url = format!("embedded:{}", directory.path().join("store").display());
        run(&["apply", "--json", "--url", &url], &[&case.before]);
        let before = case.before.to_str().unwrap();
        let arguments = ["diff", "--json", "--url", &url, "--before", before];
        let found = run(&arguments, &[&case.after]);
        let differences = changes_of(&found, "differences");
        let changes = changes_of(&found, "changes");
        assert!(
            differences.len() + changes.len() > 0,
            "{}: {found:#}",
            row.change
        );
        // A source that did not change has no changes.
        let found = run(
            &["diff", "--json", "--url", &url, "--before", before],
            &[&case.before],
        );
        assert_eq!(changes_of(&found, "differences"), [] as [Value; 0]);
        assert_eq!(changes_of(&found, "changes"), [] as [Value; 0]);
    }
}

/// A row of the page's table.
struct Row {
    change: String,
    /// The classes that its second cell names.
    classes: Vec<String>,
}

/// The rows of the first table after "What may change".
fn rows() -> Vec<Row> {
    let page = workspace().join("docs/src/migrations.md");
    let text = fs::read_to_string(page).unwrap();
    let (_, section) = text.split_once("\n## What may change\n").unwrap();
    let lines = section.lines().skip_while(|line| !line.starts_with('|'));
    let lines = lines.take_while(|line| line.starts_with('|')).skip(2);
    let rows = lines.map(|line| {
        let cells: Vec<&str> = line.trim_matches('|').split(" | ").map(str::trim).collect();
        let classes = cells[1].split(", ").map(str::to_owned).collect();
        Row {
            change: cells[0].to_owned(),
            classes,
        }
    });
    rows.collect()
}

/// All cases, in the order of their folders.
fn cases() -> Vec<Case> {
    let folder = workspace().join("tests/fixtures/migrations");
    let entries = fs::read_dir(folder).unwrap();
    let mut folders: Vec<_> = entries.map(|entry| entry.unwrap().path()).collect();
    folders.sort();
    let cases = folders.iter().map(|folder| {
        let [before, after] = ["before.rs", "after.rs"].map(|file| folder.join(file));
        let changes = [&before, &after].map(|path| first_line(path));
        assert_eq!(changes[0], changes[1], "{}", folder.display());
        let [change, _] = changes;
        Case {
            change,
            before,
            after,
        }
    });
    cases.collect()
}

fn rows_with_cases() -> Vec<(Row, Case)> {
    let mut cases = cases();
    let rows = rows().into_iter().filter_map(|row| {
        let at = cases.iter().position(|case| case.change == row.change)?;
        Some((row, cases.remove(at)))
    });
    let rows: Vec<_> = rows.collect();
    assert!(!rows.is_empty());
    rows
}

fn first_line(path: &Path) -> String {
    let text = fs::read_to_string(path).unwrap();
    let line = text.lines().next().unwrap();
    line.trim_start_matches("//! ").to_owned()
}

/// A crate with the struct after the change, and with the lock of the struct before it.
fn write_crate(directory: &Path, case: &Case) {
    let write = |file: &str, text: &str| fs::write(directory.join(file), text).unwrap();
    fs::create_dir(directory.join("src")).unwrap();
    write(
        "Cargo.toml",
        "[package]\nname = \"shop\"\nedition = \"2024\"\n",
    );
    let after = fs::read_to_string(&case.after).unwrap();
    write(
        "src/lib.rs",
        &format!("{after}\nhbase_schema::lock![Stock];\n"),
    );
    let tables = hbase_schema_build::read(&case.before).unwrap();
    let facts: Vec<TableFacts> = tables.iter().map(DescribedTable::facts).collect();
    let lock = LockFile::default().updated(&facts).unwrap();
    write("hbase.lock", &lock.to_string());
}

/// Runs a command, and returns its result.
fn run(arguments: &[&str], paths: &[&Path]) -> Value {
    let output = Command::new(env!("CARGO_BIN_EXE_hbase-schema"))
        .args(arguments)
        .args(paths)
        .output()
        .unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    let errors = String::from_utf8_lossy(&output.stderr);
    serde_json::from_str(&text).unwrap_or_else(|error| panic!("{error}: {text}{errors}"))
}

/// The members of this name of all tables in a result.
fn changes_of(found: &Value, name: &str) -> Vec<Value> {
    let tables = found["tables"].as_array().unwrap();
    let changes = tables.iter().filter_map(|table| table[name].as_array());
    changes.flatten().cloned().collect()
}

fn workspace() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap()
}
