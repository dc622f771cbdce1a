//! Rows with a `#[version]` in a real `HBase`. Its Thrift gateway can write only one cell on a condition.

#![allow(
    missing_docs,
    reason = "the derive makes public items of the tests' tables"
)]

use hbase_schema::{Connection, Error, ErrorKind, HTable};
use hbase_schema_cluster_tests::{Cluster, connect, patient};
use hbase_schema_thrift::Options;

#[derive(HTable, Debug, Clone, PartialEq)]
#[table("ROW_VERSIONS")]
#[family("D")]
struct Ride {
    #[rowkey]
    id: String,
    seats: u32,
    note: Option<String>,
    #[version]
    version: u32,
}

fn ride(id: &str, seats: u32, version: u32) -> Ride {
    Ride {
        id: id.to_owned(),
        seats,
        note: None,
        version,
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_row_is_written_only_as_it_was_read() {
    let cluster = Cluster::from_env().expect("a running HBase");
    let url = format!("hbase://{}", cluster.master);
    let db = Connection::builder().url(url).limits(patient());
    let db = db.connect().await.expect("a cluster");
    db.create_table::<Ride>().await.expect("a new table");
    stale_rows(&db).await;
    rows_together(&db).await;
    one_of_many(&db).await;
    let thrift = connect(&cluster.thrift, patient(), &Options::default());
    let written = thrift.expect("a gateway").put(&ride("thrift", 1, 0)).await;
    let error = written.expect_err("several cells");
    assert_eq!(error.kind(), ErrorKind::Unsupported, "{error}");
}

async fn stale_rows(db: &Connection) {
    let name = "one";
    db.put(&ride(name, 4, 0)).await.expect("a new row");
    db.replace(&ride(name, 5, 1)).await.expect("as it was read");
    let columns = db.mutate(&ride(name, 0, 0).key()).put(Ride::NOTE, "late");
    columns.await.expect("a change of a column");
    let stale = db.put(&ride(name, 6, 2)).await;
    let Err(Error::Changed(changed)) = stale else {
        panic!("{stale:?}")
    };
    let now: Option<Ride> = changed.row().expect("a row");
    let expected = Ride {
        note: Some("late".to_owned()),
        ..ride(name, 5, 3)
    };
    assert_eq!(now, Some(expected));
    db.delete(&ride(name, 0, 0).key()).await.expect("a delete");
    assert!(db.put(&ride(name, 6, 3)).await.is_err());
}

async fn rows_together(db: &Connection) {
    let rows = || (0..300).map(|n| ride(&format!("many{n:03}"), n, 0));
    assert_eq!(db.put_many(rows()).await.expect("new rows"), 300);
    let again = rows().map(|row| Ride {
        version: u32::from(row.seats % 100 != 0),
        ..row
    });
    let written = db.put_many(again).await;
    let Err(Error::Batch(batch)) = written else {
        panic!("{written:?}")
    };
    let failed: Vec<_> = batch.failed.iter().map(|failed| failed.index).collect();
    assert_eq!((batch.written, failed), (297, vec![0, 100, 200]));
}

/// Of many writers of one row, one succeeds each time.
async fn one_of_many(db: &Connection) {
    db.put(&ride("all", 0, 0)).await.expect("a new row");
    let takers = (0..16).map(|_| {
        let db = db.clone();
        tokio::spawn(async move {
            let mut ride = db.get(&ride("all", 0, 0).key()).await;
            loop {
                let Ok(Some(mut row)) = ride else {
                    panic!("{ride:?}")
                };
                row.seats += 1;
                ride = match db.put(&row).await {
                    Ok(()) => return,
                    Err(Error::Changed(changed)) => Ok(changed.row().expect("a row")),
                    Err(error) => Err(error),
                };
            }
        })
    });
    for taker in takers.collect::<Vec<_>>() {
        taker.await.expect("a taker");
    }
    let all = db.get(&ride("all", 0, 0).key()).await.expect("a row");
    assert_eq!(all, Some(ride("all", 16, 17)));
}
