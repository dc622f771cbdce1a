//! Scans on a real `HBase` that their callers drop while the request that opens them is under way: the server's scanners are
//! closed long before their lease expires (60 s).

use std::process::Command;
use std::time::{Duration, Instant};

use hbase_backend::{Backend as _, Mutation, Scan};
use hbase_model::{FamilyDescriptor, TableDescriptor, TableName};
use hbase_native::Native;
use hbase_schema_cluster_tests::{Cluster, native, soon};
use tokio::time::{sleep, timeout};

const TABLE: TableName = TableName::from_static("default", "native_abandoned");
const SCANS: usize = 600;

/// Scanners that others may have opened meanwhile.
const OTHERS: usize = 5;

/// Rows of which a scan reads one at a time, so that its scanner stays open.
async fn fill(client: &Native) {
    let mut table = TableDescriptor::new(TABLE);
    table.families = vec![FamilyDescriptor::new("f")].into();
    client.create_table(&table, soon()).await.expect("a table");
    for row in 10..40 {
        let mut put = Mutation::new(row.to_string());
        put.put(b"f", b"q", b"v").expect("a cell");
        client.mutate(&TABLE, put, soon()).await.expect("a put");
    }
}

/// Opens a scan, and drops it after some time; returns whether it was still being opened.
async fn abandon(client: &Native, after: Duration) -> bool {
    let scan = Scan {
        caching: Some(1),
        ..Scan::new()
    };
    let mut scanner = client.scan(&TABLE, scan, soon()).await.expect("a scanner");
    match timeout(after, scanner.next_batch(soon())).await {
        Ok(rows) => {
            assert_eq!(rows.expect("a row").len(), 1);
            false
        }
        Err(_) => true,
    }
}

/// The number of scanners that the server holds: objects of a class of its own. Java counts them after a collection.
fn open_scanners(cluster: &Cluster) -> usize {
    let id = std::fs::read_to_string(cluster.directory().join("server.pid")).expect("a server");
    let id = id.split_whitespace().next().expect("its process id");
    let counted = Command::new("jcmd")
        .args([id, "GC.class_histogram"])
        .output()
        .expect("`jcmd`, which is part of the JDK");
    let printed = String::from_utf8_lossy(&counted.stdout);
    assert!(printed.contains("java.lang.String"), "{printed}");
    let mut lines = printed.lines();
    let line = lines.find(|line| line.contains("RSRpcServices$RegionScannerHolder"));
    // Rank, instances, bytes, class.
    line.map_or(0, |line| {
        let instances = line.split_whitespace().nth(1);
        instances.and_then(|count| count.parse().ok()).expect(line)
    })
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn scanners_of_dropped_scans_are_closed() {
    let cluster = Cluster::from_env().expect("a running HBase");
    let client = native(&cluster);
    fill(&client).await;
    let before = open_scanners(&cluster);
    let seed = fastrand::u64(..);
    let mut rng = fastrand::Rng::with_seed(seed);
    let mut abandoned = 0;
    for _ in 0..SCANS {
        let after = Duration::from_micros(rng.u64(..800));
        abandoned += usize::from(abandon(&client, after).await);
    }
    assert!(
        abandoned > SCANS / 4,
        "{abandoned} were dropped in time, seed {seed}"
    );
    let started = Instant::now();
    loop {
        let open = open_scanners(&cluster);
        println!("{abandoned} dropped; {before} open before, {open} open now");
        if open <= before + OTHERS {
            return;
        }
        assert!(
            started.elapsed() < Duration::from_secs(30),
            "{open} stay open"
        );
        sleep(Duration::from_secs(1)).await;
    }
}
