//! Altering a table, beyond the suite: alterations survive reopening, and writes continue meanwhile.

use std::sync::Arc;

use hbase_backend::{Backend, Durability, Get, Increment, Mutation};
use hbase_model::{FamilyDescriptor, TableChange, TableDescriptor, TableName};
use hbase_schema_embedded::{Embedded, Options};

use crate::{scratch, soon};

const T: TableName = TableName::from_static("default", "T");

fn family(name: &'static str, versions: u32) -> FamilyDescriptor {
    let mut family = FamilyDescriptor::new(name);
    family.versions = Some(versions);
    family
}

async fn create(db: &Embedded, families: Vec<FamilyDescriptor>) {
    let mut table = TableDescriptor::new(T);
    table.families = families.into();
    db.create_table(&table, soon()).await.unwrap();
}

async fn put(db: &Embedded, family: &str, timestamp: i64) -> hbase_backend::Result<()> {
    let mut put = Mutation::new("r");
    put.put_at(family.as_bytes(), b"q", timestamp, b"v")
        .unwrap();
    db.mutate(&T, put, soon()).await
}

async fn cells(db: &Embedded) -> Vec<String> {
    let mut get = Get::new("r");
    get.read.max_versions = 99;
    let row = db.get(&T, &get, soon()).await.unwrap();
    let cells = row.iter().flat_map(|row| row.cells());
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    cells
        .map(|cell| format!("{}@{}", text(cell.family), cell.timestamp))
        .collect()
}

#[tokio::test]
async fn alterations_survive_reopening() {
    let dir = scratch::dir();
    let db = Embedded::open(dir.path(), Options::default())
        .await
        .unwrap();
    create(&db, vec![family("d", 1), family("f", 1)]).await;
    put(&db, "d", 1).await.unwrap();
    put(&db, "f", 1).await.unwrap();
    let changes = [
        TableChange::AlterFamily(family("f", 2)),
        TableChange::DropFamily("d".into()),
        TableChange::AddFamily(family("a", 1)),
    ];
    db.alter_table(&T, &changes, soon()).await.unwrap();
    put(&db, "f", 2).await.unwrap();
    put(&db, "a", 7).await.unwrap();
    let before = db.describe_table(&T, soon()).await.unwrap();
    drop(db);

    let db = Embedded::open(dir.path(), Options::default())
        .await
        .unwrap();
    assert_eq!(db.describe_table(&T, soon()).await.unwrap(), before);
    assert_eq!(cells(&db).await, ["a@7", "f@2", "f@1"]);
    // A keyspace is never used again, so the family comes back without its old cells.
    let again = [TableChange::AddFamily(family("d", 1))];
    db.alter_table(&T, &again, soon()).await.unwrap();
    assert_eq!(cells(&db).await, ["a@7", "f@2", "f@1"]);
    put(&db, "d", 3).await.unwrap();
    drop(db);
    let db = Embedded::open(dir.path(), Options::default())
        .await
        .unwrap();
    assert_eq!(cells(&db).await, ["a@7", "d@3", "f@2", "f@1"]);
}

