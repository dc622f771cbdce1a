use std::fs;
use std::path::{Path, PathBuf};

use fjall::{Database, Keyspace};

use crate::{flush, keyspace, open, open_idle};

/// The first log.
const LOG: &str = "0.jnl";

/// Inverts a byte of a file.
fn damage(path: &Path, offset: usize) {
    let mut bytes = fs::read(path).unwrap();
    bytes[offset] = !bytes[offset];
    fs::write(path, bytes).unwrap();
}

/// A database with a keyspace that has a file; returns the folder of the keyspace.
fn with_file(dir: &Path) -> PathBuf {
    let database = open_idle(dir);
    let keyspace = keyspace(&database, "k");
    for number in 0..300_u32 {
        keyspace.insert(number.to_be_bytes(), "value").unwrap();
    }
    flush(&keyspace);
    keyspace.path().to_path_buf()
}

fn tried(dir: &Path) -> fjall::Result<Database> {
    Database::builder(dir).worker_threads_unchecked(0).open()
}

fn count(keyspace: &Keyspace) -> usize {
    keyspace.iter().count()
}

#[test]
fn a_log_stays_after_all_of_it_is_in_files() {
    let dir = tempfile::tempdir().unwrap();
    let database = open(dir.path());
    let keyspace = keyspace(&database, "k");
    keyspace.insert("a unique key", "1").unwrap();
    keyspace.rotate_memtable_and_wait().unwrap();
    assert_eq!(keyspace.table_count(), 1);
    drop((keyspace, database));
    let log = fs::read(dir.path().join(LOG)).unwrap();
    assert!(log.windows(12).any(|bytes| bytes == b"a unique key"));
}

#[test]
fn damage_in_a_log_drops_all_later_writes_without_an_error() {
    let dir = tempfile::tempdir().unwrap();
    let database = open_idle(dir.path());
    let first = keyspace(&database, "k");
    for key in ["a", "b", "c"] {
        first.insert(key, "1").unwrap();
    }
    drop((first, database));
    damage(&dir.path().join(LOG), 0);
    let database = open_idle(dir.path());
    assert_eq!(count(&keyspace(&database, "k")), 0);
}

#[test]
fn what_an_interrupted_creation_leaves_is_not_opened() {
    let dir = tempfile::tempdir().unwrap();
    drop(open_idle(dir.path()));
    // It is written last.
    fs::remove_file(dir.path().join("version")).unwrap();
    assert!(tried(dir.path()).is_err());
}

#[test]
fn an_incomplete_keyspace_is_deleted_without_an_error() {
    let dir = tempfile::tempdir().unwrap();
    let folder = with_file(dir.path());
    fs::remove_file(folder.join("current")).unwrap();
    let database = open_idle(dir.path());
    assert!(!database.keyspace_exists("k"));
    assert!(!folder.exists());
}

#[test]
fn a_list_of_files_is_not_compared_with_its_checksum() {
    let dir = tempfile::tempdir().unwrap();
    let folder = with_file(dir.path());
    // The list's number is in front of its checksum.
    damage(&folder.join("current"), 8);
    let database = open_idle(dir.path());
    assert_eq!(count(&keyspace(&database, "k")), 300);
}

#[test]
fn a_damaged_file_is_not_named() {
    let dir = tempfile::tempdir().unwrap();
    let folder = with_file(dir.path());
    let tables = fs::read_dir(folder.join("tables")).unwrap();
    let [table] = tables.collect::<Vec<_>>().try_into().unwrap();
    damage(&table.unwrap().path(), 100);
    let database = open_idle(dir.path());
    let read = keyspace(&database, "k");
    let error = read.iter().find_map(|entry| entry.into_inner().err());
    let error = format!("{:?}", error.unwrap());
    assert!(
        error.contains("Checksum") && !error.contains("tables"),
        "{error}"
    );
}

/// The number of the drop is forgotten, so that the creation gets a smaller one.
#[test]
fn a_keyspace_that_is_created_after_a_drop_and_an_opening_is_lost() {
    let dir = tempfile::tempdir().unwrap();
    let database = open_idle(dir.path());
    for name in ["1", "2", "3"] {
        let dropped = keyspace(&database, name);
        database.delete_keyspace(dropped).unwrap();
    }
    drop(database);
    let database = open_idle(dir.path());
    let lost = keyspace(&database, "1");
    lost.insert("a", "1").unwrap();
    flush(&lost);
    drop((lost, database));
    let database = open_idle(dir.path());
    assert!(!database.keyspace_exists("1"));
}

#[test]
fn lists_of_keyspaces_stay_until_the_database_is_opened_again() {
    const KEYSPACES: usize = 20;
    let dir = tempfile::tempdir().unwrap();
    let lists = || {
        let entries = fs::read_dir(dir.path().join("keyspaces/0")).unwrap();
        let names = entries.map(|entry| entry.unwrap().file_name());
        names
            .filter(|name| name.as_encoded_bytes().starts_with(b"v"))
            .count()
    };
    let database = open_idle(dir.path());
    (0..KEYSPACES).for_each(|number| drop(keyspace(&database, &number.to_string())));
    assert!(lists() >= KEYSPACES, "{}", lists());
    drop(database);
    drop(open_idle(dir.path()));
    assert_eq!(lists(), 1);
}
