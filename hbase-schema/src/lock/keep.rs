//! The generated test, which keeps the lock file.

use std::fs;
use std::path::Path;

use hbase_model::lock::{LockFile, TableFacts};

use super::contradiction::contradictions;
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
    let stays = |found: &[String]| format!("{STAYS}\n\n{}\n", found.join("\n\n"));
    let contradictions = contradictions(structs, &facts);
    if !contradictions.is_empty() {
        return Err(stays(&contradictions));
    }
    let updated = lock.updated(&facts).map_err(|changes| stays(&changes))?;
    let text = updated.to_string();
    if text == before {
        return Ok(());
    }
    // A file that is renamed is complete, whenever the process ends.
    let new = path.with_extension("lock.new");
    fs::write(&new, text).map_err(|error| fail("write", error))?;
    fs::rename(&new, path).map_err(|error| fail("write", error))
}

/// What the command looks for in the output of the test.
const STAYS: &str = "hbase.lock stays as it is:";

#[cfg(test)]
mod tests {
    use hbase_model::{FamilyDescriptor, TableDescriptor, TableName};

    use super::*;

    fn schema(families: &[&'static str]) -> &'static TableSchema {
        let mut table = TableDescriptor::new(TableName::from_static("SHOP", "STOCK"));
        table.families = families
            .iter()
            .map(|name| FamilyDescriptor::new(name))
            .collect();
        let table = Box::leak(Box::new(table));
        let key = crate::stand_in::LAYOUT;
        Box::leak(Box::new(TableSchema::new("Stock", table, key, &[], None)))
    }

    #[test]
    fn a_lock_is_not_written_where_structs_contradict_each_other() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("hbase.lock");
        fs::write(&path, "").expect("a file");
        let one = schema(&["D1"]);
        let mut table = one.table.clone();
        let families = [2, 3].map(|versions| {
            let mut family = FamilyDescriptor::new("D1");
            family.versions = Some(versions);
            table.families = vec![family].into();
            let table = Box::leak(Box::new(table.clone()));
            let key = crate::stand_in::LAYOUT;
            &*Box::leak(Box::new(TableSchema::new("Stock", table, key, &[], None)))
        });
        let error = write(&path, &families).expect_err("a contradiction");
        let expected =
            "versions D1 of `Stock` is 2, and versions D1 of `Stock` is 3: structs of one table";
        assert!(error.contains(expected), "{error}");
        assert_eq!(fs::read_to_string(&path).expect("a file"), "");
    }

    #[test]
    fn a_lock_is_written_where_nothing_needs_an_exception() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("hbase.lock");
        let read = || fs::read_to_string(&path).expect("a file");
        fs::write(&path, "").expect("a file");
        write(&path, &[schema(&["D1", "D2"])]).expect("it is written");
        let first = read();
        assert!(first.contains("SHOP:STOCK family D2 "), "{first}");
        // The same once more, then without a family.
        write(&path, &[schema(&["D1", "D2"])]).expect("nothing changes");
        assert_eq!(read(), first);
        let error = write(&path, &[schema(&["D1"])]).expect_err("a family is gone");
        assert!(error.starts_with("hbase.lock stays as it is"), "{error}");
        assert_eq!(read(), first);
        let others = fs::read_dir(folder.path()).expect("a folder").count();
        assert_eq!(others, 1, "only the lock");
    }
}
