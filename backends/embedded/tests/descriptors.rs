//! A process runs out of file descriptors: its store reports it, loses nothing, and continues once some are
//! free again.

#![cfg(unix)]

#[path = "it/rows/mod.rs"]
mod rows;

use std::fs::File;
use std::path::Path;
use std::time::{Duration, Instant};

use hbase_backend::{Backend, Deadline, Error, Get, Mutation, Result, Scan};
use hbase_model::{FamilyDescriptor, TableDescriptor, TableName};
use hbase_schema_embedded::{Embedded, Options};
use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};

const TABLE: TableName = TableName::from_static("default", "T");
const LIMIT: u64 = 200;
const PATIENCE: Duration = Duration::from_secs(30);

fn soon() -> Deadline {
    Deadline::after(PATIENCE)
}

fn row(number: usize) -> String {
    format!("{number:06}")
}

async fn open(dir: &Path) -> Embedded {
    // Small memtables, so that there is soon a file to write.
    let options = Options::default().write_buffer_bytes(0);
    Embedded::open(dir, options).await.expect("a store")
}

async fn create(store: &Embedded, name: &TableName) -> Result<()> {
    let mut table = TableDescriptor::new(name.clone());
    table.families = vec![FamilyDescriptor::new("f")].into();
    store.create_table(&table, soon()).await
}

async fn put(store: &Embedded, number: usize) -> Result<()> {
    let mut put = Mutation::new(row(number));
    put.put(b"f", b"q", &[7; 10_000])?;
    store.mutate(&TABLE, put, soon()).await
}

async fn count(store: &Embedded) -> usize {
    let mut scanner = store.scan(&TABLE, Scan::new(), soon()).await.unwrap();
    rows::left(scanner.as_mut(), soon()).await.len()
}

/// All descriptors that are left.
fn take_all() -> Vec<File> {
    std::iter::from_fn(|| File::open("/dev/null").ok()).collect()
}

fn is_out_of_files(error: &Error) -> bool {
    matches!(error, Error::Unavailable { .. }) && error.to_string().contains("Too many open files")
}

/// Writes until the store takes no more writes; the number of rows after that.
async fn write_until_rejected(store: &Embedded, mut number: usize) -> usize {
    let begun = Instant::now();
    loop {
        assert!(begun.elapsed() < PATIENCE, "{number} rows, and no error");
        match put(store, number).await {
            Ok(()) => number += 1,
            Err(error) => {
                assert!(is_out_of_files(&error), "{error}");
                assert!(error.is_without_effect());
                return number;
            }
        }
    }
}

async fn write_until_taken(store: &Embedded, number: usize) {
    let begun = Instant::now();
    while let Err(error) = put(store, number).await {
        assert!(begun.elapsed() < PATIENCE, "{error}");
        assert!(matches!(error, Error::Unavailable { .. }), "{error}");
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
}

/// Uses up all descriptors, and frees them; returns the number of rows after that.
async fn run_out_of_files(store: &Embedded, mut rows: usize, round: usize) -> usize {
    // A scan that nobody reads keeps the files of its snapshot.
    let mut scan = Scan::new();
    scan.caching = Some(7);
    let mut scanner = store.scan(&TABLE, scan, soon()).await.unwrap();
    let mut seen = scanner.next_batch(soon()).await.unwrap().len();
    // Reading ahead may need a descriptor.
    tokio::time::sleep(Duration::from_millis(300)).await;
    let files = take_all();
    assert!(files.len() > 10, "{}", files.len());
    rows = write_until_rejected(store, rows).await;
    let error = store.ping(soon()).await.expect_err("no descriptors");
    assert!(is_out_of_files(&error), "{error}");
    let other = TableName::parse(&format!("OTHER{round}")).unwrap();
    let error = create(store, &other).await.expect_err("no descriptors");
    assert!(is_out_of_files(&error), "{error}");
    let first = store.get(&TABLE, &Get::new(row(0)), soon()).await;
    assert!(first.expect("reads go on").is_some());
    drop(files);
    write_until_taken(store, rows).await;
    rows += 1;
    store.ping(soon()).await.expect("it takes writes");
    create(store, &other).await.expect("a table");
    assert_eq!(count(store).await, rows, "round {round}");
    seen += rows::left(scanner.as_mut(), soon()).await.len();
    assert!(seen >= 100, "{seen}");
    rows
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_store_goes_on_once_there_are_file_descriptors_again() {
    let maximum = getrlimit(Resource::Nofile).maximum;
    let limit = Rlimit {
        current: Some(LIMIT),
        maximum,
    };
    setrlimit(Resource::Nofile, limit).expect("a limit");
    let dir = tempfile::tempdir().unwrap();
    let store = open(dir.path()).await;
    create(&store, &TABLE).await.unwrap();
    let mut rows = 0;
    for _ in 0..100 {
        put(&store, rows).await.unwrap();
        rows += 1;
    }
    for round in 0..2 {
        rows = run_out_of_files(&store, rows, round).await;
    }
    store.close(soon()).await.expect("the store's end");
    let store = open(dir.path()).await;
    assert_eq!(count(&store).await, rows);
    assert_eq!(store.list_tables(soon()).await.unwrap().len(), 3);
    store.close(soon()).await.expect("the store's end");
}
