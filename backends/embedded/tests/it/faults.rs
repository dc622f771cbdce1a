//! Faults of a store in a directory: another process, damage, a newer format.

use std::fs::{self, OpenOptions};
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use hbase_backend::{Backend, Error, Get, Mutation, Result, Scan};
use hbase_model::{FamilyDescriptor, TableDescriptor, TableName};
use hbase_schema_embedded::{Embedded, Options};

use crate::{scratch, soon};

fn name() -> TableName {
    TableName::new("default", "FAULTS").expect("a name")
}

async fn open(dir: &Path) -> Result<Embedded> {
    Embedded::open(dir, Options::default()).await
}

async fn create(dir: &Path) -> Embedded {
    let store = open(dir).await.expect("a store");
    let mut table = TableDescriptor::new(name());
    table.families = vec![FamilyDescriptor::new("f")].into();
    store.create_table(&table, soon()).await.expect("a table");
    store
}

/// A directory with a store in it.
async fn new() -> (tempfile::TempDir, Embedded) {
    let dir = tempfile::tempdir().expect("a directory");
    let store = create(dir.path()).await;
    (dir, store)
}

/// Closes the store and opens it again.
async fn again(store: Embedded, dir: &tempfile::TempDir) -> Embedded {
    store.close(soon()).await.expect("the store's end");
    open(dir.path()).await.expect("the store again")
}

async fn put(store: &Embedded, row: &str, bytes: usize) -> Result<()> {
    let mut put = Mutation::new(row);
    put.put_at(b"f", b"q", 1, &vec![b'v'; bytes])?;
    store.mutate(&name(), put, soon()).await
}

async fn has(store: &Embedded, row: &str) -> bool {
    let found = store.get(&name(), &Get::new(row), soon()).await;
    found.expect("a get").is_some()
}

async fn count(store: &Embedded) -> Result<usize> {
    let mut scanner = store.scan(&name(), Scan::new(), soon()).await?;
    let mut rows = 0;
    loop {
        let batch = scanner.next_batch(soon()).await?;
        if batch.is_empty() {
            return Ok(rows);
        }
        rows += batch.len();
    }
}

#[tokio::test]
async fn rows_and_tables_outlive_the_process() {
    let (dir, store) = new().await;
    put(&store, "r", 10).await.expect("a put");
    store
        .create_namespace("NS", soon())
        .await
        .expect("a namespace");
    let store = again(store, &dir).await;
    assert!(has(&store, "r").await);
    let namespaces = store.list_namespaces(soon()).await.expect("namespaces");
    assert!(namespaces.contains(&"NS".to_owned()));
}

#[tokio::test]
async fn a_truncated_table_stays_empty_and_a_dropped_one_away() {
    let (dir, store) = new().await;
    put(&store, "r", 10).await.expect("a put");
    store
        .truncate_table(&name(), false, soon())
        .await
        .expect("a truncation");
    let store = again(store, &dir).await;
    assert_eq!(count(&store).await.expect("a scan"), 0);
    store.drop_table(&name(), soon()).await.expect("a drop");
    let store = again(store, &dir).await;
    assert!(store.list_tables(soon()).await.expect("tables").is_empty());
}

/// Not a test of its own: the process that tries to open a store in use.
#[tokio::test]
#[ignore = "started by the test below"]
async fn second_process() {
    let Ok(dir) = std::env::var("FAULTS_TEST_DIR") else {
        return;
    };
    match open(Path::new(&dir)).await {
        Err(Error::Locked { path }) => println!("locked {path}"),
        other => println!("opened or failed otherwise: {other:?}"),
    }
}

#[tokio::test]
async fn a_second_process_is_told_that_the_store_is_in_use() {
    let (dir, store) = new().await;
    let child = Command::new(std::env::current_exe().expect("this test"))
        .args([
            "faults::second_process",
            "--exact",
            "--ignored",
            "--nocapture",
        ])
        .env("FAULTS_TEST_DIR", dir.path())
        .stderr(Stdio::null())
        .output()
        .expect("a child");
    let said = String::from_utf8_lossy(&child.stdout).into_owned();
    assert!(
        said.contains(&format!("locked {}", dir.path().display())),
        "{said}"
    );
    put(&store, "r", 10)
        .await
        .expect("the first is not disturbed");
}

#[tokio::test]
async fn a_newer_format_is_refused() {
    let dir = tempfile::tempdir().expect("a directory");
    drop(create(dir.path()).await);
    let path = dir.path().join("FORMAT");
    fs::write(&path, "hbase-schema-embedded 2\n").expect("a file");
    let error = open(dir.path()).await.expect_err("a newer format");
    assert!(
        matches!(
            error,
            Error::NewerFormat {
                found: 2,
                known: 1,
                ..
            }
        ),
        "{error}"
    );
    fs::write(&path, "something else").expect("a file");
    let error = open(dir.path()).await.expect_err("no format");
    assert!(error.to_string().contains("FORMAT"), "{error}");
}

#[tokio::test]
async fn a_directory_of_something_else_is_left_alone() {
    let dir = tempfile::tempdir().expect("a directory");
    fs::write(dir.path().join("letter.txt"), "dear").expect("a file");
    assert!(matches!(open(dir.path()).await, Err(Error::Corrupt { .. })));
    assert_eq!(fs::read_dir(dir.path()).expect("a directory").count(), 1);
}

