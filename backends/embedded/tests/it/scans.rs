//! Scans under way while their table changes.

use std::time::Duration;

use hbase_backend::{Backend, Mutation, PastSnapshot, Scan, Scanner};
use hbase_model::{FamilyDescriptor, TableChange, TableDescriptor, TableName};
use hbase_schema_embedded::{Embedded, Options};

use crate::soon;
use crate::{rows, scratch};

const T: TableName = TableName::from_static("default", "SCANS");
const ROWS: usize = 300;

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
    let rows = rows::left(scanner, soon()).await;
    for row in &rows {
        assert_eq!(row.value(b"f", b"q"), row.value(b"g", b"q"));
        assert!(row.value(b"f", b"q").is_some());
    }
    rows.len()
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

/// A store in a directory whose snapshots retain little.
async fn bounded(dir: &tempfile::TempDir) -> Embedded {
    let options = Options::default()
        .snapshot_bytes(1 << 20)
        .background_compaction(false);
    let db = Embedded::open(dir.path(), options).await.unwrap();
    create(&db).await;
    db
}

/// Overwrites all rows until more was written than a snapshot may retain.
async fn overwrite(db: &Embedded) {
    for version in 2..8 {
        write(db, version, 1000).await;
    }
}

fn versions(rows: &[hbase_backend::Row]) -> Vec<u8> {
    let value = |row: &hbase_backend::Row| row.value(b"f", b"q").unwrap()[0];
    rows.iter().map(value).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_scan_past_its_snapshot_goes_on_with_whole_rows_and_without_gaps() {
    for reversed in [false, true] {
        for is_idle in [false, true] {
            let dir = scratch::dir();
            let db = bounded(&dir).await;
            let mut scan = by_tens();
            scan.reversed = reversed;
            let mut scanner = db.scan(&T, scan, soon()).await.unwrap();
            let first = scanner.next_batch(soon()).await.unwrap();
            assert_eq!(versions(&first), [1; 10]);
            overwrite(&db).await;
            if is_idle {
                // The store revokes the snapshot meanwhile.
                tokio::time::sleep(Duration::from_millis(400)).await;
            }
            let mut seen = first;
            seen.extend(rows::left(scanner.as_mut(), soon()).await);
            for (n, row) in seen.iter().enumerate() {
                let number = if reversed { ROWS - 1 - n } else { n };
                assert_eq!(row.key(), format!("{number:04}").as_bytes());
                assert_eq!(row.value(b"f", b"q"), row.value(b"g", b"q"));
            }
            assert_eq!(seen.len(), ROWS);
            // Some batches were read ahead. After them, all rows are as they are now.
            let versions = versions(&seen);
            assert!(
                versions.is_sorted() && versions[100..] == [7; ROWS - 100],
                "{versions:?}"
            );
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_scan_may_end_with_its_snapshot_instead() {
    let dir = scratch::dir();
    let db = bounded(&dir).await;
    let mut scan = by_tens();
    scan.past_snapshot = PastSnapshot::Fail;
    let mut scanner = db.scan(&T, scan, soon()).await.unwrap();
    scanner.next_batch(soon()).await.unwrap();
    overwrite(&db).await;
    let error = loop {
        match scanner.next_batch(soon()).await {
            Ok(batch) => assert!(!batch.is_empty()),
            Err(error) => break error,
        }
    };
    assert!(error.to_string().contains("snapshot"), "{error}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_row_that_was_begun_stays_whole() {
    let dir = scratch::dir();
    let db = bounded(&dir).await;
    for qualifier in 0..50 {
        let mut put = Mutation::new("0000");
        let name = format!("q{qualifier:02}");
        put.put_at(b"f", name.as_bytes(), 1, b"old").unwrap();
        db.mutate(&T, put, soon()).await.unwrap();
    }
    let mut scan = by_tens();
    scan.batch = Some(7);
    scan.caching = Some(1);
    scan.read.columns = vec![hbase_backend::ColumnSelection {
        family: b"f".into(),
        qualifiers: vec![],
    }];
    let mut scanner = db.scan(&T, scan, soon()).await.unwrap();
    let mut seen = scanner.next_batch(soon()).await.unwrap()[0].cells().count();
    for qualifier in 0..50 {
        let mut put = Mutation::new("0000");
        let name = format!("q{qualifier:02}");
        put.put_at(b"f", name.as_bytes(), 2, b"new").unwrap();
        db.mutate(&T, put, soon()).await.unwrap();
    }
    overwrite(&db).await;
    tokio::time::sleep(Duration::from_millis(400)).await;
    let mut rows = 0;
    loop {
        let batch = scanner.next_batch(soon()).await.unwrap();
        let Some(row) = batch.first() else { break };
        if row.key() == b"0000" {
            seen += row.cells().count();
            let named = row.cells().filter(|cell| cell.qualifier != b"q");
            assert!(named.clone().all(|cell| cell.value == b"old"));
        } else {
            assert_eq!(row.value(b"f", b"q").unwrap()[0], 7);
            rows += 1;
        }
    }
    assert_eq!((seen, rows), (51, ROWS - 1));
}
