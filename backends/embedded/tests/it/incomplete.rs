//! An incomplete copy of a store is an error, and loses nothing.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use hbase_backend::{Backend, Error, Get, Mutation};
use hbase_model::{FamilyDescriptor, TableDescriptor, TableName};
use hbase_schema_embedded::{Embedded, Options};

use crate::{scratch, soon};

const TABLES: [TableName; 2] = [
    TableName::from_static("default", "FIRST"),
    TableName::from_static("default", "SECOND"),
];
const ROWS: u32 = 50;

async fn open(dir: &Path) -> hbase_backend::Result<Embedded> {
    Embedded::open(dir, Options::default()).await
}

async fn write(db: &Embedded, table: &TableName) {
    for number in 0..ROWS {
        let mut put = Mutation::new(number.to_be_bytes());
        put.put_at(b"f", b"q", 1, &[7; 100]).unwrap();
        put.put_at(b"g", b"q", 1, &[8; 100]).unwrap();
        db.mutate(table, put, soon()).await.unwrap();
    }
}

async fn is_whole(db: &Embedded) -> bool {
    let mut found = 0;
    for table in &TABLES {
        for number in 0..ROWS {
            let get = Get::new(number.to_be_bytes());
            let row = db.get(table, &get, soon()).await;
            let row = row.ok().flatten();
            let is_whole = |row: &hbase_backend::Row| row.cells().count() == 2;
            found += u32::from(row.as_ref().is_some_and(is_whole));
        }
    }
    found == ROWS * 2
}

/// A store of two tables, the first of which was flushed, as a kill leaves it, or after its close.
async fn written(is_closed: bool) -> tempfile::TempDir {
    let (dir, copy) = (scratch::dir(), scratch::dir());
    let db = open(dir.path()).await.unwrap();
    for name in TABLES {
        let mut table = TableDescriptor::new(name.clone());
        table.families = vec![FamilyDescriptor::new("f"), FamilyDescriptor::new("g")].into();
        db.create_table(&table, soon()).await.unwrap();
        write(&db, &name).await;
        if name == TABLES[0] {
            db.flush(&name, soon()).await.unwrap();
        }
    }
    if is_closed {
        db.close(soon()).await.unwrap();
    }
    scratch::copy(dir.path(), copy.path());
    copy
}

/// All files and folders in `dir`, with the bytes of files; without the lists of a keyspace's files
/// but the current one, which the engine removes.
fn contents(dir: &Path) -> BTreeMap<PathBuf, Option<Vec<u8>>> {
    let mut found = BTreeMap::new();
    let mut folders = vec![PathBuf::new()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(dir.join(&folder)).unwrap() {
            let path = folder.join(entry.unwrap().file_name());
            let whole = dir.join(&path);
            let bytes = whole.is_file().then(|| fs::read(&whole).unwrap());
            if bytes.is_none() {
                folders.push(path.clone());
            }
            if !is_superseded(&whole) {
                found.insert(path, bytes);
            }
        }
    }
    found
}

fn is_superseded(path: &Path) -> bool {
    let Ok(current) = fs::read(path.with_file_name("current")) else {
        return false;
    };
    let name = path.file_name().unwrap().to_str().unwrap();
    let number = u64::from_le_bytes(*current.first_chunk().unwrap());
    let list = name.strip_prefix('v').and_then(|list| list.parse().ok());
    list.is_some_and(|list: u64| list != number)
}

/// Moves the file or folder `path` of a store elsewhere, opens the store, and moves it back.
async fn check_without(store: &Path, path: &Path, is_closed: bool) {
    let name = path.display();
    let (copy, elsewhere) = (scratch::dir(), scratch::dir());
    scratch::copy(store, copy.path());
    let (part, moved) = (copy.path().join(path), elsewhere.path().join("moved"));
    fs::rename(&part, &moved).unwrap();
    let before = is_closed.then(|| contents(copy.path()));
    let error = match open(copy.path()).await {
        Ok(db) => return assert!(is_whole(&db).await, "{name}"),
        Err(error) => error,
    };
    assert!(matches!(error, Error::Corrupt { .. }), "{name}: {error}");
    let error = error.to_string();
    assert!(error.contains(copy.path().to_str().unwrap()), "{error}");
    let is_format = path == Path::new("FORMAT");
    assert!(is_format || error.contains("backup"), "{name}: {error}");
    // A loss that only the catalog shows is found once the store is open, and its files may be merged
    // meanwhile.
    let is_opened = error.contains("the catalog names");
    if let Some(before) = before.filter(|_| !is_opened) {
        let after = contents(copy.path());
        for (other, bytes) in &before {
            let other_name = other.display();
            assert!(
                after.get(other) == Some(bytes),
                "{name}: {other_name} changed"
            );
        }
    }
    if part.is_dir() {
        // The engine creates an empty folder of tables.
        fs::remove_dir(&part).unwrap();
    }
    fs::rename(&moved, &part).unwrap();
    let db = open(copy.path()).await;
    let db = db.unwrap_or_else(|error| panic!("{name} is back: {error}"));
    assert!(is_whole(&db).await, "{name} is back");
}

#[tokio::test]
async fn a_store_without_one_of_its_files_is_whole_or_rejected_as_it_is() {
    for is_closed in [true, false] {
        let store = written(is_closed).await;
        for path in contents(store.path()).keys() {
            check_without(store.path(), path, is_closed).await;
        }
    }
}

#[tokio::test]
async fn a_closed_store_without_any_keyspace_is_not_a_new_one() {
    let store = written(true).await;
    let keyspaces = store.path().join("data/keyspaces");
    fs::remove_dir_all(&keyspaces).unwrap();
    fs::create_dir(&keyspaces).unwrap();
    let error = open(store.path()).await.unwrap_err();
    assert!(matches!(error, Error::Corrupt { .. }), "{error}");
    assert_eq!(fs::read_dir(&keyspaces).unwrap().count(), 0);
}

/// Cuts each file of a closed store, to nothing, to a byte and to half of it.
#[tokio::test]
async fn a_store_with_a_cut_file_is_whole_or_rejected() {
    let store = written(true).await;
    for (path, bytes) in contents(store.path()) {
        let length = bytes.map_or(0, |bytes| bytes.len());
        for cut in [0, 1, length / 2].into_iter().filter(|cut| *cut < length) {
            let copy = scratch::dir();
            scratch::copy(store.path(), copy.path());
            let file = fs::OpenOptions::new()
                .write(true)
                .open(copy.path().join(&path))
                .unwrap();
            file.set_len(cut as u64).unwrap();
            let name = format!("{} cut to {cut} bytes", path.display());
            match open(copy.path()).await {
                Ok(db) => assert!(is_whole(&db).await, "{name}"),
                Err(error) => {
                    assert!(matches!(error, Error::Corrupt { .. }), "{name}: {error}");
                    let error = error.to_string();
                    let is_named = error.contains(copy.path().to_str().unwrap());
                    let is_format = path == Path::new("FORMAT");
                    assert!(is_named, "{name}: {error}");
                    assert!(is_format || error.contains("backup"), "{name}: {error}");
                }
            }
        }
    }
}
