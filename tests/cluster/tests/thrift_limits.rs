//! The limits on idle time. After 60 s the gateway closes an idle connection, and a region server drops an
//! idle scanner, which the gateway's own client replaces. After twice the time the gateway drops the scanner
//! as well: `ThriftHBaseServiceHandler` of `HBase` 2.6.

use std::time::Duration;

use hbase_backend::{Backend, Get, Mutation, Row, Scan, Scanner};
use hbase_model::{FamilyDescriptor, TableDescriptor, TableName};
use hbase_schema_cluster_tests::{Cluster, soon, thrift};
use hbase_schema_thrift::{Options, Thrift};
use tokio::time::Instant;

/// Longer than the gateway keeps a connection and a region server keeps a scanner.
const SILENCE: Duration = Duration::from_secs(66);

/// Longer than the gateway keeps a scanner.
const LONG_SILENCE: Duration = Duration::from_secs(126);

const ROWS: usize = 500;

/// Rows per batch.
const BATCH: u32 = 100;

fn client(options: &Options) -> Thrift {
    let cluster = Cluster::from_env().expect("a running HBase");
    thrift(&cluster.thrift, options).expect("a gateway")
}

fn keys() -> Vec<Vec<u8>> {
    (0..ROWS).map(|n| format!("{n:03}").into_bytes()).collect()
}

fn put(key: &[u8]) -> Mutation {
    let mut put = Mutation::new(key);
    put.put_at(b"f", b"q", 1, key).expect("short");
    put
}

async fn filled(client: &Thrift, name: &'static str) -> TableName {
    let mut table = TableDescriptor::new(TableName::from_static("default", name));
    table.families = vec![FamilyDescriptor::new("f")].into();
    let made = client.create_table(&table, soon()).await;
    made.expect("a new table");
    let puts = keys().iter().map(|key| put(key)).collect();
    let written = client.mutate_many(&table.name, puts, soon()).await;
    assert!(written.expect("puts").iter().all(Result::is_ok));
    table.name
}

async fn begun(client: &Thrift, table: &TableName) -> (Box<dyn Scanner>, Vec<Row>) {
    let scan = Scan {
        caching: Some(BATCH),
        ..Scan::default()
    };
    let mut scanner = client.scan(table, scan, soon()).await.expect("a scan");
    let rows = scanner.next_batch(soon()).await.expect("rows");
    assert_eq!(rows.len(), BATCH as usize);
    (scanner, rows)
}

/// Every row once.
async fn goes_on(mut scanner: Box<dyn Scanner>, mut rows: Vec<Row>) {
    loop {
        let batch = scanner.next_batch(soon()).await.expect("rows");
        if batch.is_empty() {
            break;
        }
        rows.extend(batch);
    }
    let found: Vec<_> = rows.iter().map(Row::key).collect();
    assert_eq!(found, keys());
}

#[tokio::test]
async fn scans_go_on_after_silence() {
    tokio::join!(connection_closed(), scanner_forgotten());
}

async fn connection_closed() {
    let client = client(&Options::default());
    let table = filled(&client, "limits_silence").await;
    let (scanner, rows) = begun(&client, &table).await;
    tokio::time::sleep(SILENCE).await;
    goes_on(scanner, rows).await;
}

/// The connection stays open because other calls use it.
async fn scanner_forgotten() {
    let client = client(&Options::default().pool(1));
    let table = filled(&client, "limits_forgotten").await;
    let (scanner, rows) = begun(&client, &table).await;
    let end = Instant::now() + LONG_SILENCE;
    while Instant::now() < end {
        client.ping(soon()).await.expect("a gateway");
        tokio::time::sleep(Duration::from_secs(5)).await;
    }
    let before = client.retries();
    goes_on(scanner, rows).await;
    assert!(client.retries() > before, "the gateway knew the scanner");
}

#[tokio::test]
async fn calls_after_silence_find_an_open_connection() {
    // The second trusts connections for longer than the gateway keeps them.
    let trusting = Options::default().max_idle(2 * SILENCE);
    tokio::join!(
        calls_after_silence(Options::default(), "limits_left"),
        calls_after_silence(trusting, "limits_closed"),
    );
}

/// The first call after the idle time is a write that must not be retried.
async fn calls_after_silence(options: Options, name: &'static str) {
    let client = client(&options);
    let table = filled(&client, name).await;
    tokio::time::sleep(SILENCE).await;
    let increment = hbase_backend::Increment {
        row: b"counter".to_vec(),
        columns: vec![(b"f".to_vec(), b"n".to_vec(), 1)],
        ..hbase_backend::Increment::default()
    };
    let counted = client.increment(&table, increment, soon()).await;
    counted.expect("a counter");
    let read = client.get(&table, &Get::new("007"), soon()).await;
    assert!(read.expect("an answer").is_some());
    assert_eq!(client.retries(), 0);
}
