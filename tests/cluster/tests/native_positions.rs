//! Positions of scans on a real `HBase`, by its own RPC: they advance although no row passes the filter, and
//! consecutive runs return each row once.

#![allow(
    missing_docs,
    reason = "the derive makes public items of the tests' tables"
)]

use std::sync::Arc;
use std::time::Duration;

use hbase_schema::db::ScanRequest;
use hbase_schema::{Connection, FixedName, HTable, Rows};
use hbase_schema_cluster_tests::{Cluster, native, patient};

/// More than a server reads in one of the short waits below.
const ROWS: u32 = 800_000;

/// A server sends a sign after half of it.
const TIMEOUT: Duration = Duration::from_millis(200);

#[derive(HTable, Debug, Clone, PartialEq)]
#[table("POSITION_READINGS", splits = per_bucket)]
#[rowkey(salt = buckets(3))]
#[family("D")]
struct Reading {
    #[rowkey(salt)]
    id: u32,
    n: u32,
}

#[derive(HTable, Debug, Clone, PartialEq)]
#[table("POSITION_ROWS", allow(hotspot))]
#[family("D")]
struct Plain {
    #[rowkey]
    id: u32,
    n: u32,
}

async fn table<T: FixedName + hbase_schema::table::Writable>() -> Connection {
    let cluster = Cluster::from_env().expect("a running HBase");
    let db = Connection::with_limits(Arc::new(native(&cluster)), patient());
    let _ = db.drop_table::<T>().await;
    db.create_table::<T>().await.expect("a table");
    db
}

/// Whether the row passes: few of the first half, none of the second one.
fn n(id: u32) -> u32 {
    u32::from(id < ROWS / 2 && id % 100_000 == 7)
}

/// Reads until the position changes without a row; whether the scan has ended.
async fn run<T>(rows: &mut Rows<T>, found: &mut Vec<T>) -> bool {
    let mut last = rows.position();
    loop {
        match tokio::time::timeout(Duration::from_millis(20), rows.next()).await {
            Ok(Some(Ok(row))) => {
                found.push(row);
                last = rows.position();
            }
            Ok(Some(Err(error))) if error.is_timeout() => return false,
            Ok(Some(Err(error))) => panic!("{error}"),
            Ok(None) => return true,
            Err(_) if rows.position() != last => return false,
            Err(_) => {}
        }
    }
}

/// Reads a scan in runs, each after the position of the one before; counts those without a row.
async fn in_runs<T: hbase_schema::Table + hbase_schema::FromRowOwned + 'static>(
    scan: impl Fn() -> ScanRequest<T>,
) -> (Vec<T>, usize) {
    let (mut found, mut moves) = (Vec::new(), 0);
    let mut position: Option<String> = None;
    loop {
        let scan = scan().timeout(TIMEOUT);
        let mut rows = match &position {
            Some(position) => scan.after(position).rows(),
            None => scan.rows(),
        };
        if run(&mut rows, &mut found).await {
            return (found, moves);
        }
        let now = rows.position().map(String::from);
        moves += usize::from(now != position);
        position = now.or(position);
    }
}

async fn check<T>(name: &str, least: usize, scan: impl Fn() -> ScanRequest<T>)
where
    T: hbase_schema::Table + hbase_schema::FromRowOwned + std::fmt::Debug + PartialEq + 'static,
{
    let whole = scan().rows().collect().await.expect("rows");
    let (found, moves) = in_runs(&scan).await;
    println!("{name}: {} rows, {moves} moves without one", found.len());
    assert_eq!(whole.len(), 4, "{name}");
    assert_eq!(found, whole, "{name}");
    assert!(moves >= least, "{name}: {moves} moves");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_position_moves_though_no_row_passes() {
    let db = table::<Plain>().await;
    let rows = (0..ROWS).map(|id| Plain { id, n: n(id) });
    db.put_many(rows).await.expect("puts");
    let scan = || db.scan(Plain::scan().all()).filter(Plain::N.gt(0));
    check("forward", 3, scan).await;
    check("reversed", 3, || scan().reversed()).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_position_of_several_salts_is_that_of_the_slowest() {
    let db = table::<Reading>().await;
    let rows = (0..ROWS).map(|id| Reading { id, n: n(id) });
    db.put_many(rows).await.expect("puts");
    let scan = || db.scan(Reading::scan().id(..)).filter(Reading::N.gt(0));
    check("salts", 1, scan).await;
    check("salts, reversed", 1, || scan().reversed()).await;
}