/// Counts on one row while the table is altered all the time: the family before the counters' one, whose number
/// identifies the table elsewhere, is added and dropped.
async fn count_while_altered(db: Embedded) {
    create(&db, vec![family("f", 1)]).await;
    let counting = |db: Embedded| async move {
        for _ in 0..200 {
            let increment = Increment {
                row: b"r".to_vec(),
                columns: vec![(b"f".to_vec(), b"q".to_vec(), 1)],
                durability: Durability::SkipWal,
                ttl_ms: None,
            };
            db.increment(&T, increment, soon()).await.unwrap();
        }
    };
    let counters: Vec<_> = (0..4).map(|_| tokio::spawn(counting(db.clone()))).collect();
    let mut alterations = 0;
    while !counters.iter().all(tokio::task::JoinHandle::is_finished) {
        for change in [
            TableChange::AddFamily(family("a", 1)),
            TableChange::AlterFamily(family("f", 1 + alterations % 3)),
            TableChange::DropFamily("a".into()),
        ] {
            db.alter_table(&T, &[change], soon()).await.unwrap();
            alterations += 1;
        }
        tokio::task::yield_now().await;
    }
    for counter in counters {
        counter.await.unwrap();
    }
    assert!(alterations >= 3);
    let row = db.get(&T, &Get::new("r"), soon()).await.unwrap().unwrap();
    assert_eq!(
        row.value(b"f", b"q"),
        Some(800_i64.to_be_bytes().as_slice())
    );
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn counters_in_memory_count_while_the_table_is_altered() {
    count_while_altered(Embedded::memory().unwrap()).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn counters_in_a_directory_count_while_the_table_is_altered() {
    let dir = scratch::dir();
    count_while_altered(
        Embedded::open(dir.path(), Options::default())
            .await
            .unwrap(),
    )
    .await;
}

/// Writes to a family that comes and goes either succeed or find no family. Nothing else fails: neither reads
/// nor scans nor compactions.
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn a_family_that_comes_and_goes_is_there_or_not() {
    let db = Embedded::memory().unwrap();
    create(&db, vec![family("f", 1)]).await;
    let done = Arc::new(std::sync::atomic::AtomicBool::new(false));
    let is_done = || done.load(std::sync::atomic::Ordering::Relaxed);
    let writing = {
        let (db, done) = (db.clone(), Arc::clone(&done));
        tokio::spawn(async move {
            let mut made = 0;
            while !done.load(std::sync::atomic::Ordering::Relaxed) {
                match put(&db, "a", 1).await {
                    Ok(()) => made += 1,
                    Err(hbase_backend::Error::FamilyNotFound { .. }) => {}
                    Err(error) => panic!("{error}"),
                }
                cells(&db).await;
                db.flush(&T, soon()).await.unwrap();
                db.major_compact(&T, soon()).await.unwrap();
            }
            made
        })
    };
    for _ in 0..300 {
        let add = [TableChange::AddFamily(family("a", 1))];
        db.alter_table(&T, &add, soon()).await.unwrap();
        tokio::task::yield_now().await;
        let drop = [TableChange::DropFamily("a".into())];
        db.alter_table(&T, &drop, soon()).await.unwrap();
    }
    assert!(!is_done());
    done.store(true, std::sync::atomic::Ordering::Relaxed);
    writing.await.unwrap();
    assert_eq!(cells(&db).await, [""; 0]);
}

/// The engine's sequence numbers must not fall back below those of dropped keyspaces: a new
/// keyspace with a dropped one's id would be gone at the next open.
#[tokio::test]
async fn a_table_made_after_another_was_dropped_and_the_store_reopened_stays() {
    let dir = scratch::dir();
    let reopened = async || {
        Embedded::open(dir.path(), Options::default())
            .await
            .unwrap()
    };
    for round in 0..4 {
        let db = reopened().await;
        create(&db, vec![family("a", 1), family("b", 1), family("c", 1)]).await;
        db.drop_table(&T, soon()).await.unwrap();
        db.close(soon()).await.unwrap();
        let db = reopened().await;
        let kept = TableName::new("default", format!("KEPT{round}")).unwrap();
        let mut table = TableDescriptor::new(kept.clone());
        table.families = vec![family("f", 1)].into();
        db.create_table(&table, soon()).await.unwrap();
        let mut put = Mutation::new("r");
        put.put_at(b"f", b"q", 1, b"v").unwrap();
        db.mutate(&kept, put, soon()).await.unwrap();
        db.close(soon()).await.unwrap();
        let db = reopened().await;
        let row = db.get(&kept, &Get::new("r"), soon()).await.unwrap();
        assert!(row.is_some(), "round {round}");
    }
}
