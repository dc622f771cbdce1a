//! Declared tables and a real `HBase`: tables created by statements in its shell, as the server describes them,
//! and the comparison of both.

#![allow(
    missing_docs,
    reason = "the derive makes public items of the tests' tables"
)]

mod altered;
mod applied;
mod by_hand;
mod examples;
mod gateway;
mod sink;

use std::fs;
use std::sync::Arc;

use hbase_backend::{Backend, Error};
use hbase_model::ddl::{Ddl, SplitsFile};
use hbase_model::diff::{Coverage, Declared, TableDiff, compare};
use hbase_model::{KeyLayout, TableDescriptor, TableName};
use hbase_schema_cluster_tests::{Cluster, Oracle, assert_same, soon};

fn oracle() -> Arc<dyn Backend> {
    Oracle::shared()
}

/// The table as the server describes it.
async fn live(name: &TableName) -> TableDescriptor {
    let described = oracle().describe_table(name, soon()).await;
    described.unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// Runs commands in `HBase`'s shell, in the directory of the split files.
fn shell(name: &str, commands: &str, files: &[SplitsFile]) -> String {
    let cluster = Cluster::from_env().expect("a running HBase");
    let directory = cluster.directory().join(name);
    fs::create_dir_all(&directory).expect("a directory");
    for file in files {
        fs::write(directory.join(&file.name), &file.content).expect("a file of splits");
    }
    let printed = cluster.shell(name, commands);
    printed.unwrap_or_else(|error| panic!("{error}"))
}

/// The namespace of tables that several tests create.
const SHARED: &str = "DDLTEST";

async fn ensure_shared_namespace() {
    match oracle().create_namespace(SHARED, soon()).await {
        Ok(()) | Err(Error::NamespaceExists { .. }) => {}
        Err(error) => panic!("{error}"),
    }
}

/// Creates tables by their statements, in one shell.
async fn create(name: &str, tables: &[TableDescriptor]) {
    ensure_shared_namespace().await;
    let mut commands: Vec<String> = Vec::new();
    let mut files = Vec::new();
    for table in tables {
        let ddl = Ddl::of(table).expect("good splits");
        let namespace = ddl
            .create_namespace
            .filter(|_| table.name.namespace() != SHARED);
        // A namespace is created once for all its tables.
        commands.extend(namespace.filter(|statement| !commands.contains(statement)));
        commands.push(ddl.create);
        files.extend(ddl.splits_file);
    }
    shell(name, &commands.join("\n"), &files);
}

/// The same table under another name.
fn renamed(table: &TableDescriptor, name: &str) -> TableDescriptor {
    TableDescriptor {
        name: TableName::parse(name).expect("a good name"),
        ..table.clone()
    }
}

fn diff(declared: &TableDescriptor, key: Option<&KeyLayout>, live: &TableDescriptor) -> TableDiff {
    let declared = Declared {
        table: declared,
        key,
    };
    compare(declared, Some(live), Coverage::Full).expect("good splits")
}
