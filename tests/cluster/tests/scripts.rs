//! The scripts that a build writes, run in the real shell.

use std::fs;
use std::path::Path;

use hbase_model::{TableDescriptor, TableName};
use hbase_schema_build::{DeclaredTable, Generate, declared, read};
use hbase_schema_cluster_tests::{Cluster, Oracle, assert_same, soon};

/// Tables declared by hand; one has more split points than fit in a statement.
const TABLES: &str = concat!(
    env!("CARGO_MANIFEST_DIR"),
    "/../../hbase-schema-build/tests/tables/hand.rs"
);

/// The scripts' directory below the cluster's.
const FOLDER: &str = "scripts";

/// The script of each table creates its namespace, which exists for all but the first.
#[tokio::test]
async fn every_script_makes_its_table() {
    let directory = Cluster::from_env()
        .expect("a running HBase")
        .directory()
        .join(FOLDER);
    Generate::new()
        .source(TABLES)
        .out(&directory)
        .write()
        .expect("the scripts");
    let described = read(TABLES).expect("the tables");
    assert!(described.len() >= 10, "{}", described.len());
    // Tables that several structs declare together, and the tables of the indexes.
    let tables = declared(&described).expect("declarations without contradictions");
    run_all(&directory, &tables);
    for table in &tables {
        assert_there(&table.table).await;
    }
}

/// In one shell, which takes seconds to start; tables of the same names are dropped first.
fn run_all(directory: &Path, tables: &[DeclaredTable]) {
    let entries = fs::read_dir(directory).expect("the folder");
    let mut scripts: Vec<_> = entries
        .map(|entry| entry.expect("a file").path())
        .filter(|path| path.extension().is_some_and(|end| end == "rb"))
        .collect();
    scripts.sort();
    let texts = scripts
        .iter()
        .map(|path| fs::read_to_string(path).expect("a script"));
    let dropped: String = tables
        .iter()
        .map(|table| drop_table(table.name()))
        .collect();
    let all = dropped + &texts.collect::<String>();
    let cluster = Cluster::from_env().expect("a running HBase");
    let printed = cluster.shell(FOLDER, &all);
    printed.unwrap_or_else(|error| panic!("{error}"));
}

fn drop_table(name: &TableName) -> String {
    format!("if exists '{name}'\n  disable '{name}' if is_enabled '{name}'\n  drop '{name}'\nend\n")
}

/// The server has every declared attribute, and the splits.
async fn assert_there(declared: &TableDescriptor) {
    let name = &declared.name;
    let live = Oracle::shared().describe_table(name, soon()).await;
    assert_same(
        declared,
        &live.unwrap_or_else(|error| panic!("{name}: {error}")),
    );
}
