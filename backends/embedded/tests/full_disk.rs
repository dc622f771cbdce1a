//! A full disk: nothing acknowledged is lost, and the store recovers once the disk has space.

#![cfg(unix)]

#[path = "full_disk/log.rs"]
mod log;
#[path = "it/rows/mod.rs"]
mod rows;

use std::fs::{self, File};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::time::Duration;

use hbase_backend::{Backend, Deadline, Error, Get, Mutation, Result, Scan};
use hbase_model::{FamilyDescriptor, TableDescriptor, TableName};
use hbase_schema_embedded::{Embedded, Options};

const TABLE: TableName = TableName::from_static("default", "FULL");
const VALUE: usize = 100_000;

fn soon() -> Deadline {
    Deadline::after(Duration::from_secs(60))
}

async fn open(dir: &Path) -> Embedded {
    let store = Embedded::open(dir, Options::default()).await;
    store.expect("a store")
}

async fn create(dir: &Path) -> Embedded {
    create_with(dir, Options::default()).await
}

async fn create_with(dir: &Path, options: Options) -> Embedded {
    let store = Embedded::open(dir, options).await.expect("a store");
    let mut table = TableDescriptor::new(TABLE);
    table.families = vec![FamilyDescriptor::new("f")].into();
    store.create_table(&table, soon()).await.expect("a table");
    store
}

/// A value that cannot be compressed.
fn value(row: usize, bytes: usize) -> Vec<u8> {
    let mut state = row as u64 + 1;
    let next = || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state.to_le_bytes()[0]
    };
    std::iter::repeat_with(next).take(bytes).collect()
}

async fn put(store: &Embedded, row: usize, bytes: usize) -> Result<()> {
    let mut put = Mutation::new(format!("{row:06}"));
    put.put_at(b"f", b"q", 1, &value(row, bytes))?;
    store.mutate(&TABLE, put, soon()).await
}

/// Puts rows from this number on until the disk is full; returns the number of the first that fails.
async fn put_until_full(store: &Embedded, mut row: usize, bytes: usize) -> usize {
    loop {
        match put(store, row, bytes).await {
            Ok(()) => row += 1,
            Err(error) => {
                assert!(matches!(error, Error::DiskFull { .. }), "{error}");
                return row;
            }
        }
        assert!(row < 10_000, "the disk does not fill");
    }
}

async fn has(store: &Embedded, row: usize) -> bool {
    let get = Get::new(format!("{row:06}"));
    let found = store.get(&TABLE, &get, soon()).await;
    found.expect("a get").is_some()
}

async fn count(store: &Embedded) -> usize {
    let mut scanner = store.scan(&TABLE, Scan::new(), soon()).await.unwrap();
    rows::left(scanner.as_mut(), soon()).await.len()
}

/// A file system of a few megabytes, unmounted when it is dropped.
struct SmallDisk(tempfile::TempDir);

impl SmallDisk {
    fn mount(size: &str) -> Option<Self> {
        let dir = tempfile::tempdir().ok()?;
        let mounted = Command::new("mount")
            .args(["-t", "tmpfs", "-o", &format!("size={size}"), "tmpfs"])
            .arg(dir.path())
            .stderr(Stdio::null())
            .status();
        mounted
            .is_ok_and(|status| status.success())
            .then_some(Self(dir))
    }

    fn resize(&self, size: &str) {
        let mut mount = Command::new("mount");
        mount.args(["-o", &format!("remount,size={size}")]);
        let resized = mount.arg(self.0.path()).status();
        assert!(resized.is_ok_and(|status| status.success()));
    }
}

impl Drop for SmallDisk {
    fn drop(&mut self) {
        let _ = Command::new("umount").arg(self.0.path()).status();
    }
}

#[tokio::test]
async fn a_full_disk_loses_nothing_that_was_acknowledged() {
    let Some(disk) = SmallDisk::mount("24m") else {
        println!("skipped: a small file system cannot be mounted here");
        return;
    };
    let dir = disk.0.path().join("store");
    let ballast = disk.0.path().join("ballast");
    fs::write(&ballast, vec![1; 8 << 20]).expect("room");
    let store = create(&dir).await;
    let acknowledged = put_until_full(&store, 0, VALUE).await;
    let again = put(&store, 10_000, VALUE).await.expect_err("still full");
    assert!(matches!(again, Error::DiskFull { .. }), "{again}");
    assert!(has(&store, 0).await, "reads go on");
    drop(store);
    fs::remove_file(&ballast).expect("more room");
    let store = open(&dir).await;
    assert!(count(&store).await >= acknowledged);
    for n in 0..acknowledged {
        assert!(has(&store, n).await, "row {n} is lost");
    }
    put(&store, 10_001, 10).await.expect("a put");
    store.close(soon()).await.expect("the store's end");
    assert!(acknowledged > 10, "{acknowledged}");
}

#[tokio::test]
async fn a_store_that_has_no_room_at_first_is_created_once_there_is_some() {
    let mut rejected = 0;
    for pages in 1..12 {
        let Some(disk) = SmallDisk::mount(&format!("{}k", pages * 4)) else {
            println!("skipped: a small file system cannot be mounted here");
            return;
        };
        let dir = disk.0.path().join("store");
        for _ in 0..2 {
            if let Err(error) = Embedded::open(&dir, Options::default()).await {
                assert!(matches!(error, Error::DiskFull { .. }), "{pages}: {error}");
                rejected += 1;
            }
        }
        disk.resize("24m");
        let store = create(&dir).await;
        put(&store, 0, VALUE).await.expect("a put");
        store.close(soon()).await.expect("the store's end");
        let store = open(&dir).await;
        assert!(has(&store, 0).await, "{pages}");
        store.close(soon()).await.expect("the store's end");
    }
    assert!(rejected > 4, "{rejected}");
}

