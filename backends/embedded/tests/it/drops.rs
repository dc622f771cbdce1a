//! A process that is killed while tables are created and dropped leaves a store that opens.

use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use hbase_backend::Backend;
use hbase_model::{FamilyDescriptor, TableDescriptor, TableName};
use hbase_schema_embedded::{Embedded, Options};

use crate::{kills, scratch, soon};

const DIR: &str = "DROPS_TEST_DIR";
/// The file that says, by being there, that the process has opened its store.
const OPENED: &str = "DROPS_TEST_OPENED";
const STAYS: TableName = TableName::from_static("default", "STAYS");
const GOES: TableName = TableName::from_static("default", "GOES");

fn table(name: TableName) -> TableDescriptor {
    let mut table = TableDescriptor::new(name);
    table.families = vec![FamilyDescriptor::new("f"), FamilyDescriptor::new("g")].into();
    table
}

/// Not a separate test: the process that is killed.
#[tokio::test]
#[ignore = "started by the test below"]
async fn dropper() {
    let Ok(dir) = std::env::var(DIR) else {
        return;
    };
    let db = Embedded::open(dir, Options::default()).await.unwrap();
    std::fs::write(std::env::var(OPENED).unwrap(), "").unwrap();
    loop {
        let _ = db.create_table(&table(GOES), soon()).await;
        db.truncate_table(&GOES, false, soon()).await.unwrap();
        db.drop_table(&GOES, soon()).await.unwrap();
    }
}

/// Kills the process some time after it was started, or after it has opened its store.
fn drop_and_kill(dir: &Path, from: &From, pause: Duration) {
    let mark = scratch::dir();
    let opened = mark.path().join("opened");
    let mut child = Command::new(std::env::current_exe().unwrap())
        .args(["drops::dropper", "--exact", "--ignored"])
        .env(DIR, dir)
        .env(OPENED, &opened)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    if matches!(from, From::Open) {
        let until = Instant::now() + Duration::from_secs(60);
        while !opened.exists() && Instant::now() < until {
            std::thread::sleep(Duration::from_millis(1));
        }
        assert!(opened.exists(), "the store is not open after a minute");
    }
    std::thread::sleep(pause);
    assert!(child.try_wait().unwrap().is_none(), "it ended by itself");
    child.kill().unwrap();
    child.wait().unwrap();
}

enum From {
    Start,
    Open,
}

#[tokio::test]
async fn a_kill_while_tables_come_and_go_leaves_a_store() {
    let dir = scratch::dir();
    let db = Embedded::open(dir.path(), Options::default()).await;
    let db = db.unwrap();
    db.create_table(&table(STAYS), soon()).await.unwrap();
    db.close(soon()).await.unwrap();

    let rounds = kills(20);
    for round in 0..rounds {
        // Each third one is killed while it starts, opens and repairs.
        let from = match round % 3 {
            0 => From::Start,
            _ => From::Open,
        };
        let pause = Duration::from_micros(round * 7_919 % 60_000);
        drop_and_kill(dir.path(), &from, pause);
        let copy = scratch::dir();
        scratch::copy(dir.path(), copy.path());
        let db = Embedded::open(copy.path(), Options::default()).await;
        let db = db.unwrap_or_else(|error| panic!("round {round}: {error}"));
        let tables = db.list_tables(soon()).await.unwrap();
        assert!(tables.contains(&STAYS), "round {round}: {tables:?}");
    }
}
