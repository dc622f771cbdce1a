//! Scans on a real `HBase` that their callers drop while the request that opens them is under way: the server's scanners are
//! closed long before their lease expires (60 s).

use std::path::PathBuf;
use std::process::Command;
use std::time::{Duration, Instant};

use hbase_backend::{Backend as _, Mutation, Scan};
use hbase_model::{FamilyDescriptor, TableDescriptor, TableName};
use hbase_native::Native;
use hbase_schema_cluster_tests::{Cluster, native, soon};
use tokio::time::sleep;

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

fn scan() -> Scan {
    Scan {
        caching: Some(1),
        ..Scan::new()
    }
}

/// How long a scan takes until its first row is here: the median of some.
async fn time_to_open(client: &Native) -> Duration {
    let mut times = Vec::new();
    for _ in 0..21 {
        let started = Instant::now();
        let mut scanner = client
            .scan(&TABLE, scan(), soon())
            .await
            .expect("a scanner");
        let rows = scanner.next_batch(soon()).await.expect("a row");
        assert_eq!(rows.len(), 1);
        times.push(started.elapsed());
    }
    times.sort();
    times[times.len() / 2]
}

/// Opens a scan, and drops it after some time; returns whether it was still being opened. The time is shorter than what a
/// timer measures.
async fn abandon(client: &Native, after: Duration) -> bool {
    let started = Instant::now();
    let open = async {
        let mut scanner = client
            .scan(&TABLE, scan(), soon())
            .await
            .expect("a scanner");
        let rows = scanner.next_batch(soon()).await.expect("a row");
        assert_eq!(rows.len(), 1);
    };
    let wait = async {
        while started.elapsed() < after {
            tokio::task::yield_now().await;
        }
    };
    tokio::select! {
        biased;
        () = open => false,
        () = wait => true,
    }
}

/// `jcmd` of the JDK that runs the server, or the one of the search path.
fn jcmd(server: &str) -> PathBuf {
    let java = std::fs::read_link(format!("/proc/{server}/exe")).unwrap_or_default();
    let beside = java.with_file_name("jcmd");
    if beside.exists() {
        beside
    } else {
        "jcmd".into()
    }
}

/// The number of scanners that the server holds: objects of a class of its own. Java counts them after a collection.
fn open_scanners(cluster: &Cluster) -> usize {
    let id = std::fs::read_to_string(cluster.directory().join("server.pid")).expect("a server");
    let id = id.split_whitespace().next().expect("its process id");
    let counted = Command::new(jcmd(id))
        .args([id, "GC.class_histogram"])
        .output()
        .expect("`jcmd`, which is part of the JDK");
    let printed = String::from_utf8_lossy(&counted.stdout);
    assert!(printed.contains("java.lang.String"), "{counted:?}");
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
    let to_open = time_to_open(&client).await;
    let before = open_scanners(&cluster);
    let seed = fastrand::u64(..);
    let mut rng = fastrand::Rng::with_seed(seed);
    let mut abandoned = 0;
    for _ in 0..SCANS {
        let after = to_open.mul_f64(2.0 * rng.f64());
        abandoned += usize::from(abandon(&client, after).await);
    }
    assert!(
        abandoned > SCANS / 10,
        "only {abandoned} were dropped while they were opened, which takes {to_open:?}; seed {seed}"
    );
    let started = Instant::now();
    loop {
        let open = open_scanners(&cluster);
        println!(
            "{abandoned} dropped, opening takes {to_open:?}; {before} open before, {open} open now"
        );
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