/// Fills the disk except a few bytes.
fn fill(disk: &SmallDisk, leave: u64) -> PathBuf {
    let ballast = disk.0.path().join("ballast");
    let mut file = File::create(&ballast).expect("a file");
    while file.write_all(&[1; 4096]).is_ok() {}
    let full = file.metadata().expect("its size").len();
    file.set_len(full.saturating_sub(leave)).expect("less");
    ballast
}

/// Free bytes.
fn room(disk: &SmallDisk) -> u64 {
    let stat = rustix::fs::statvfs(disk.0.path()).expect("its size");
    stat.f_bavail * stat.f_frsize
}

#[tokio::test]
async fn a_merge_on_a_full_disk_fails_and_is_done_once_there_is_room() {
    const FILES: usize = 5;
    const ROWS: usize = 20;
    let Some(disk) = SmallDisk::mount("96m") else {
        println!("skipped: a small file system cannot be mounted here");
        return;
    };
    let dir = disk.0.path().join("store");
    let store = create(&dir).await;
    for row in 0..FILES * ROWS {
        put(&store, row, VALUE).await.expect("a put");
        if row % ROWS == ROWS - 1 {
            store.flush(&TABLE, soon()).await.expect("a flush");
        }
    }
    // Enough for a part of it, beyond what merges leave to the log and to flushes.
    let ballast = fill(&disk, 24 << 20);
    let error = store.major_compact(&TABLE, soon()).await;
    let error = error.expect_err("no room for ten megabytes");
    assert!(matches!(error, Error::DiskFull { .. }), "{error}");
    assert_eq!(count(&store).await, FILES * ROWS, "reads go on");
    // Four memtables, less the bytes that were written meanwhile.
    assert!(room(&disk) > 14 << 20, "{} bytes are left", room(&disk));
    put(&store, 0, VALUE).await.expect("a put on a full disk");
    fs::remove_file(&ballast).expect("more room");
    store.major_compact(&TABLE, soon()).await.expect("a merge");
    put(&store, FILES * ROWS, VALUE).await.expect("a put");
    store.close(soon()).await.expect("the store's end");
    let store = open(&dir).await;
    assert_eq!(count(&store).await, FILES * ROWS + 1);
    store.close(soon()).await.expect("the store's end");
}

/// The engine waits for ever once memtables cannot be written.
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn many_writers_on_a_full_disk_return_by_their_deadlines() {
    const WRITERS: usize = 16;
    let Some(disk) = SmallDisk::mount("64m") else {
        println!("skipped: a small file system cannot be mounted here");
        return;
    };
    // Each write fills a memtable.
    let options = Options::default().write_buffer_bytes(0);
    let store = Arc::new(create_with(&disk.0.path().join("store"), options).await);
    let write = |writer: usize| {
        let store = Arc::clone(&store);
        async move {
            for round in 0..100 {
                let mut put = Mutation::new(format!("{writer:02} {round:04}"));
                let value = value(writer * 1000 + round, 1 << 20);
                put.put_at(b"f", b"q", 1, &value).expect("a value");
                let soon = Deadline::after(Duration::from_secs(10));
                if let Err(error) = store.mutate(&TABLE, put, soon).await {
                    return error;
                }
            }
            panic!("the disk does not fill");
        }
    };
    let writers: Vec<_> = (0..WRITERS).map(|one| tokio::spawn(write(one))).collect();
    for writer in writers {
        let late = Duration::from_secs(40);
        let error = tokio::time::timeout(late, writer).await.expect("an end");
        let error = error.expect("no panic");
        let is_expected = matches!(
            error,
            Error::DiskFull { .. } | Error::Closed { .. } | Error::DeadlineExceeded { .. }
        );
        assert!(is_expected, "{error}");
    }
    let store = Arc::into_inner(store).expect("no other writer");
    store.close(soon()).await.expect("the store's end");
}

async fn drop_table(store: &Embedded) -> Result<()> {
    store.drop_table(&TABLE, soon()).await
}

/// Nobody opens it again: a running service continues.
#[tokio::test]
async fn a_store_goes_on_once_there_is_room() {
    let Some(disk) = SmallDisk::mount("24m") else {
        println!("skipped: a small file system cannot be mounted here");
        return;
    };
    let dir = disk.0.path().join("store");
    let log = log::record();
    let store = create(&dir).await;
    let mut acknowledged = 0;
    for round in 0..2 {
        let ballast = fill(&disk, 1 << 20);
        acknowledged = put_until_full(&store, acknowledged, VALUE / 4).await;
        let error = store.ping(soon()).await.expect_err("a full disk");
        assert!(matches!(error, Error::DiskFull { .. }), "{error}");
        let error = drop_table(&store).await.expect_err("a full disk");
        assert!(matches!(error, Error::DiskFull { .. }), "{error}");
        assert!(has(&store, 0).await, "reads go on");
        fs::remove_file(&ballast).expect("more room");
        let begun = std::time::Instant::now();
        while let Err(error) = put(&store, 100_000 + round, 10).await {
            assert!(begun.elapsed() < Duration::from_secs(30), "{error}");
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        store.ping(soon()).await.expect("it takes writes");
        assert!(count(&store).await >= acknowledged);
        let expected = [
            "ERROR the embedded store takes no writes",
            "WARN the embedded store takes writes again",
        ];
        assert_eq!(log.take(&dir), expected, "round {round}");
    }
    store.close(soon()).await.expect("the store's end");
    let store = open(&dir).await;
    for n in (0..acknowledged).chain([100_000, 100_001]) {
        assert!(has(&store, n).await, "row {n} is lost");
    }
    store.close(soon()).await.expect("the store's end");
}
