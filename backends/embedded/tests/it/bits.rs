//! One wrong bit anywhere in a store: the result is an error or the right rows, and nothing is lost.
//!
//! `BITS=5000` sets the number of bits (300 by default), `BITS_SEED` repeats the choice of an earlier run.

use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::time::Duration;

use hbase_backend::{Backend, Error, Get, Mutation};
use hbase_model::{FamilyDescriptor, TableDescriptor, TableName};
use hbase_schema_embedded::{Embedded, Options};

use crate::{scratch, soon};

const TABLES: [TableName; 3] = [
    TableName::from_static("default", "FIRST"),
    TableName::from_static("default", "SECOND"),
    TableName::from_static("default", "THIRD"),
];
const ROWS: u32 = 40;

fn number(name: &str, default: u64) -> u64 {
    std::env::var(name).map_or(default, |text| text.parse().expect("a number"))
}

async fn open(dir: &Path) -> hbase_backend::Result<Embedded> {
    Embedded::open(dir, Options::default()).await
}

fn value(row: u32, turn: u8) -> Vec<u8> {
    [row.to_be_bytes().as_slice(), &[turn; 60]].concat()
}

async fn write(db: &Embedded, table: &TableName, turn: u8) {
    for row in 0..ROWS {
        let mut put = Mutation::new(row.to_be_bytes());
        let value = value(row, turn);
        put.put(b"f", b"q", &value).unwrap();
        put.put(b"g", b"q", &value).unwrap();
        db.mutate(table, put, soon()).await.unwrap();
    }
}

/// Every row is written three times: the values of the first table are in merged files, those of the second in
/// several files, those of the third only in the log if the store is not closed.
async fn written(is_closed: bool) -> tempfile::TempDir {
    let dir = scratch::dir();
    let db = open(dir.path()).await.unwrap();
    for name in &TABLES {
        let mut table = TableDescriptor::new(name.clone());
        table.families = vec![FamilyDescriptor::new("f"), FamilyDescriptor::new("g")].into();
        db.create_table(&table, soon()).await.unwrap();
    }
    for turn in 1..=3 {
        for name in &TABLES {
            write(&db, name, turn).await;
            if turn < 3 && *name != TABLES[2] {
                db.flush(name, soon()).await.unwrap();
            }
        }
    }
    db.major_compact(&TABLES[0], soon()).await.unwrap();
    if is_closed {
        db.close(soon()).await.unwrap();
    }
    copied(dir.path())
}

/// A copy of a store that may be open: its merges may remove a file meanwhile.
fn copied(dir: &Path) -> tempfile::TempDir {
    for _ in 0..20 {
        let copy = scratch::dir();
        let copying = AssertUnwindSafe(|| scratch::copy(dir, copy.path()));
        if catch_unwind(copying).is_ok() {
            return copy;
        }
        std::thread::sleep(Duration::from_millis(100));
    }
    panic!("no whole copy of {}", dir.display());
}

/// The same store after its log was trimmed, and written to.
async fn trimmed() -> tempfile::TempDir {
    let store = written(false).await;
    let db = open(store.path()).await.unwrap();
    for table in &TABLES {
        db.flush(table, soon()).await.unwrap();
    }
    db.close(soon()).await.unwrap();
    let db = open(store.path()).await.unwrap();
    write(&db, &TABLES[2], 3).await;
    copied(store.path())
}

/// Reads all rows; the number of errors.
///
/// # Panics
/// For a row that is missing or has another value.
async fn errors_of_rows(db: &Embedded) -> usize {
    let mut errors = 0;
    for table in &TABLES {
        for row in 0..ROWS {
            match db.get(table, &Get::new(row.to_be_bytes()), soon()).await {
                Ok(Some(found)) => {
                    let cells: Vec<_> = found.cells().map(|cell| cell.value.to_vec()).collect();
                    assert_eq!(cells, [value(row, 3), value(row, 3)], "{table}, row {row}");
                }
                Ok(None) => panic!("{table} lacks row {row}"),
                Err(Error::Corrupt { .. }) => errors += 1,
                Err(error) => panic!("{table}, row {row}: {error}"),
            }
        }
    }
    errors
}

/// The files that have a byte other than zero, and how many bytes there are up to the last such one.
fn files(dir: &Path) -> Vec<(PathBuf, usize)> {
    let mut found = Vec::new();
    let mut folders = vec![PathBuf::new()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(dir.join(&folder)).unwrap() {
            let path = folder.join(entry.unwrap().file_name());
            if dir.join(&path).is_dir() {
                folders.push(path);
            } else {
                let bytes = fs::read(dir.join(&path)).unwrap();
                let last = bytes.iter().rposition(|byte| *byte != 0);
                found.extend(last.map(|last| (path, last + 1)));
            }
        }
    }
    found.sort();
    found
}

