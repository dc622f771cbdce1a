//! Scans under way while their table changes.

mod scratch;

use std::time::Duration;

use hbase_model::{
    Backend, Deadline, FamilyDescriptor, Mutation, Scan, Scanner, TableChange, TableDescriptor,
    TableName,
};
use hbase_schema_embedded::{Embedded, Options};

const T: TableName = TableName::from_static("default", "SCANS");
const ROWS: usize = 300;

fn soon() -> Deadline {
    Deadline::after(Duration::from_mins(1))
}

async fn create(db: &Embedded) {
    let mut table = TableDescriptor::new(T);
    table.families = vec![FamilyDescriptor::new("f"), FamilyDescriptor::new("g")].into();
    db.create_table(&table, soon()).await.unwrap();
    write(db, 1, 10).await;
}

/// Writes every row, both families with the same bytes.
async fn write(db: &Embedded, version: i64, len: usize) {
    let rows = (0..ROWS).map(|number| {
        let mut put = Mutation::new(format!("{number:04}"));
        let value = vec![u8::try_from(version % 251).unwrap(); len];
        put.put_at(b"f", b"q", version, &value).unwrap();
        put.put_at(b"g", b"q", version, &value).unwrap();
        put
    });
    let done = db.mutate_many(&T, rows.collect(), soon()).await.unwrap();
    assert!(done.iter().all(Result::is_ok));
}

async fn stores() -> (Vec<Embedded>, tempfile::TempDir) {
    let dir = scratch::dir();
    let disk = Embedded::open(dir.path(), Options::default())
        .await
        .unwrap();
    let stores = vec![Embedded::memory().unwrap(), disk];
    for db in &stores {
        create(db).await;
    }
    (stores, dir)
}

fn by_tens() -> Scan {
    let mut scan = Scan::new();
    scan.caching = Some(10);
    scan
}

/// The number of rows that are left; each has both families.
async fn drain(scanner: &mut dyn Scanner) -> usize {
    let mut count = 0;
    loop {
        let batch = scanner.next_batch(soon()).await.unwrap();
        if batch.is_empty() {
            return count;
        }
        for row in &batch {
            assert_eq!(row.value(b"f", b"q"), row.value(b"g", b"q"));
            assert!(row.value(b"f", b"q").is_some());
        }
        count += batch.len();
    }
}

#[tokio::test]
async fn a_scan_goes_on_when_its_table_is_dropped_truncated_or_altered() {
    let (stores, dir) = stores().await;
    for db in &stores {
        for what in ["truncate", "alter", "drop"] {
            let mut scanner = db.scan(&T, by_tens(), soon()).await.unwrap();
            assert_eq!(scanner.next_batch(soon()).await.unwrap().len(), 10);
            match what {
                "truncate" => db.truncate_table(&T, true, soon()).await.unwrap(),
                "drop" => db.drop_table(&T, soon()).await.unwrap(),
                _ => {
                    let changes = [TableChange::DropFamily("g".into())];
                    db.alter_table(&T, &changes, soon()).await.unwrap();
                }
            }
            assert_eq!(drain(scanner.as_mut()).await, ROWS - 10, "{what}");
            match what {
                "truncate" => write(db, 1, 10).await,
                "alter" => {
                    let changes = [TableChange::AddFamily(FamilyDescriptor::new("g"))];
                    db.alter_table(&T, &changes, soon()).await.unwrap();
                    write(db, 1, 10).await;
                }
                _ => {}
            }
        }
        assert!(db.list_tables(soon()).await.unwrap().is_empty());
    }
    // The scan was the last one to read the dropped keyspaces.
    let [_, disk] = <[Embedded; 2]>::try_from(stores).unwrap();
    disk.close(soon()).await.unwrap();
    let db = Embedded::open(dir.path(), Options::default())
        .await
        .unwrap();
    create(&db).await;
    let mut scanner = db.scan(&T, Scan::new(), soon()).await.unwrap();
    assert_eq!(drain(scanner.as_mut()).await, ROWS);
}
