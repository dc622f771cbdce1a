//! Stores that earlier versions wrote are opened.

use std::path::Path;

use hbase_backend::{Backend, Get, Mutation, Scan};
use hbase_model::TableName;
use hbase_schema_embedded::{Embedded, Options};

use crate::{scratch, soon};

const T: TableName = TableName::from_static("OLD", "ROWS");

/// All cells of a table, each as `row family:qualifier@timestamp=value`.
async fn cells(db: &Embedded) -> Vec<String> {
    let mut scan = Scan::new();
    scan.read.max_versions = 9;
    let mut scanner = db.scan(&T, scan, soon()).await.unwrap();
    let mut cells = Vec::new();
    loop {
        let batch = scanner.next_batch(soon()).await.unwrap();
        if batch.is_empty() {
            return cells;
        }
        for cell in batch.iter().flat_map(|row| row.cells()) {
            let text = |bytes: &[u8]| bytes.escape_ascii().to_string();
            cells.push(format!(
                "{} {}:{}@{}={}",
                text(cell.row),
                text(cell.family),
                text(cell.qualifier),
                cell.timestamp,
                text(cell.value)
            ));
        }
    }
}

/// The store was killed after a flush and some more writes.
#[tokio::test]
async fn a_store_of_format_1_is_read_and_written() {
    let dir = scratch::dir();
    scratch::copy(Path::new("tests/stores/format-1"), dir.path());
    let expected = [
        r"flushed-a f:q\x00z@3=flushed-a@3",
        r"flushed-a f:q\x00z@2=flushed-a@2",
        r"flushed-a g:q\x00z@3=flushed-a@3",
        r"flushed-b f:other@9=stays",
        r"flushed-b f:q\x00z@1=flushed-b@1",
        r"flushed-b g:q\x00z@1=flushed-b@1",
        r"logged\x00b f:q\x00z@3=logged\x00b@3",
        r"logged\x00b g:q\x00z@3=logged\x00b@3",
        r"logged-a f:q\x00z@1=logged-a@1",
        r"logged-a g:q\x00z@1=logged-a@1",
    ];
    for _ in 0..2 {
        let db = Embedded::open(dir.path(), Options::default())
            .await
            .unwrap();
        assert_eq!(cells(&db).await, expected);
        assert_eq!(db.list_tables(soon()).await.unwrap(), [T]);
    }
    let db = Embedded::open(dir.path(), Options::default())
        .await
        .unwrap();
    let mut put = Mutation::new("new");
    put.put_at(b"g", b"q", 1, b"v").unwrap();
    db.mutate(&T, put, soon()).await.unwrap();
    db.major_compact(&T, soon()).await.unwrap();
    drop(db);
    let db = Embedded::open(dir.path(), Options::default())
        .await
        .unwrap();
    assert!(
        db.get(&T, &Get::new("new"), soon())
            .await
            .unwrap()
            .is_some()
    );
    assert_eq!(cells(&db).await.len(), expected.len() + 1);
}