fn flip(path: &Path, bit: usize) {
    let mut bytes = fs::read(path).unwrap();
    bytes[bit / 8] ^= 1 << (bit % 8);
    fs::write(path, bytes).unwrap();
}

/// The directory is that of the written store, with the bit flipped.
async fn check(dir: &Path, file: &Path, bit: usize) -> bool {
    let is_noticed = match open(dir).await {
        Ok(db) => {
            let errors = errors_of_rows(&db).await;
            let closed = db.close(soon()).await;
            errors > 0 || closed.is_err()
        }
        Err(Error::Corrupt { .. } | Error::NewerFormat { .. }) => true,
        Err(error) => panic!("{error}"),
    };
    if is_noticed {
        flip(&dir.join(file), bit);
        let db = open(dir).await.expect("the store as it was");
        assert_eq!(errors_of_rows(&db).await, 0);
    }
    is_noticed
}

#[tokio::test]
async fn one_wrong_bit_is_an_error_or_without_effect() {
    let seed = number("BITS_SEED", fastrand::u64(..));
    let mut random = fastrand::Rng::with_seed(seed);
    let stores = [written(false).await, written(true).await];
    let mut noticed = 0;
    let bits = number("BITS", 300);
    for turn in 0..bits {
        let store = stores[usize::from(turn % 2 == 1)].path();
        let files = files(store);
        let (file, len) = &files[random.usize(..files.len())];
        let bit = random.usize(..len * 8);
        let dir = scratch::dir();
        scratch::copy(store, dir.path());
        flip(&dir.path().join(file), bit);
        println!(
            "BITS_SEED={seed}, turn {turn}: bit {bit} of {} bytes of {}",
            len,
            file.display()
        );
        noticed += u64::from(check(dir.path(), file, bit).await);
    }
    println!("{noticed} of {bits} were noticed");
    assert!(noticed > bits / 3, "{noticed} of {bits}");
}

/// The checksum of a batch of the log does not cover its sequence number. The first batch has no earlier number
/// to compare with; a wrong number must not hide it.
#[tokio::test]
async fn a_wrong_bit_of_the_first_number_of_a_log_is_an_error_or_without_effect() {
    for store in [written(false).await, trimmed().await] {
        check_first_numbers(store.path()).await;
    }
}

async fn check_first_numbers(store: &Path) {
    let mut logs = files(store);
    logs.retain(|(file, _)| file.extension().is_some_and(|e| e == "jnl"));
    assert!(!logs.is_empty());
    for (log, _) in logs {
        for bit in 5 * 8..13 * 8 {
            let dir = scratch::dir();
            scratch::copy(store, dir.path());
            flip(&dir.path().join(&log), bit);
            println!(
                "bit {} of the first number of {}",
                bit - 5 * 8,
                log.display()
            );
            check(dir.path(), &log, bit).await;
        }
    }
}

/// The number of a file's sections determines an allocation before the checksum is compared.
#[tokio::test]
async fn a_wrong_bit_of_a_number_of_sections_is_an_error_that_names_the_file() {
    const TRAILER_PLACE: usize = 16;
    let store = written(true).await;
    let is_table = |(file, _): &(PathBuf, usize)| {
        file.parent()
            .is_some_and(|folder| folder.ends_with("tables"))
    };
    let tables: Vec<_> = files(store.path()).into_iter().filter(is_table).collect();
    assert!(tables.len() > 4, "{tables:?}");
    for (file, _) in tables {
        let bytes = fs::read(store.path().join(&file)).unwrap();
        let place = bytes[bytes.len() - TRAILER_PLACE..].first_chunk().unwrap();
        let number = usize::try_from(u64::from_le_bytes(*place)).unwrap() + b"TOC!".len();
        assert!(bytes[..number].ends_with(b"TOC!"));
        for bit in [0, 1, 9, 20, 31] {
            let dir = scratch::dir();
            scratch::copy(store.path(), dir.path());
            let bit = number * 8 + bit;
            flip(&dir.path().join(&file), bit);
            let error = open(dir.path()).await.expect_err("a damaged file");
            let names_file = error.to_string().contains(&file.display().to_string());
            assert!(names_file, "{}: {error}", file.display());
            assert!(check(dir.path(), &file, bit).await);
        }
    }
}
