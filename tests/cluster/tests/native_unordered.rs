//! Scans without order by `HBase`'s own RPC: regions are read concurrently, and each row comes once while they are
//! split and merged.

#![allow(
    missing_docs,
    reason = "the derive makes public items of the tests' tables"
)]

use std::collections::{BTreeMap, BTreeSet};
use std::time::{Duration, Instant};

use hbase_backend::Row;
use hbase_model::TableName;
use hbase_schema::{Connection, HTable, Rows};
use hbase_schema_cluster_tests::{Cluster, soon};

/// Rows of each of the eight regions.
const ROWS: usize = 1000;

#[derive(HTable, Debug, Clone, PartialEq)]
#[table("UNORDERED_STILL", splits = ["1", "2", "3", "4", "5", "6", "7"])]
#[family("D")]
struct Still {
    #[rowkey]
    id: String,
    text: String,
}

#[derive(HTable, Debug, Clone, PartialEq)]
#[table("UNORDERED_SPLIT", splits = ["1", "2", "3", "4", "5", "6", "7"])]
#[family("D")]
struct Split {
    #[rowkey]
    id: String,
    text: String,
}

fn cluster() -> Cluster {
    Cluster::from_env().expect("a running HBase")
}

/// The row keys of all regions: the first digit is the region.
fn ids() -> impl Iterator<Item = String> {
    (0..8 * ROWS).map(|n| format!("{}-{:04}", n / ROWS, n % ROWS))
}

fn text() -> String {
    "x".repeat(200)
}

async fn connect(url: String) -> Connection {
    hbase_schema::connect(&url).await.expect("a cluster")
}

fn region_of(id: &str) -> &str {
    &id[..1]
}

/// The row keys as they come, `most` of them.
async fn take(rows: &mut Rows<Row>, most: usize) -> Vec<String> {
    let mut ids = Vec::new();
    while ids.len() < most
        && let Some(row) = rows.next().await
    {
        let row = row.expect("a row");
        ids.push(String::from_utf8_lossy(row.key()).into_owned());
    }
    ids
}

/// Each row once, and those of one region in order.
fn assert_all(found: &[String]) {
    let mut last: BTreeMap<&str, &str> = BTreeMap::new();
    for id in found {
        let before = last.insert(region_of(id), id);
        assert!(before < Some(id), "{id} after {before:?}");
    }
    let mut sorted = found.to_vec();
    sorted.sort_unstable();
    assert!(sorted.iter().eq(ids().collect::<Vec<_>>().iter()));
}

/// The maximum number of regions of which some, but not all, rows had come.
fn most_at_once(found: &[String]) -> usize {
    let mut left: BTreeMap<&str, usize> = BTreeMap::new();
    let mut most = 0;
    for id in found {
        let region = left.entry(region_of(id)).or_insert(ROWS);
        *region -= 1;
        most = most.max(
            left.values()
                .filter(|left| (1..ROWS).contains(left))
                .count(),
        );
    }
    most
}

#[tokio::test(flavor = "multi_thread")]
async fn regions_are_read_concurrently() {
    let cluster = cluster();
    let db = connect(format!("hbase://{}", cluster.master)).await;
    db.create_table::<Still>().await.expect("a new table");
    db.put_many(ids().map(|id| Still { id, text: text() }))
        .await
        .expect("puts");
    let scan = || db.scan(Still::scan().all()).unordered().caching(50);
    for most in [4, 1] {
        let mut rows = scan().max_concurrent_scans(most).raw_rows();
        let found = take(&mut rows, usize::MAX).await;
        assert_all(&found);
        assert_eq!(most_at_once(&found), most);
    }
    let gateway = connect(format!("thrift://{}", cluster.thrift)).await;
    let scan = gateway.scan(Still::scan().all()).unordered().caching(200);
    let found = take(&mut scan.raw_rows(), usize::MAX).await;
    assert_all(&found);
    assert!(most_at_once(&found) > 1);
}

/// The end of a region's name by its start key, as the shell lists them.
fn encoded_names(cluster: &Cluster, table: &TableName) -> BTreeMap<String, String> {
    let printed = cluster.shell("unordered_listed", &format!("list_regions '{table}'"));
    let printed = printed.expect("the shell");
    let names = printed.split_whitespace();
    let names = names.filter_map(|name| name.strip_prefix(&format!("{table},")));
    let parts = names.filter_map(|name| {
        let (start, rest) = name.split_once(',')?;
        let encoded = rest.trim_end_matches('.').rsplit('.').next()?;
        Some((start.to_owned(), encoded.to_owned()))
    });
    parts.collect()
}

/// Splits and merges regions: of each, one that a scan has open and one that it has not.
fn split_and_merge(cluster: &Cluster, table: &TableName) {
    let names = encoded_names(cluster, table);
    let of = |start: &str| {
        names
            .get(start)
            .unwrap_or_else(|| panic!("{start}: {names:?}"))
    };
    let commands = [
        format!("split '{table}', '0-0500'"),
        format!("split '{table}', '6-0500'"),
        format!("merge_region '{}', '{}'", of("1"), of("2")),
        format!("merge_region '{}', '{}'", of("4"), of("5")),
    ];
    let done = cluster.shell("unordered_split", &commands.join("\n"));
    done.expect("the shell");
}

/// Waits until regions start only at these keys, because splits and merges take a while.
async fn wait_for(db: &Connection, table: &TableName, expected: &[&str]) {
    let started = Instant::now();
    loop {
        let points = db.backend().split_points(table, soon()).await;
        let points = points.expect("split points");
        if points.iter().eq(expected.iter().map(|key| key.as_bytes())) {
            return;
        }
        assert!(started.elapsed() < Duration::from_mins(2), "{points:?}");
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn each_row_comes_once_while_regions_are_split_and_merged() {
    let cluster = cluster();
    let db = connect(format!("hbase://{}", cluster.master)).await;
    db.create_table::<Split>().await.expect("a new table");
    db.put_many(ids().map(|id| Split { id, text: text() }))
        .await
        .expect("puts");
    let table = &Split::SCHEMA.table.name;
    wait_for(&db, table, &["1", "2", "3", "4", "5", "6", "7"]).await;

    let scan = db.scan(Split::scan().all()).unordered().caching(20);
    let mut rows = scan.max_concurrent_scans(3).raw_rows();
    let mut found = take(&mut rows, 100).await;
    let (of_shell, name) = (cluster.clone(), table.clone());
    let changed = tokio::task::spawn_blocking(move || split_and_merge(&of_shell, &name));
    changed.await.expect("split and merged");
    wait_for(&db, table, &["0-0500", "1", "3", "4", "6", "6-0500", "7"]).await;
    found.extend(take(&mut rows, usize::MAX).await);
    assert_all(&found);

    // A scan that starts now has the new regions.
    let scan = db.scan(Split::scan().all()).unordered();
    let found = take(&mut scan.raw_rows(), usize::MAX).await;
    let distinct: BTreeSet<_> = found.iter().collect();
    assert_eq!((found.len(), distinct.len()), (8 * ROWS, 8 * ROWS));
}
