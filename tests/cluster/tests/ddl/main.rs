//! Declared tables and a real `HBase`: what its shell makes of the statements, what the server
//! describes then, and whether the two are compared and brought together rightly.

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

use hbase_model::ddl::{Ddl, SplitsFile};
use hbase_model::diff::{Coverage, Declared, TableDiff, compare};
use hbase_model::{Backend, Error, KeyLayout, TableDescriptor, TableName};
use hbase_schema_cluster_tests::{Oracle, Place, assert_same, soon};

fn oracle() -> Arc<dyn Backend> {
    Oracle::shared()
}

/// The table as the server describes it.
async fn live(name: &TableName) -> TableDescriptor {
    let described = oracle().describe_table(name, soon()).await;
    described.unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// Runs commands in the shell of `HBase`, started where the files of splits lie.
fn shell(name: &str, commands: &str, files: &[SplitsFile]) -> String {
    let place = Place::find().expect("a running HBase");
    let directory = place.directory().join(name);
    fs::create_dir_all(&directory).expect("a directory");
    for file in files {
        fs::write(directory.join(&file.name), &file.content).expect("a file of splits");
    }
    let printed = place.shell(name, commands);
    printed.unwrap_or_else(|problem| panic!("{problem}"))
}

/// The namespace of tables that several tests make.
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
        // Tables of one namespace need it once.
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
