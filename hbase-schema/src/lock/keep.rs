//! The generated test, which keeps the lock file.

use std::fs;
use std::path::Path;

use hbase_model::lock::{LockFile, TableFacts};

use crate::schema::TableSchema;

/// Writes the lock of the listed structs to `path` if the variable `HBASE_LOCK` is `write`; otherwise does nothing, since
/// the compiler has compared them. If the variable `HBASE_LOCK_FACTS` names a file, writes their facts to it.
///
/// # Panics
/// If the file cannot be read or written, and for each change that needs an exception: the lock then stays as it is.
pub fn keep(path: &str, structs: &[&'static TableSchema]) {
    if let Some(out) = std::env::var_os("HBASE_LOCK_FACTS")
        && let Err(error) = fs::write(&out, facts_of(structs))
    {
        panic!("cannot write {}: {error}", Path::new(&out).display());
    }
    let variable = std::env::var("HBASE_LOCK").ok();
    if !super::Lock::is_off(variable.as_deref()) {
        return;
    }
    if let Err(message) = write(Path::new(path), structs) {
        panic!("{message}");
    }
}

/// For each struct a line with `struct`, its name, its table and its fingerprint, then the lines of its facts.
fn facts_of(structs: &[&'static TableSchema]) -> String {
    let facts = structs.iter().map(|schema| {
        let TableFacts {
            table,
            lines,
            fingerprint,
        } = schema.facts();
        format!("struct {} {table} {fingerprint:016x}\n{lines}", schema.row)
    });
    facts.collect()
}

fn write(path: &Path, structs: &[&'static TableSchema]) -> Result<(), String> {
    let fail =
        |does: &str, error: std::io::Error| format!("cannot {does} {}: {error}", path.display());
    let before = fs::read_to_string(path).map_err(|error| fail("read", error))?;
    let lock: LockFile = before.parse().map_err(|error| format!("{error}"))?;
    let facts: Vec<TableFacts> = structs.iter().map(|schema| schema.facts()).collect();
    let updated = lock
        .updated(&facts)
        .map_err(|changes| format!("hbase.lock stays as it is:\n\n{}\n", changes.join("\n\n")))?;
    let text = updated.to_string();
    if text == before {
        return Ok(());
    }
    // A file that is renamed is complete, whenever the process ends.
    let new = path.with_extension("lock.new");
    fs::write(&new, text).map_err(|error| fail("write", error))?;
    fs::rename(&new, path).map_err(|error| fail("write", error))
}
