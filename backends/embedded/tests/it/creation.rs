//! If the creation of a store was interrupted at any moment, whoever opens it next creates it.

use std::fs::{self, File};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use hbase_backend::{Backend, Error, Get, Mutation};
use hbase_model::{FamilyDescriptor, TableDescriptor, TableName};
use hbase_schema_embedded::{Embedded, Options};

use crate::{kills, scratch, soon};

const T: TableName = TableName::from_static("default", "CREATED");
const DIR: &str = "CREATION_TEST_DIR";
/// The length that the engine gives to a new log.
const LOG_BYTES: u64 = 64 << 20;

async fn open(dir: &Path) -> hbase_backend::Result<Embedded> {
    Embedded::open(dir, Options::default()).await
}

/// Creates the table, and writes a row.
async fn write(db: &Embedded) {
    let mut table = TableDescriptor::new(T);
    table.families = vec![FamilyDescriptor::new("f")].into();
    db.create_table(&table, soon()).await.unwrap();
    let mut put = Mutation::new("row");
    put.put_at(b"f", b"q", 1, b"value").unwrap();
    db.mutate(&T, put, soon()).await.unwrap();
}

async fn has_row(db: &Embedded) -> bool {
    let row = db.get(&T, &Get::new("row"), soon()).await.unwrap();
    row.is_some_and(|row| row.value(b"f", b"q") == Some(b"value"))
}

/// Opens the store, writes to it, and opens it once more.
async fn check_empty(dir: &Path, state: &str) {
    let db = open(dir).await;
    let db = db.unwrap_or_else(|error| panic!("{state}: {error}"));
    assert!(db.list_tables(soon()).await.unwrap().is_empty(), "{state}");
    write(&db).await;
    db.close(soon()).await.unwrap();
    assert!(has_row(&open(dir).await.unwrap()).await, "{state}");
}

