//! The examples' tables, from their sources.

use std::fs;
use std::path::{Path, PathBuf};

use hbase_model::{Ddl, DescribedTable};

use crate::{assert_same, create, diff, live};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples")
}

/// Each example with its tables.
fn examples() -> Vec<(String, Vec<DescribedTable>)> {
    let entries = fs::read_dir(root()).expect("the examples");
    let paths = entries.map(|entry| entry.expect("a file").path());
    let mut sources: Vec<_> = paths
        .filter(|path| path.extension().is_some_and(|end| end == "rs"))
        .collect();
    sources.sort();
    let read = |path: PathBuf| {
        let name = path.file_stem().unwrap_or_default().to_string_lossy();
        let tables = hbase_schema_build::read(&path);
        let tables = tables.unwrap_or_else(|error| panic!("{error}"));
        assert!(!tables.is_empty(), "{name}: no table");
        (name.into_owned(), tables)
    };
    sources.into_iter().map(read).collect()
}

/// The shell runs every statement, and the server describes the declared table. Two structs of one table (its
/// old and new keys) have one statement.
#[tokio::test]
async fn every_statement_makes_the_declared_table() {
    let all: Vec<_> = examples()
        .into_iter()
        .flat_map(|(_, tables)| tables)
        .collect();
    let mut tables = Vec::new();
    for table in &all {
        if !tables.contains(&table.descriptor) {
            tables.push(table.descriptor.clone());
        }
    }
    assert!(tables.len() >= 12, "{}", tables.len());
    create("examples", &tables).await;
    for table in &all {
        let live = live(&table.descriptor.name).await;
        assert_same(&table.descriptor, &live);
        let diff = diff(&table.descriptor, Some(&table.key), &live);
        assert!(diff.is_empty() && diff.not_checked.is_empty(), "{diff:?}");
    }
}

/// Examples that print `T::DDL` print it first: it equals the text generated from the sources.
#[test]
fn statements_from_sources_are_those_of_the_structs() {
    let mut compared = 0;
    for (name, tables) in examples() {
        let source = fs::read_to_string(root().join(format!("{name}.rs"))).expect("a source");
        if !source.contains("::DDL") {
            continue;
        }
        let snapshot = root().join(format!("tests/snapshots/{name}.txt"));
        let printed = fs::read_to_string(snapshot).expect("what it prints");
        let ddl = Ddl::of(&tables[0].descriptor).expect("good splits");
        assert!(printed.starts_with(&format!("{ddl}\n")), "{name}: {ddl}");
        compared += 1;
    }
    assert!(compared >= 3, "{compared}");
}
