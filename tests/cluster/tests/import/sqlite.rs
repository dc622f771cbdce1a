//! The flights from `SQLite`, by the command.

use std::path::Path;
use std::process::Command;
use std::time::Instant;

use hbase_model::TableName;
use hbase_schema_cluster_tests::{Cluster, built_programs};

/// Imports a table of `SQLite` that is made of the file into the struct's table, which is created.
pub(crate) fn import(csv: &Path, folder: &Path) -> TableName {
    let cluster = Cluster::from_env().expect("a running HBase");
    let tests = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let database = folder.join("flights.db");
    let script = tests.join("flights/to_sqlite.py");
    succeed(Command::new("python3").args([script.as_path(), csv, database.as_path()]));
    std::fs::write(folder.join("map.toml"), "skip = [\"id\"]").unwrap();
    let programs = built_programs(&["--package", "hbase-schema-cli"]).expect("the command");
    let schema = tests.join("../hbase-schema-cli/tests/import/flights.rs");
    let url = format!("hbase://{}", cluster.master);
    let mut command = Command::new(programs.join("hbase-schema"));
    command.current_dir(folder).args(["import", "--create"]);
    command.args(["--to", &url, "--map=map.toml", "--table=Flight"]);
    command.args(["--source-table=flights", "--from=sqlite:flights.db"]);
    let started = Instant::now();
    succeed(command.arg("--schema").arg(&schema));
    println!("SQLite: imported in {:?}", started.elapsed());
    let described = hbase_schema_build::read(&schema).unwrap().remove(0);
    described.descriptor.name
}

fn succeed(command: &mut Command) {
    let output = command.output().unwrap();
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{command:?}: {errors}");
}
