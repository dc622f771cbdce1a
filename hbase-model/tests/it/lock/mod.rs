//! Locks of layouts.

mod cases;
mod contradictions;
mod exceptions;
mod files;
mod hashed;
mod merges;
mod messages;
mod pairs;
mod reference;
mod reused;
mod times;
mod words;

use hbase_model::TableName;
use hbase_model::lock::{FactWriter, LockFile, TableFacts};

const TABLE: &str = "SHOP:ORDER_BOOK";

/// Facts of the table by their words, with hashes that are right.
fn facts(words: &[&str]) -> TableFacts {
    let lines = words.iter().map(|words| {
        let line = format!("{TABLE} {words}");
        format!("{line} {}\n", hash_of(&line))
    });
    let table = TableName::parse(TABLE).expect("a name");
    let none = TableFacts::of(&table, |_: &mut FactWriter<'_>| {});
    let facts = TableFacts {
        lines: lines.collect(),
        ..none.clone()
    };
    // Adds the hashes of the lines.
    TableFacts::united(&[none, facts]).remove(0)
}

/// The hash that an error about a wrong one expects.
fn hash_of(line: &str) -> String {
    let error = format!("{line} 0000000000000000").parse::<LockFile>();
    let text = error.expect_err("a wrong hash").to_string();
    let (_, rest) = text.split_once("expected ").expect("the right hash");
    rest[..16].to_owned()
}

fn locked(words: &[&str]) -> LockFile {
    let lock = LockFile::default().updated(&[facts(words)]);
    lock.expect("a new table is free")
}