/// One step of the engine's creation of a store, in the engine's directory.
type Step = (&'static str, fn(&Path) -> std::io::Result<()>);

const STEPS: [Step; 14] = [
    ("no directory", |_| Ok(())),
    ("a directory", |data| fs::create_dir(data)),
    ("a lock", |data| fs::write(data.join("lock"), "")),
    ("keyspaces", |data| fs::create_dir(data.join("keyspaces"))),
    ("a log", |data| fs::write(data.join("0.jnl"), "")),
    ("a log's length", |data| {
        let log = File::options().write(true).open(data.join("0.jnl"))?;
        log.set_len(LOG_BYTES)
    }),
    ("a version", |data| fs::write(data.join("version"), "")),
    ("half a version", |data| {
        fs::write(data.join("version"), "FJL")
    }),
    ("a whole version", |data| {
        fs::write(data.join("version"), b"FJL\x03")
    }),
    ("a keyspace", |data| {
        fs::create_dir(data.join("keyspaces/0"))
    }),
    ("its tables", |data| {
        fs::create_dir(data.join("keyspaces/0/tables"))
    }),
    ("its version", |data| {
        fs::write(data.join("keyspaces/0/v0"), "half")
    }),
    ("its number", |data| {
        fs::write(data.join("keyspaces/0/.tmpAbCdEf"), "half")
    }),
    ("another keyspace", |data| {
        fs::create_dir_all(data.join("keyspaces/1/tables"))
    }),
];

/// A directory whose store was created up to a step, in the folder `data`.
fn interrupted(steps: &[Step], data: &str) -> tempfile::TempDir {
    let dir = scratch::dir();
    fs::write(dir.path().join("FORMAT"), "hbase-schema-embedded 1\n").unwrap();
    let data = dir.path().join(data);
    for (_, make) in steps {
        make(&data).unwrap();
    }
    dir
}

#[tokio::test]
async fn a_creation_that_ended_after_any_step_is_done_anew() {
    for count in 1..=STEPS.len() {
        let state = STEPS[count - 1].0;
        for data in ["data", "data.new"] {
            let dir = interrupted(&STEPS[..count], data);
            check_empty(dir.path(), &format!("{data}: {state}")).await;
        }
    }
}

#[tokio::test]
async fn a_creation_has_no_remains() {
    let dir = interrupted(&STEPS, "data.new");
    drop(open(dir.path()).await.unwrap());
    let entries = fs::read_dir(dir.path()).unwrap();
    let mut names: Vec<_> = entries.map(|entry| entry.unwrap().file_name()).collect();
    names.sort();
    assert_eq!(names, ["FORMAT", "LOCK", "data"]);
}

/// A store with a row as a kill leaves it, or after its close.
async fn written(is_closed: bool) -> tempfile::TempDir {
    let (dir, copy) = (scratch::dir(), scratch::dir());
    let db = open(dir.path()).await.unwrap();
    write(&db).await;
    if is_closed {
        db.close(soon()).await.unwrap();
    }
    scratch::copy(dir.path(), copy.path());
    copy
}

#[tokio::test]
async fn nothing_that_may_hold_data_is_removed() {
    for is_closed in [false, true] {
        let dir = written(is_closed).await;
        let version = dir.path().join("data/version");
        let whole = fs::read(&version).unwrap();
        for len in 0..whole.len() {
            fs::write(&version, &whole[..len]).unwrap();
            let error = open(dir.path()).await.unwrap_err().to_string();
            let expected = format!("{}", dir.path().join("data").display());
            assert!(error.contains(&expected), "{error}");
            assert!(error.contains("backup"), "{error}");
        }
        fs::write(&version, &whole).unwrap();
        assert!(has_row(&open(dir.path()).await.unwrap()).await);
    }
}

#[tokio::test]
async fn a_folder_that_someone_renamed_stays() {
    for is_closed in [false, true] {
        let dir = written(is_closed).await;
        let (data, renamed) = (dir.path().join("data"), dir.path().join("data.new"));
        fs::rename(&data, &renamed).unwrap();
        let error = open(dir.path()).await.unwrap_err();
        assert!(matches!(error, Error::Corrupt { .. }), "{error}");
        assert!(error.to_string().contains("data.new"), "{error}");
        assert!(!data.exists());
        fs::rename(&renamed, &data).unwrap();
        assert!(has_row(&open(dir.path()).await.unwrap()).await);
    }
}

#[cfg(unix)]
#[tokio::test]
async fn a_link_is_not_removed() {
    let (dir, elsewhere) = (interrupted(&STEPS[..1], "data"), scratch::dir());
    let link = dir.path().join("data");
    std::os::unix::fs::symlink(elsewhere.path(), &link).unwrap();
    let error = open(dir.path()).await.unwrap_err();
    assert!(matches!(error, Error::Corrupt { .. }), "{error}");
    assert!(link.is_symlink());
    // A whole store's directory may be a link.
    fs::remove_file(&link).unwrap();
    let store = written(true).await;
    std::os::unix::fs::symlink(store.path().join("data"), &link).unwrap();
    assert!(has_row(&open(dir.path()).await.unwrap()).await);
}

/// Not a separate test: the process that is killed. It creates a store.
#[tokio::test]
#[ignore = "started by the test below"]
async fn creator() {
    let Ok(dir) = std::env::var(DIR) else {
        return;
    };
    write(&open(Path::new(&dir)).await.unwrap()).await;
    fs::write(Path::new(&dir).with_extension("written"), "").unwrap();
}

fn start(dir: &Path) -> Child {
    Command::new(std::env::current_exe().unwrap())
        .args(["creation::creator", "--exact", "--ignored"])
        .env(DIR, dir)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap()
}

/// Starts a process that creates a store, and kills it a while after it has begun.
fn create_and_kill(dir: &Path, pause: Duration) {
    let mut child = start(dir);
    while !dir.exists() && child.try_wait().unwrap().is_none() {
        std::hint::spin_loop();
    }
    std::thread::sleep(pause);
    child.kill().unwrap();
    child.wait().unwrap();
}

#[tokio::test]
async fn a_kill_at_any_moment_of_the_creation_leaves_a_store() {
    let mut unfinished = 0;
    let rounds = kills(40);
    for round in 0..rounds {
        // On a disk, where a creation takes longer than in memory.
        let parent = tempfile::tempdir().unwrap();
        let dir = parent.path().join("store");
        create_and_kill(&dir, Duration::from_micros(round * 7_919 % 130_000));
        let is_unfinished = !dir.join("data/version").exists();
        unfinished += u64::from(is_unfinished);
        if is_unfinished && round % 2 == 0 {
            create_and_kill(&dir, Duration::from_micros(round * 9_973 % 130_000));
        }
        let is_written = dir.with_extension("written").exists();
        let copy = scratch::dir();
        scratch::copy(&dir, copy.path());
        let db = open(copy.path()).await;
        let db = db.unwrap_or_else(|error| panic!("round {round}: {error}"));
        assert!(!is_written || has_row(&db).await, "round {round}");
    }
    println!("{unfinished} of {rounds} stores were unfinished");
    assert!(unfinished > 0, "no kill came in time");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn several_that_open_a_new_directory_share_one_creation() {
    for steps in [0, 6, STEPS.len()] {
        let dir = interrupted(&STEPS[..steps], "data.new");
        let path = dir.path().to_path_buf();
        let opens: Vec<_> = (0..4)
            .map(|_| {
                let path = path.clone();
                tokio::spawn(async move { open(&path).await })
            })
            .collect();
        let mut stores = Vec::new();
        for one in opens {
            match one.await.unwrap() {
                Ok(db) => stores.push(db),
                Err(error) => assert!(
                    matches!(error, Error::Locked { .. } | Error::LockedHere { .. }),
                    "{error}"
                ),
            }
        }
        let [db] = stores.as_slice() else {
            panic!("{} stores", stores.len());
        };
        write(db).await;
        drop(stores);
        assert!(has_row(&open(&path).await.unwrap()).await);
    }
}
