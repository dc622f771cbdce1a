//! A process that is killed while tables are created and dropped leaves a store that opens.

use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

use hbase_backend::Backend;
use hbase_model::{FamilyDescriptor, TableDescriptor, TableName};
use hbase_schema_embedded::{Embedded, Options};

use crate::{kills, scratch, soon};

const DIR: &str = "DROPS_TEST_DIR";
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
    // Fails where it is there.
    let _ = db.create_table(&table(STAYS), soon()).await;
    loop {
        let _ = db.create_table(&table(GOES), soon()).await;
        db.truncate_table(&GOES, false, soon()).await.unwrap();
        db.drop_table(&GOES, soon()).await.unwrap();
    }
}

fn drop_and_kill(dir: &Path, pause: Duration) {
    let mut child = Command::new(std::env::current_exe().unwrap())
        .args(["drops::dropper", "--exact", "--ignored"])
        .env(DIR, dir)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    std::thread::sleep(pause);
    assert!(child.try_wait().unwrap().is_none(), "it ended by itself");
    child.kill().unwrap();
    child.wait().unwrap();
}

#[tokio::test]
async fn a_kill_while_tables_come_and_go_leaves_a_store() {
    let dir = scratch::dir();
    drop_and_kill(dir.path(), Duration::from_millis(500));
    let rounds = kills(20);
    for round in 0..rounds {
        drop_and_kill(
            dir.path(),
            Duration::from_micros(50_000 + round * 7_919 % 60_000),
        );
        let copy = scratch::dir();
        scratch::copy(dir.path(), copy.path());
        let db = Embedded::open(copy.path(), Options::default()).await;
        let db = db.unwrap_or_else(|error| panic!("round {round}: {error}"));
        assert!(db.list_tables(soon()).await.unwrap().contains(&STAYS));
    }
}
