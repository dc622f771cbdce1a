//! A reader on a real `HBase` that is slower than a scanner's lease (60 s).

use std::time::Duration;

use hbase_backend::{Backend as _, Mutation, Scan};
use hbase_model::{FamilyDescriptor, TableDescriptor, TableName};
use hbase_schema_cluster_tests::{Cluster, native, soon};

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_scanner_is_kept_for_a_slow_reader() {
    let cluster = Cluster::from_env().expect("a running HBase");
    let (client, table) = (
        native(&cluster),
        TableName::from_static("default", "native_leases"),
    );
    let mut descriptor = TableDescriptor::new(table.clone());
    descriptor.families = vec![FamilyDescriptor::new("f")].into();
    client
        .create_table(&descriptor, soon())
        .await
        .expect("a table");
    for row in 10..40 {
        let mut put = Mutation::new(row.to_string());
        put.put_at(b"f", b"q", 1, b"v").expect("a cell");
        client.mutate(&table, put, soon()).await.expect("a put");
    }
    let scan = Scan {
        caching: Some(5),
        ..Scan::new()
    };
    let mut scanner = client.scan(&table, scan, soon()).await.expect("a scanner");
    let mut keys = Vec::new();
    loop {
        let batch = scanner.next_batch(soon()).await.expect("rows");
        if batch.is_empty() {
            break;
        }
        if keys.is_empty() {
            tokio::time::sleep(Duration::from_secs(75)).await;
        }
        keys.extend(batch.iter().map(|row| row.key().to_vec()));
    }
    let expected: Vec<_> = (10..40).map(|row| row.to_string().into_bytes()).collect();
    assert_eq!(keys, expected);
    let retries = client.counts().retries;
    assert!(retries.is_empty(), "the scan was opened again: {retries:?}");
}