/// The store's directory as a kill would leave it at this moment; the store itself is closed.
fn killed(dir: &tempfile::TempDir, store: Embedded) -> tempfile::TempDir {
    let copy = tempfile::tempdir().expect("a directory");
    scratch::copy(dir.path(), copy.path());
    drop(store);
    copy
}

/// Inverts one byte of a file.
fn damage(path: &Path, at: u64) {
    let mut file = OpenOptions::new()
        .read(true)
        .write(true)
        .open(path)
        .expect("a file");
    let mut byte = [0];
    file.seek(SeekFrom::Start(at)).expect("a place");
    file.read_exact(&mut byte).expect("a byte");
    file.seek(SeekFrom::Start(at)).expect("a place");
    file.write_all(&[!byte[0]]).expect("a byte");
}

fn log(dir: &Path) -> PathBuf {
    dir.join("data").join("0.jnl")
}

/// The offset of the log's last byte before its empty rest.
fn log_end(dir: &Path) -> u64 {
    let bytes = fs::read(log(dir)).expect("a log");
    let end = bytes.iter().rposition(|byte| *byte != 0);
    end.map_or(0, |end| end as u64)
}

/// A store with the rows `a` and `b`, and the offset in its log at which the first one ends.
async fn two_rows() -> (tempfile::TempDir, Embedded, u64) {
    let (dir, store) = new().await;
    put(&store, "a", 1000).await.expect("a put");
    let middle = log_end(dir.path());
    put(&store, "b", 1000).await.expect("a put");
    (dir, store, middle)
}

/// Checks the rest of [`two_rows`] if the second row was lost.
async fn expect_first_alone(store: &Embedded) {
    assert!(has(store, "a").await);
    assert!(!has(store, "b").await);
}

#[tokio::test]
async fn a_damaged_log_is_refused_and_named() {
    let (dir, store, middle) = two_rows().await;
    put(&store, "c", 1000).await.expect("a put");
    let dir = killed(&dir, store);
    let end = log_end(dir.path());
    // Every kind of byte of the two last batches: tags, lengths, sums, contents.
    for at in (middle + 1..=end).step_by(37).chain([middle + 1, end]) {
        damage(&log(dir.path()), at);
        let error = open(dir.path()).await.err();
        let error = error.unwrap_or_else(|| panic!("byte {at} of {middle} to {end}"));
        assert!(matches!(error, Error::Corrupt { .. }), "byte {at}: {error}");
        assert!(error.to_string().contains("0.jnl"), "byte {at}: {error}");
        damage(&log(dir.path()), at);
    }
    let store = open(dir.path()).await.expect("the log as it was");
    assert_eq!(count(&store).await.expect("a scan"), 3);
}

#[tokio::test]
async fn a_damaged_log_can_be_given_up_from_the_damage_on() {
    let (dir, store, middle) = two_rows().await;
    let dir = killed(&dir, store);
    damage(&log(dir.path()), middle + 1);
    assert!(open(dir.path()).await.is_err());
    let options = Options::default().accept_damaged_log(true);
    let store = Embedded::open(dir.path(), options)
        .await
        .expect("what is left");
    expect_first_alone(&store).await;
}

#[tokio::test]
async fn a_log_that_ends_in_half_a_batch_is_as_a_kill_leaves_it() {
    let (dir, store, middle) = two_rows().await;
    let dir = killed(&dir, store);
    let file = OpenOptions::new()
        .write(true)
        .open(log(dir.path()))
        .expect("a log");
    file.set_len(middle + 500).expect("a shorter log");
    let store = open(dir.path()).await.expect("a store");
    expect_first_alone(&store).await;
}

/// The largest file below `dir` that holds a table of the engine's.
fn table_file(dir: &Path) -> PathBuf {
    let mut files = Vec::new();
    let mut dirs = vec![dir.join("data").join("keyspaces")];
    while let Some(dir) = dirs.pop() {
        for entry in fs::read_dir(dir).expect("a directory").flatten() {
            if entry.path().is_dir() {
                dirs.push(entry.path());
            } else {
                let size = entry.metadata().expect("a file").len();
                files.push((size, entry.path()));
            }
        }
    }
    files.into_iter().max().expect("files").1
}

#[tokio::test]
async fn a_damaged_table_file_is_named_when_it_is_read() {
    let (dir, store) = new().await;
    for n in 0..100 {
        put(&store, &format!("{n:03}"), 5000).await.expect("a put");
    }
    store.flush(&name(), soon()).await.expect("a flush");
    store.close(soon()).await.expect("the store's end");
    let file = table_file(dir.path());
    damage(&file, 20_000);
    let outcome = match open(dir.path()).await {
        Ok(store) => count(&store).await.map(|_| ()),
        Err(error) => Err(error),
    };
    let error = outcome.expect_err("a damaged file");
    assert!(matches!(error, Error::Corrupt { .. }), "{error}");
    assert!(
        error.to_string().contains(&file.display().to_string()),
        "{error}"
    );
}
