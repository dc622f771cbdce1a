//! Keys, bounds and qualifiers over the engine's limit have the same results in memory and on disk.

use std::borrow::Cow;

use hbase_backend::{Backend, ColumnSelection, Error, Filter, Get, Mutation, RowBound, Scan};
use hbase_model::{FamilyDescriptor, TableDescriptor, TableName};
use hbase_schema_embedded::{Embedded, Options};

use crate::soon;
use crate::{rows, scratch};

const T: TableName = TableName::from_static("default", "LONG");

/// The longest row key.
const LONGEST: usize = 32_767;

async fn put(db: &Embedded, row: &[u8], qualifier: &[u8]) -> hbase_backend::Result<()> {
    let mut put = Mutation::new(row);
    put.put_at(b"f", qualifier, 1, b"v").unwrap();
    db.mutate(&T, put, soon()).await
}

/// A store in memory and one in a directory with the same rows.
async fn stores() -> (Vec<Embedded>, tempfile::TempDir) {
    let dir = scratch::dir();
    let disk = Embedded::open(dir.path(), Options::default())
        .await
        .unwrap();
    let stores = vec![Embedded::memory().unwrap(), disk];
    for db in &stores {
        let mut table = TableDescriptor::new(T);
        table.families = vec![FamilyDescriptor::new("f")].into();
        db.create_table(&table, soon()).await.unwrap();
        let almost = [vec![0; LONGEST - 40], b"x".to_vec()].concat();
        let last = vec![0xff; LONGEST];
        for row in [b"a".as_slice(), &[0], &[0; 100], &almost, &last] {
            for qualifier in [b"p".as_slice(), b"q", b"z"] {
                put(db, row, qualifier).await.unwrap();
            }
        }
    }
    (stores, dir)
}

/// The keys of the rows, or the error.
async fn scan(db: &Embedded, scan: Scan) -> Result<Vec<Vec<u8>>, String> {
    let opened = db.scan(&T, scan, soon()).await;
    let mut scanner = opened.map_err(|error| error.to_string())?;
    let rows = rows::left(scanner.as_mut(), soon()).await;
    Ok(rows.iter().map(|row| row.key().to_vec()).collect())
}

#[tokio::test]
async fn gets_of_keys_that_nobody_can_have_find_nothing() {
    let (stores, _dir) = stores().await;
    for db in stores {
        for row in [vec![0; LONGEST], [vec![0; LONGEST - 1], vec![1]].concat()] {
            assert_eq!(
                db.get(&T, &Get::new(row.clone()), soon()).await.unwrap(),
                None
            );
            let error = put(&db, &row, b"q").await.unwrap_err();
            assert!(matches!(error, Error::TooLarge { .. }), "{error}");
        }
        let row = db
            .get(&T, &Get::new(vec![0xff; LONGEST]), soon())
            .await
            .unwrap();
        assert!(row.is_some());
    }
}

#[tokio::test]
async fn scans_between_long_bounds_are_the_same() {
    let (stores, _dir) = stores().await;
    let bounds: Vec<Vec<u8>> = [
        1,
        99,
        100,
        101,
        LONGEST - 41,
        LONGEST - 40,
        LONGEST,
        40_000,
        70_000,
    ]
    .into_iter()
    .flat_map(|len| [vec![0; len], vec![0xff; len], vec![b'a'; len]])
    .collect();
    for reversed in [false, true] {
        for bound in &bounds {
            for is_start in [false, true] {
                for included in [false, true] {
                    let bound = bound.clone();
                    let bound = if included {
                        RowBound::Included(bound)
                    } else {
                        RowBound::Excluded(bound)
                    };
                    let mut asked = Scan::new();
                    asked.reversed = reversed;
                    *(if is_start {
                        &mut asked.start
                    } else {
                        &mut asked.stop
                    }) = bound;
                    let memory = scan(&stores[0], asked.clone()).await;
                    let disk = scan(&stores[1], asked).await;
                    assert!(
                        memory == disk,
                        "{:?}",
                        (memory.map(|m| m.len()), disk.err())
                    );
                }
            }
        }
    }
}

#[tokio::test]
async fn long_qualifiers_are_asked_for_and_passed_over() {
    let (stores, _dir) = stores().await;
    let long = |byte: u8| Cow::Owned(vec![byte; 70_000]);
    for db in stores {
        for row in [b"a".to_vec(), vec![0xff; LONGEST]] {
            let mut get = Get::new(row.clone());
            get.read.columns = vec![ColumnSelection {
                family: b"f".into(),
                qualifiers: vec![
                    Cow::Borrowed(b"p"),
                    long(b'p'),
                    long(0),
                    Cow::Borrowed(b"z"),
                ],
            }];
            let found = db.get(&T, &get, soon()).await.unwrap().unwrap();
            assert_eq!(found.cells().count(), 2);
            let mut get = Get::new(row.clone());
            get.read.filter = Some(Filter::QualifierPrefix(vec![b'q'; 70_000]));
            assert_eq!(db.get(&T, &get, soon()).await.unwrap(), None);
            let error = put(&db, &row, &vec![b'q'; 70_000]).await.unwrap_err();
            assert!(matches!(error, Error::TooLarge { .. }), "{error}");
        }
    }
}

#[tokio::test]
async fn a_name_that_is_too_long_is_an_error() {
    let (stores, _dir) = stores().await;
    for db in stores {
        let error = db.create_namespace(&"N".repeat(70_000), soon()).await;
        assert!(error.is_err());
        let mut table =
            TableDescriptor::new(TableName::new("default", "T".repeat(70_000)).unwrap());
        table.families = vec![FamilyDescriptor::new("f")].into();
        assert!(db.create_table(&table, soon()).await.is_err());
        assert_eq!(db.list_tables(soon()).await.unwrap(), [T]);
    }
}
